package io.taskforge.schedule;

import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The Java code of {@code docs/guides/schedules.md}, compiled so that it stays correct. */
final class ScheduleSnippets {
  final List<String> said = new ArrayList<>();

  List<Instant> nightly(Instant now) {
    // snippet:nightly
    Cron nightly = Cron.parse("30 2 * * *");
    Optional<Instant> next = nightly.next(now, ZoneId.of("Europe/Berlin"));
    List<Instant> week = nightly.upcoming(now, ZoneId.of("Europe/Berlin"), 7);
    // end
    log(next.orElseThrow().toString());
    return week;
  }

  void refused() {
    // snippet:refused
    try {
      Cron.parse("61 */0 31 2 *");
    } catch (InvalidCronException e) {
      // minute: '61', hour: '*/0'
      e.faults().forEach(fault -> log(fault.key() + ": " + fault.value()));
    }
    // end
  }

  ScheduleDecision decide(
      JobTemplate job, Instant now, Instant later, boolean previousStillActive) {
    // snippet:decide
    Schedule report =
        Schedule.of("report", Timing.every("0 6 * * mon-fri", "Europe/Berlin"), job, now)
            .withPolicies(MisfirePolicy.SKIP, OverlapPolicy.CANCEL_PREVIOUS);

    ScheduleDecision decision = ScheduleDecision.decide(report, later, previousStillActive);
    decision.runs(); // the occurrences that get a job now
    decision.skipped(); // those that are left out, and why
    decision.nextRunAt(); // when to look again
    // end
    return decision;
  }

  private void log(String line) {
    said.add(line);
  }
}
