package io.taskforge.store.lane;

import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.store.ClaimRequest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Decides how many jobs to take from each lane. Pure.
 *
 * <ol>
 *   <li>Queues are served in the order of the request, each up to its limit.
 *   <li>Within a queue, strictly by priority.
 *   <li>Within a priority, tenants share equally, round-robin from the tenant after the one that
 *       was served last.
 *   <li>Within a tenant, the lane whose first job has waited longest goes first.
 *   <li>No share exceeds what the limits of queue and tenant leave.
 *   <li>Lanes of a limited destination share its limit; those of a closed one get nothing.
 * </ol>
 *
 * A deal does not know how many jobs a lane has. Where a single tenant has a priority for itself,
 * lanes behind it get shares too, for what it may leave; the take's limit ends the claim. Where
 * tenants share, what they leave is dealt again after the take, so that none of it goes to a lower
 * priority first.
 */
public final class Deal {
  private static final Turns NO_TURNS = (queue, priority) -> null;

  /** The maximum number of lanes in one take; each costs an index probe. */
  static final int MAX_LANES = 64;

  private final ClaimLimits limits;
  private final Turns turns;
  private final Map<Lane, Integer> shares = new LinkedHashMap<>();
  private final Map<TenantId, Integer> promised = new HashMap<>();
  private final Map<Object, Integer> promisedOfGroup = new HashMap<>();

  private Deal(ClaimLimits limits, Turns turns) {
    this.limits = limits;
    this.turns = turns;
  }

  /** The tenant that had the last job of a queue's priority, or null. */
  interface Turns {
    @Nullable TenantId last(QueueName queue, int priority);
  }

  /**
   * Deals what a request may claim, if no tenant was served before: returns the lanes in the order
   * in which to take from them, with the share of each.
   */
  public static Map<Lane, Integer> deal(List<LaneHead> due, ClaimRequest request) {
    return deal(due, new ClaimLimits(request), NO_TURNS);
  }

  /** Returns the lanes in the order in which to take from them, with the share of each. */
  static Map<Lane, Integer> deal(List<LaneHead> open, ClaimLimits limits, Turns turns) {
    Deal deal = new Deal(limits, turns);
    Map<QueueName, List<LaneHead>> byQueue =
        open.stream().collect(Collectors.groupingBy(head -> head.lane().queue()));
    for (ClaimRequest.QueueLimit queue : limits.queues()) {
      if (!deal.queue(queue.queue(), byQueue.getOrDefault(queue.queue(), List.of()))) {
        break;
      }
    }
    return deal.shares;
  }

  /** Returns whether another queue may get what this one leaves. */
  private boolean queue(QueueName queue, List<LaneHead> open) {
    int places = limits.ofQueue(queue);
    TreeMap<Integer, NavigableMap<TenantId, List<LaneHead>>> levels =
        new TreeMap<>(Comparator.reverseOrder());
    for (LaneHead head : open) {
      Lane lane = head.lane();
      levels
          .computeIfAbsent(lane.priority(), level -> new TreeMap<>(circle(queue, level)))
          .computeIfAbsent(lane.tenant(), tenant -> new ArrayList<>())
          .add(head);
    }
    for (NavigableMap<TenantId, List<LaneHead>> level : levels.values()) {
      level.values().forEach(lanes -> lanes.sort(Comparator.comparing(LaneHead::runAt)));
      level.keySet().removeIf(tenant -> left(tenant) == 0);
      if (level.isEmpty()) {
        continue;
      }
      int dealt = level.size() == 1 ? alone(level, places) : shared(level, places);
      if ((level.size() > 1 && dealt == limits.left()) || shares.size() == MAX_LANES) {
        return false;
      }
      // A queue that may fill the claim needs no sum of its own: the take's limit is enough.
      places = places < limits.left() ? places - dealt : places;
      if (places == 0) {
        return true;
      }
    }
    return true;
  }

  private Comparator<TenantId> circle(QueueName queue, int priority) {
    return TenantRoundRobin.circular(turns.last(queue, priority));
  }

  /** One tenant: each of its lanes may fill what is left. */
  private int alone(NavigableMap<TenantId, List<LaneHead>> level, int places) {
    TenantId tenant = level.firstKey();
    int dealt = 0;
    for (LaneHead head : level.firstEntry().getValue()) {
      boolean summed = places < limits.left() || limits.ofTenant(tenant) < limits.left();
      dealt += give(head.lane(), summed ? places - dealt : places);
    }
    return dealt;
  }

  /** Several tenants: equal parts, then again while the limits of some leave places for others. */
  private int shared(NavigableMap<TenantId, List<LaneHead>> level, int places) {
    int left = places;
    boolean dealt = true;
    while (dealt && left > 0) {
      dealt = false;
      int tenants = level.size();
      for (List<LaneHead> lanes : level.values()) {
        int part = left / tenants + (left % tenants > 0 ? 1 : 0);
        int given = part > 0 ? give(lanes.get(0).lane(), part) : 0;
        left -= given;
        dealt |= given > 0;
        tenants--;
      }
    }
    return places - left;
  }

  private int give(Lane lane, int most) {
    Object group = limits.group(lane);
    int ofGroup =
        group == null ? most : limits.ofGroup(group) - promisedOfGroup.getOrDefault(group, 0);
    int share = Math.min(Math.min(most, ofGroup), left(lane.tenant()));
    if (share <= 0 || (shares.size() == MAX_LANES && !shares.containsKey(lane))) {
      return 0;
    }
    shares.merge(lane, share, Integer::sum);
    if (group != null) {
      promisedOfGroup.merge(group, share, Integer::sum);
    }
    if (limits.ofTenant(lane.tenant()) < limits.left()) {
      promised.merge(lane.tenant(), share, Integer::sum);
    }
    return share;
  }

  private int left(TenantId tenant) {
    return limits.ofTenant(tenant) - promised.getOrDefault(tenant, 0);
  }
}
