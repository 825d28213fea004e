package io.taskforge.simulator.cluster;

import io.taskforge.job.AttemptStatus;
import io.taskforge.job.Counters;
import io.taskforge.job.JobState;
import io.taskforge.job.Transition;
import io.taskforge.job.Verdict;
import io.taskforge.simulator.check.ForwardingStore;
import io.taskforge.simulator.check.Invariant;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.CommitResult;
import io.taskforge.store.JobStore;
import io.taskforge.store.Settlement;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Mistakes of the engine's decisions: counters, delays, and the next state of a job. */
final class VerdictBugs {
  private VerdictBugs() {}

  static List<PlantedBug> all() {
    return List.of(
        bug(
            "failure-counts-twice",
            Invariant.I6,
            VerdictBugs::isRetry,
            it -> counters(it, it.verdict().counters().failed())),
        bug(
            "failure-is-not-counted",
            Invariant.I6,
            it -> isRetry(it) && it.job().counters().failures() > 0,
            it -> counters(it, it.job().counters())),
        bug(
            "interruption-counts-as-failure",
            Invariant.I6,
            it -> it.verdict().status() == AttemptStatus.INTERRUPTED,
            it -> counters(it, it.job().counters().failed())),
        bug(
            "snooze-counts-as-failure",
            Invariant.I6,
            it -> it.verdict().status() == AttemptStatus.SNOOZED,
            it -> counters(it, it.job().counters().failed())),
        bug(
            "lost-lease-is-not-counted",
            Invariant.I6,
            it -> isLost(it) && it.job().counters().lostLeases() > 0,
            it -> counters(it, it.job().counters())),
        bug(
            "lost-lease-counts-as-failure",
            Invariant.I6,
            VerdictBugs::isLost,
            it -> counters(it, it.job().counters().failed())),
        bug(
            "lost-leases-have-no-limit",
            Invariant.I6,
            it -> it.verdict().transition() == Transition.LOST_FOR_GOOD,
            VerdictBugs::lostAgain),
        bug(
            "at-most-once-runs-again-after-crash",
            Invariant.I5,
            it -> it.verdict().transition() == Transition.LOST_FOR_GOOD,
            VerdictBugs::lostAgain),
        bug(
            "refund-uses-a-retry",
            Invariant.I15,
            VerdictBugs::isRefund,
            it -> counters(it, it.job().counters().failed())),
        bug(
            "refund-resets-failures",
            Invariant.I15,
            it -> isRefund(it) && it.job().counters().failures() > 0,
            it -> counters(it, Counters.ZERO)),
        bug(
            "refund-of-a-snooze",
            Invariant.I15,
            it -> it.verdict().status() == AttemptStatus.SNOOZED,
            it ->
                changed(
                    it, Transition.REFUNDED, new Verdict.RunAgain(Duration.ofMillis(300), false))),
        PlantedBug.inEngine(
            "suspects-run-together", Invariant.I16, (next, world) -> runTogether(next)),
        bug(
            "lost-lease-ends-job",
            Invariant.I6,
            VerdictBugs::isLost,
            it -> changed(it, Transition.LOST_FOR_GOOD, failed())),
        bug(
            "retry-has-no-delay",
            Invariant.I7,
            VerdictBugs::isRetry,
            it -> next(it, new Verdict.RunAgain(Duration.ZERO, true))),
        bug(
            "retry-ignores-cap",
            Invariant.I7,
            VerdictBugs::isRetry,
            it -> next(it, new Verdict.RunAgain(Duration.ofSeconds(30), true))),
        bug(
            "retry-exceeds-policy",
            Invariant.I6,
            it ->
                it.verdict().transition() == Transition.DEAD_LETTERED
                    || it.verdict().transition() == Transition.GAVE_UP,
            it ->
                it.verdict().counters().failures() == 0
                    ? it
                    : changed(
                        it,
                        Transition.RETRY_SCHEDULED,
                        new Verdict.RunAgain(Duration.ofMillis(300), true))),
        bug(
            "gives-up-early",
            Invariant.I6,
            VerdictBugs::isRetry,
            it -> changed(it, Transition.GAVE_UP, failed())),
        bug(
            "failure-ends-as-success",
            Invariant.I8,
            VerdictBugs::isRetry,
            it ->
                it.with(
                    Verdict.of(
                        AttemptStatus.SUCCEEDED,
                        Transition.COMPLETED,
                        new Verdict.Finish(JobState.SUCCEEDED, null),
                        it.job().counters(),
                        null,
                        ""))));
  }

  /** The engine does not see that a job is a suspect, and blames all that were lost. */
  private static JobStore runTogether(JobStore next) {
    return new ForwardingStore(next) {
      @Override
      public List<ClaimedJob> claim(ClaimRequest request) {
        return next.claim(request).stream().map(VerdictBugs::unsuspected).toList();
      }

      @Override
      public List<CommitResult> commit(List<Settlement> settlements) {
        return next.commit(
            settlements.stream()
                .map(
                    each ->
                        isLost(each)
                                && each.verdict().counters().lostLeases() >= Cluster.MAX_LOST_LEASES
                            ? poisoned(each)
                            : each)
                .toList());
      }
    };
  }

  private static ClaimedJob unsuspected(ClaimedJob job) {
    Counters counters = job.counters();
    return ClaimBugs.with(
        job,
        job.settings(),
        job.payload(),
        job.number(),
        new Counters(
            counters.failures(), Math.min(1, counters.lostLeases()), counters.interruptions()));
  }

  private static Settlement poisoned(Settlement lost) {
    Verdict verdict = lost.verdict();
    return lost.with(
        Verdict.of(
            verdict.status(),
            Transition.LOST_FOR_GOOD,
            failed(),
            verdict.counters(),
            verdict.failure(),
            "poison: blamed without quarantine"));
  }

  private static PlantedBug bug(
      String name,
      Invariant invariant,
      Predicate<Settlement> where,
      UnaryOperator<Settlement> mistake) {
    return PlantedBug.inEngine(
        name,
        invariant,
        (next, world) ->
            new ForwardingStore(next) {
              @Override
              public List<CommitResult> commit(List<Settlement> settlements) {
                return next.commit(
                    settlements.stream()
                        .map(each -> where.test(each) ? mistake.apply(each) : each)
                        .toList());
              }
            });
  }

  private static boolean isRetry(Settlement settlement) {
    return settlement.verdict().transition() == Transition.RETRY_SCHEDULED;
  }

  private static boolean isRefund(Settlement settlement) {
    return settlement.verdict().transition() == Transition.REFUNDED;
  }

  private static boolean isLost(Settlement settlement) {
    return settlement.verdict().transition() == Transition.LEASE_LOST;
  }

  private static Verdict.Next failed() {
    return new Verdict.Finish(JobState.FAILED, null);
  }

  private static Settlement lostAgain(Settlement settlement) {
    return changed(settlement, Transition.LEASE_LOST, new Verdict.RunAgain(Duration.ZERO, false));
  }

  private static Settlement counters(Settlement settlement, Counters counters) {
    Verdict verdict = settlement.verdict();
    return settlement.with(
        new Verdict(
            verdict.status(),
            verdict.transition(),
            verdict.next(),
            counters,
            verdict.failure(),
            verdict.explanation(),
            verdict.maxRetries()));
  }

  static Settlement next(Settlement settlement, Verdict.Next next) {
    return changed(settlement, settlement.verdict().transition(), next);
  }

  private static Settlement changed(Settlement settlement, Transition by, Verdict.Next next) {
    Verdict verdict = settlement.verdict();
    return settlement.with(
        new Verdict(
            verdict.status(),
            by,
            next,
            verdict.counters(),
            verdict.failure(),
            verdict.explanation(),
            verdict.maxRetries()));
  }
}
