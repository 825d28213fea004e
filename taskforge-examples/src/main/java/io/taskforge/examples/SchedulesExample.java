package io.taskforge.examples;

import io.taskforge.JobType;
import io.taskforge.Schedules;
import io.taskforge.TaskForge;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import io.taskforge.job.ScheduleId;
import io.taskforge.query.AttemptPage;
import io.taskforge.query.JobFilter;
import io.taskforge.query.JobPage;
import io.taskforge.schedule.MisfirePolicy;
import io.taskforge.schedule.OverlapPolicy;
import io.taskforge.schedule.Schedule;
import io.taskforge.schedule.ScheduleKey;
import io.taskforge.schedule.StoredSchedule;
import io.taskforge.schedule.Timing;
import java.util.concurrent.atomic.AtomicInteger;

/** Recurring, one-off and manually triggered schedules. */
public final class SchedulesExample {
  private static final JobType<String> SAY = JobType.of("say", String.class);

  private SchedulesExample() {}

  public static void main(String[] args) throws Exception {
    AtomicInteger ticks = new AtomicInteger();
    JobsEnded ended = new JobsEnded(5);
    try (var store = SqliteJobStore.open(TemporaryFile.create());
        var forge =
            TaskForge.builder()
                .store(store)
                .listener(ended)
                .handler(
                    SAY,
                    text -> {
                      System.out.println(
                          text.equals("tick") ? "tick " + ticks.incrementAndGet() : text);
                    })
                .build()
                .start()) {
      // snippet:schedules
      Schedules schedules = forge.schedules();
      schedules.put(new ScheduleId("tick"), Timing.every("* * * * * *", "UTC"), SAY.with("tick"));
      schedules.put(
          new ScheduleId("soon"), Timing.at(store.now().plusSeconds(1)), SAY.with("once"));

      Schedule nightly =
          schedules
              .draft(
                  new ScheduleId("nightly"),
                  Timing.every("30 2 * * *", "Europe/Berlin"),
                  SAY.withoutPayload())
              .withName("Nightly", "says something at half past two")
              .withPolicies(MisfirePolicy.SKIP, OverlapPolicy.CANCEL_PREVIOUS);
      schedules.put(nightly);
      // end
      // snippet:schedules-by-hand
      ScheduleKey tick = ScheduleKey.of("tick");
      schedules.trigger(tick); // one job now, whatever the time
      schedules.pause(ScheduleKey.of("nightly")); // resume, delete
      StoredSchedule stored = schedules.get(tick).orElseThrow();
      stored.schedule().upcoming(5); // the next five runs
      schedules.put(stored.schedule().withName("Tick", ""), stored.version()); // or empty
      // end
      System.out.println("runs to come: " + stored.schedule().upcoming(5).size());
      ended.await();
      // snippet:schedule-runs
      AttemptPage page = schedules.runs(tick, null, 10);
      page.items(); // attempts, newest first; page.next() is the cursor of the next page
      JobPage jobs = forge.jobs(JobFilter.all(50).schedule(tick));
      // end
      System.out.println("ran: " + !page.items().isEmpty() + ", jobs: " + !jobs.items().isEmpty());
      schedules.delete(tick);
      System.out.println("left: " + schedules.list(null, null, 10).items().size());
      System.out.println(
          "paused: " + schedules.get(nightly.key()).orElseThrow().schedule().paused());
    }
  }
}
