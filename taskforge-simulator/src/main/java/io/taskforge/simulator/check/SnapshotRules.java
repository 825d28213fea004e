package io.taskforge.simulator.check;

import io.taskforge.job.JobState;
import io.taskforge.simulator.check.Event.Seen;
import io.taskforge.simulator.check.Event.Snapshot;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What must hold whenever all jobs are read (I1, I8 to I12), and once faults have stopped. */
record SnapshotRules(Findings findings, EnqueueRules enqueues, Map<String, JobRecord> jobs) {
  void snapshot(Snapshot event) {
    Set<String> present = new HashSet<>();
    Map<String, String> keys = new HashMap<>();
    Map<String, String> occurrences = new HashMap<>();
    for (Seen seen : event.jobs()) {
      JobRecord job = jobs.get(seen.job());
      if (job == null) {
        findings.unsafe(Invariant.I2, null, event, "a job that no one enqueued: " + seen.job());
        continue;
      }
      if (!present.add(seen.job())) {
        findings.unsafe(Invariant.I9, job, event, "is in two places");
        continue;
      }
      job.seen = true;
      consistent(event, seen, job);
      history(event, seen, job);
      unique(event, job, Invariant.I11, keys, seen.key() == null ? null : key(seen));
      unique(event, job, Invariant.I10, occurrences, job.wanted.schedule());
      if (event.last() && !seen.state().isFinal()) {
        findings.late(Invariant.I13, job, event, "has not ended: " + seen.state());
        if (job.acknowledged) {
          findings.late(Invariant.I1, job, event, "was acknowledged and has not ended");
        }
      }
    }
    jobs.values().stream()
        .filter(job -> job.acknowledged && !present.contains(job.wanted.job()))
        .forEach(job -> findings.unsafe(Invariant.I1, job, event, "was acknowledged and is gone"));
    enqueues.snapshot(event, present, jobs);
  }

  private static String key(Seen seen) {
    return seen.tenant() + " " + seen.key();
  }

  private void unique(
      Event event,
      JobRecord job,
      Invariant invariant,
      Map<String, String> seen,
      @Nullable String value) {
    String before = value == null ? null : seen.putIfAbsent(value, job.wanted.job());
    if (before != null) {
      findings.unsafe(invariant, job, event, "and job %s are both for %s".formatted(before, value));
    }
  }

  private void consistent(Snapshot event, Seen seen, JobRecord job) {
    if (!seen.tenant().equals(job.wanted.tenant())) {
      findings.unsafe(
          Invariant.I12, job, event, "belongs to tenant " + seen.tenant() + " according to a list");
    }
    inOnePlace(event, seen, job);
    if (job.uncertain) {
      return;
    }
    if (seen.state() != job.state) {
      findings.unsafe(
          Invariant.I8,
          job,
          event,
          "is %s, but its events lead to %s".formatted(seen.state(), job.state));
    }
    if (!job.uncounted && !seen.counters().equals(job.counters)) {
      findings.unsafe(
          Invariant.I6,
          job,
          event,
          "has %s, but its events lead to %s".formatted(seen.counters(), job.counters));
    }
  }

  private void inOnePlace(Event event, Seen seen, JobRecord job) {
    if (seen.leased() != (seen.state() == JobState.RUNNING)
        || seen.finished() != seen.state().isFinal()
        || (seen.state() == JobState.DEAD && !seen.dead())) {
      findings.unsafe(Invariant.I9, job, event, "is " + seen);
    }
  }

  private void history(Snapshot event, Seen seen, JobRecord job) {
    List<String> history = seen.history();
    if (!job.uncounted && history.size() != job.entries) {
      findings.unsafe(
          Invariant.I8,
          job,
          event,
          "has %d entries, but its events lead to %d".formatted(history.size(), job.entries));
    }
    grown(event, history, job);
  }

  private void grown(Event event, List<String> history, JobRecord job) {
    for (int i = 0; i < history.size(); i++) {
      if (!history.get(i).startsWith((i + 1) + " ")) {
        findings.unsafe(
            Invariant.I8, job, event, "entry %d is '%s'".formatted(i + 1, history.get(i)));
      }
    }
    int common = Math.min(history.size(), job.history.size());
    if (!history.subList(0, common).equals(job.history.subList(0, common))
        || history.size() < job.history.size()) {
      findings.unsafe(
          Invariant.I8,
          job,
          event,
          "history was rewritten from %s to %s".formatted(job.history, history));
    }
    job.history = history;
  }

  /** Jobs that others may be changing: each alone must make sense, and history only grows. */
  void looked(Event.Looked event) {
    for (Seen seen : event.jobs()) {
      JobRecord job = jobs.get(seen.job());
      if (job == null) {
        findings.unsafe(Invariant.I2, null, event, "a job that no one enqueued: " + seen.job());
        continue;
      }
      inOnePlace(event, seen, job);
      grown(event, seen.history(), job);
    }
  }

  void tenantRead(Event.TenantRead event) {
    for (String id : event.jobs()) {
      JobRecord job = jobs.get(id);
      if (job != null && !job.wanted.tenant().equals(event.tenant())) {
        findings.unsafe(Invariant.I12, job, event, "was shown to tenant " + event.tenant());
      }
    }
  }

  /** Each occurrence that is due has its job. */
  void occurrences(Event.Occurrences event) {
    Set<String> known = new HashSet<>();
    for (JobRecord job : jobs.values()) {
      String occurrence = job.wanted.schedule();
      if (occurrence != null && job.seen) {
        known.add(occurrence);
      }
    }
    for (Instant due : event.due()) {
      if (!known.contains(event.schedule() + " " + due)) {
        findings.late(
            Invariant.I10,
            null,
            event,
            "schedule %s has no job for %s".formatted(event.schedule(), due));
      }
    }
  }
}
