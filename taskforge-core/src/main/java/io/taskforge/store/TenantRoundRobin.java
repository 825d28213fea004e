package io.taskforge.store;

import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Round-robin over tenants, within a queue and priority: the next tenant by name after the one that
 * had the last job. For authors of stores. Kept in memory only, because a lost position costs a
 * tenant at most one turn. Thread-safe.
 */
public final class TenantRoundRobin {
  private static final int MAX_CIRCLES = 1_000;

  // An LRU cache.
  private final Map<Circle, NavigableMap<Integer, TenantId>> circles =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Circle, NavigableMap<Integer, TenantId>> e) {
          return size() > MAX_CIRCLES;
        }
      }; // guarded by this

  /** Workers with other job types or tenants have their own rounds. */
  private record Circle(QueueName queue, Set<JobTypeName> types, Set<TenantId> tenants) {}

  /** The tenant that had the last job of a queue's priority. */
  public record Turn(QueueName queue, int priority, TenantId last) {}

  /** Returns the tenant that had the last turn, or null if there is none. */
  public synchronized @Nullable TenantId last(ClaimRequest request, QueueName queue, int priority) {
    NavigableMap<Integer, TenantId> known = circles.get(circle(request, queue));
    return known == null ? null : known.get(priority);
  }

  /** Returns the last turns of all queues of a request. */
  public synchronized List<Turn> last(ClaimRequest request) {
    List<Turn> turns = new ArrayList<>();
    request.queues().stream()
        .map(ClaimRequest.QueueLimit::queue)
        .distinct()
        .forEach(
            queue -> {
              NavigableMap<Integer, TenantId> known = circles.get(circle(request, queue));
              if (known != null) {
                known.forEach((priority, last) -> turns.add(new Turn(queue, priority, last)));
              }
            });
    return turns;
  }

  /**
   * Records that a search of a queue and priority ended with this tenant; the next starts after it.
   */
  public synchronized void lookedUpTo(
      ClaimRequest request, QueueName queue, int priority, TenantId tenant) {
    if (request.tenants().size() != 1) {
      circles.computeIfAbsent(circle(request, queue), key -> new TreeMap<>()).put(priority, tenant);
    }
  }

  /**
   * Orders claimed jobs by round-robin over tenants and records the last tenant.
   *
   * @param claimed ordered by queue and priority, and for each tenant by time
   */
  public List<ClaimedJob> take(ClaimRequest request, List<ClaimedJob> claimed) {
    List<ClaimedJob> inTurn = new ArrayList<>(claimed.size());
    int from = 0;
    while (from < claimed.size()) {
      ClaimedJob first = claimed.get(from);
      int to = from + 1;
      boolean oneTenant = true;
      while (to < claimed.size()
          && claimed.get(to).priority() == first.priority()
          && claimed.get(to).queue().equals(first.queue())) {
        oneTenant &= claimed.get(to).tenant().equals(first.tenant());
        to++;
      }
      List<ClaimedJob> level = claimed.subList(from, to);
      TenantId last = last(request, first.queue(), first.priority());
      inTurn.addAll(oneTenant ? level : dealt(level, circular(last)));
      lookedUpTo(request, first.queue(), first.priority(), inTurn.get(inTurn.size() - 1).tenant());
      from = to;
    }
    return inTurn;
  }

  /** The order of tenants that starts after {@code last} and wraps around. */
  public static Comparator<TenantId> circular(@Nullable TenantId last) {
    Comparator<TenantId> byName = Comparator.naturalOrder();
    return last == null
        ? byName
        : Comparator.comparing((TenantId tenant) -> tenant.compareTo(last) <= 0)
            .thenComparing(byName);
  }

  /** Takes one job of each tenant, round-robin. */
  private static List<ClaimedJob> dealt(List<ClaimedJob> level, Comparator<TenantId> order) {
    Map<TenantId, List<ClaimedJob>> byTenant = new TreeMap<>(order);
    level.forEach(job -> byTenant.computeIfAbsent(job.tenant(), key -> new ArrayList<>()).add(job));
    List<ClaimedJob> dealt = new ArrayList<>(level.size());
    for (int round = 0; dealt.size() < level.size(); round++) {
      for (List<ClaimedJob> jobs : byTenant.values()) {
        if (round < jobs.size()) {
          dealt.add(jobs.get(round));
        }
      }
    }
    return dealt;
  }

  private static Circle circle(ClaimRequest request, QueueName queue) {
    return new Circle(queue, request.types(), request.tenants());
  }
}
