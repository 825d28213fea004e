package io.taskforge.simulator.check;

import io.taskforge.simulator.check.Event.EnqueueCalled;
import io.taskforge.simulator.check.Event.Wanted;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What an enqueue promises: all or none (I2), one job per key (I11), own tenant only (I12). */
final class EnqueueRules {
  private final Findings findings;
  private final Map<Call, EnqueueCalled> open = new HashMap<>();
  private final List<EnqueueCalled> unknown = new ArrayList<>();
  private final Map<String, String> byKey = new HashMap<>();

  /** Each node numbers its calls. */
  private record Call(String node, long number) {}

  EnqueueRules(Findings findings) {
    this.findings = findings;
  }

  void called(EnqueueCalled event) {
    open.put(new Call(event.node(), event.call()), event);
  }

  void unknown(Event.EnqueueUnknown event) {
    EnqueueCalled call = open.remove(new Call(event.node(), event.call()));
    if (call != null) {
      unknown.add(call);
    }
  }

  void answered(Event.EnqueueAnswered event, Map<String, JobRecord> jobs) {
    EnqueueCalled call = open.remove(new Call(event.node(), event.call()));
    if (call == null) {
      return;
    }
    for (int i = 0; i < event.jobs().size(); i++) {
      Wanted wanted = call.jobs().get(i);
      String id = event.jobs().get(i);
      JobRecord job = jobs.get(id);
      if (job == null) {
        findings.unsafe(
            Invariant.I2, jobs.get(wanted.job()), event, "was answered with an unknown job " + id);
        continue;
      }
      job.acknowledged = true;
      if (!job.wanted.tenant().equals(wanted.tenant())) {
        findings.unsafe(
            Invariant.I12,
            job,
            event,
            "of tenant %s was the answer to an enqueue of tenant %s"
                .formatted(job.wanted.tenant(), wanted.tenant()));
      }
      if (!id.equals(wanted.job()) && wanted.key() == null) {
        findings.unsafe(
            Invariant.I2, job, event, "was the answer to another job without a key: " + wanted);
      }
      if (wanted.key() != null) {
        String before = byKey.putIfAbsent(wanted.tenant() + " " + wanted.key(), id);
        if (before != null && !before.equals(id)) {
          findings.unsafe(
              Invariant.I11, job, event, "has key %s of job %s".formatted(wanted.key(), before));
        }
      }
    }
  }

  /** Each batch without an answer is stored as a whole or not at all. */
  void snapshot(Event.Snapshot event, Set<String> present, Map<String, JobRecord> jobs) {
    for (EnqueueCalled call : unknown) {
      Set<Boolean> stored = new HashSet<>();
      for (Wanted wanted : call.jobs()) {
        // A job with a key may have been stored by another call.
        if (wanted.key() == null) {
          stored.add(present.contains(wanted.job()));
        }
      }
      if (stored.size() > 1) {
        findings.unsafe(
            Invariant.I2,
            jobs.get(call.jobs().get(0).job()),
            event,
            "its batch was stored in part: " + call);
      }
    }
  }
}
