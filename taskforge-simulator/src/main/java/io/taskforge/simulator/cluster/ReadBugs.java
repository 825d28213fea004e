package io.taskforge.simulator.cluster;

import io.taskforge.job.Attempt;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.Retention;
import io.taskforge.query.AttemptFilter;
import io.taskforge.query.JobFilter;
import io.taskforge.query.JobPage;
import io.taskforge.simulator.check.ForwardingStore;
import io.taskforge.simulator.check.Invariant;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.DocumentStore;
import io.taskforge.store.JobQueries;
import io.taskforge.store.JobStore;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BiFunction;

/** Mistakes of lists, histories, documents and retention. */
final class ReadBugs {
  private ReadBugs() {}

  static List<PlantedBug> all() {
    return List.of(
        lists(
            "dead-letters-are-lost",
            Invariant.I1,
            (queries, filter) -> only(queries.list(filter), filter.state() != JobState.DEAD)),
        lists("dead-letters-are-in-two-places", Invariant.I9, ReadBugs::twice),
        lists(
            "list-ignores-tenant",
            Invariant.I12,
            (queries, filter) -> queries.list(filter.tenant(null))),
        histories(
            "history-loses-first-entry", all -> all.size() < 2 ? all : all.subList(1, all.size())),
        histories(
            "history-loses-last-entry",
            all -> all.size() < 2 ? all : all.subList(0, all.size() - 1)),
        histories("history-is-in-wrong-order", ReadBugs::reversed),
        PlantedBug.inStore(
            "purge-ignores-retention",
            Invariant.I1,
            (next, world) ->
                new ForwardingStore(next) {
                  @Override
                  public int purge(Retention retention, int limit) {
                    return next.purge(Retention.DEFAULT.jobs(Duration.ofSeconds(1)), limit);
                  }
                }),
        PlantedBug.inStore(
            "schedules-are-never-due", Invariant.I10, (next, world) -> neverDue(next)));
  }

  private static JobPage only(JobPage page, boolean all) {
    return all ? page : new JobPage(List.of(), null);
  }

  private static JobPage twice(JobQueries queries, JobFilter filter) {
    JobPage page = queries.list(filter);
    if (filter.state() != JobState.FAILED) {
      return page;
    }
    List<Job> both = new ArrayList<>(page.items());
    both.addAll(queries.list(filter.state(JobState.DEAD)).items());
    return new JobPage(both, null);
  }

  private static List<Attempt> reversed(List<Attempt> all) {
    List<Attempt> reversed = new ArrayList<>(all);
    Collections.reverse(reversed);
    return reversed;
  }

  private static PlantedBug lists(
      String name, Invariant invariant, BiFunction<JobQueries, JobFilter, JobPage> mistake) {
    return reading(
        name,
        invariant,
        queries ->
            (proxy, method, args) ->
                method.getName().equals("list")
                    ? mistake.apply(queries, (JobFilter) args[0])
                    : invoke(method, queries, args));
  }

  private interface Histories {
    List<Attempt> change(List<Attempt> all);
  }

  private static PlantedBug histories(String name, Histories mistake) {
    return reading(
        name,
        Invariant.I8,
        queries ->
            (proxy, method, args) ->
                method.getName().equals("attempts")
                    ? mistake.change(
                        args[0] instanceof AttemptFilter filter
                            ? queries.attempts(filter)
                            : queries.attempts((JobId) args[0], (int) args[1]))
                    : invoke(method, queries, args));
  }

  private interface Reads {
    InvocationHandler of(JobQueries queries);
  }

  private static PlantedBug reading(String name, Invariant invariant, Reads reads) {
    return PlantedBug.inStore(
        name,
        invariant,
        (next, world) -> {
          JobQueries queries =
              (JobQueries)
                  Proxy.newProxyInstance(
                      JobQueries.class.getClassLoader(),
                      new Class<?>[] {JobQueries.class},
                      reads.of(next.queries()));
          return new ForwardingStore(next) {
            @Override
            public JobQueries queries() {
              return queries;
            }
          };
        });
  }

  private static JobStore neverDue(JobStore next) {
    DocumentStore documents =
        (DocumentStore)
            Proxy.newProxyInstance(
                DocumentStore.class.getClassLoader(),
                new Class<?>[] {DocumentStore.class},
                (proxy, method, args) ->
                    method.getName().equals("due") && args[0] == DocumentKind.SCHEDULE
                        ? List.of()
                        : invoke(method, next.documents(), args));
    return new ForwardingStore(next) {
      @Override
      public DocumentStore documents() {
        return documents;
      }
    };
  }

  private static Object invoke(Method method, Object target, Object[] args) throws Throwable {
    try {
      return method.invoke(target, args);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
