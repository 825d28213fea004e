package io.taskforge.simulator.cluster;

import io.taskforge.job.Enqueued;
import io.taskforge.job.Guarantee;
import io.taskforge.job.IdempotencyKey;
import io.taskforge.job.JobId;
import io.taskforge.job.JobIdentity;
import io.taskforge.job.JobSettings;
import io.taskforge.job.NewJob;
import io.taskforge.job.StoreException;
import io.taskforge.simulator.check.ForwardingStore;
import io.taskforge.simulator.check.Invariant;
import io.taskforge.store.JobStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Mistakes of enqueues. */
final class EnqueueBugs {
  private EnqueueBugs() {}

  static List<PlantedBug> all() {
    return List.of(
        bug("enqueue-not-stored", Invariant.I1, EnqueueBugs::notStored),
        bug(
            "enqueue-loses-last-of-batch",
            Invariant.I1,
            (next, jobs, call) -> losesLast(next, jobs)),
        bug("enqueue-stores-half-a-batch", Invariant.I2, EnqueueBugs::storesHalf),
        bug(
            "enqueue-repeats-under-new-id",
            Invariant.I2,
            (next, jobs, call) -> repeats(next, jobs)),
        bug("enqueue-finds-key-of-any-tenant", Invariant.I12, EnqueueBugs::keyOfAnyTenant),
        changing(
            "enqueue-ignores-key",
            Invariant.I11,
            job -> job.schedule() == null ? withKey(job, null) : job),
        changing(
            "schedule-enqueues-without-key",
            Invariant.I10,
            job -> job.schedule() == null ? job : withKey(job, null)),
        changing(
            "enqueue-drops-delay",
            Invariant.I7,
            job ->
                new NewJob(
                    job.identity(), job.payload(), job.settings(), job.runAt(), Duration.ZERO)),
        changing("enqueue-forgets-at-most-once", Invariant.I5, EnqueueBugs::repeatable),
        changing(
            "enqueue-mixes-up-tenants",
            Invariant.I12,
            job -> of(job, Clients.TENANTS.get(0).equals(job.tenant()) ? 1 : 0)));
  }

  /** Changes how jobs are stored; the number counts the calls of the run. */
  private interface Mistake {
    List<Enqueued> enqueue(JobStore next, List<NewJob> jobs, int call);
  }

  private static PlantedBug bug(String name, Invariant invariant, Mistake mistake) {
    return PlantedBug.inStore(name, invariant, (next, world) -> store(next, mistake));
  }

  private static PlantedBug bug(
      String name, Invariant invariant, BiFunction<JobStore, World, JobStore> store) {
    return PlantedBug.inStore(name, invariant, store);
  }

  private static PlantedBug changing(
      String name, Invariant invariant, UnaryOperator<NewJob> mistake) {
    return bug(
        name,
        invariant,
        (Mistake) (next, jobs, call) -> next.enqueue(jobs.stream().map(mistake).toList()));
  }

  private static JobStore store(JobStore next, Mistake mistake) {
    return new ForwardingStore(next) {
      private int calls;

      @Override
      public List<Enqueued> enqueue(List<NewJob> jobs) {
        return mistake.enqueue(next, jobs, ++calls);
      }
    };
  }

  private static List<Enqueued> notStored(JobStore next, List<NewJob> jobs, int call) {
    return call % 3 == 0 ? asIfStored(next, jobs) : next.enqueue(jobs);
  }

  private static List<Enqueued> asIfStored(JobStore next, List<NewJob> jobs) {
    return jobs.stream().map(job -> new Enqueued(job.id(), job.stored(next.now()))).toList();
  }

  private static List<Enqueued> losesLast(JobStore next, List<NewJob> jobs) {
    int last = jobs.size() - 1;
    List<Enqueued> answers = new ArrayList<>(next.enqueue(jobs.subList(0, last)));
    answers.addAll(asIfStored(next, jobs.subList(last, jobs.size())));
    return answers;
  }

  private static List<Enqueued> storesHalf(JobStore next, List<NewJob> jobs, int call) {
    if (jobs.size() == 1 || call % 2 == 0) {
      return next.enqueue(jobs);
    }
    next.enqueue(jobs.subList(0, jobs.size() / 2));
    throw new StoreException("enqueue", true, null);
  }

  private static List<Enqueued> repeats(JobStore next, List<NewJob> jobs) {
    List<JobId> ids = jobs.stream().map(NewJob::id).toList();
    if (next.queries().jobs(ids).isEmpty()) {
      return next.enqueue(jobs);
    }
    next.enqueue(jobs.stream().map(EnqueueBugs::underNewId).toList());
    return asIfStored(next, jobs);
  }

  private static NewJob underNewId(NewJob job) {
    UUID id = job.id().value();
    JobId other =
        new JobId(new UUID(id.getMostSignificantBits(), id.getLeastSignificantBits() + (1L << 40)));
    return new NewJob(
        new JobIdentity(other, job.queue(), job.type(), job.tenant()),
        job.payload(),
        withKey(job, null).settings(),
        job.runAt(),
        job.delay());
  }

  private static JobStore keyOfAnyTenant(JobStore next, World world) {
    Map<IdempotencyKey, JobId> known = new HashMap<>();
    return store(
        next,
        (store, jobs, call) -> {
          List<Enqueued> answers = new ArrayList<>();
          for (NewJob job : jobs) {
            IdempotencyKey key = job.idempotencyKey();
            JobId before = key == null ? null : known.putIfAbsent(key, job.id());
            answers.add(
                before == null || before.equals(job.id())
                    ? store.enqueue(List.of(job)).get(0)
                    : new Enqueued(before, null));
          }
          return answers;
        });
  }

  private static NewJob withKey(NewJob job, @Nullable IdempotencyKey key) {
    return with(job, settings(job.settings(), job.guarantee(), key));
  }

  private static NewJob repeatable(NewJob job) {
    return with(
        job, settings(job.settings(), Guarantee.AT_LEAST_ONCE, job.settings().idempotencyKey()));
  }

  static JobSettings settings(JobSettings of, Guarantee guarantee, @Nullable IdempotencyKey key) {
    return new JobSettings(
        of.priority(),
        guarantee,
        of.retryPolicy(),
        of.limits(),
        new JobSettings.Origin(key, of.schedule(), of.trace()),
        of.laneKey(),
        of.tags());
  }

  private static NewJob with(NewJob job, JobSettings settings) {
    return new NewJob(job.identity(), job.payload(), settings, job.runAt(), job.delay());
  }

  private static NewJob of(NewJob job, int tenant) {
    return job.schedule() != null
        ? job
        : new NewJob(
            new JobIdentity(job.id(), job.queue(), job.type(), Clients.TENANTS.get(tenant)),
            job.payload(),
            job.settings(),
            job.runAt(),
            job.delay());
  }
}
