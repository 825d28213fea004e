package io.taskforge.redriving;

import io.taskforge.TaskForge;
import io.taskforge.deadletter.Redrive;
import io.taskforge.deadletter.RedriveRequest;
import io.taskforge.job.ChangeResult;
import io.taskforge.query.FailureGroup;
import io.taskforge.query.FailureGroupFilter;
import io.taskforge.store.JobStore;
import java.util.ArrayList;
import java.util.List;

/** The Java code of {@code docs/guides/dead-letters.md}, compiled so that it can't go stale. */
final class DeadLetterSnippets {
  final List<String> said = new ArrayList<>();

  void groups(JobStore store) {
    // snippet:groups
    for (FailureGroup group : store.queries().failureGroups(FailureGroupFilter.all(10))) {
      log(group.dead() + " dead: " + group.errorType() + ": " + group.sample().message());
    }
    // end
  }

  ChangeResult one(TaskForge forge, FailureGroup group) {
    // snippet:one
    ChangeResult tried = forge.redrive(group.sample().job());
    // end
    return tried;
  }

  RedriveRequest count(TaskForge forge, FailureGroup group) {
    // snippet:count
    RedriveRequest request =
        RedriveRequest.failureGroup(group.fingerprint()).ratePerSecond(20).stopIfFailureRatio(0.1);
    long many = forge.redrives().count(request.selection());
    // end
    log(many + " would be redriven");
    return request;
  }

  Redrive start(TaskForge forge, RedriveRequest request) {
    // snippet:start
    Redrive redrive = forge.redrives().start(request);
    // end
    return redrive;
  }

  void watch(TaskForge forge, Redrive redrive) {
    // snippet:watch
    Redrive now = forge.redrives().get(redrive.id()).orElseThrow();
    log(now.state() + ": " + now.counts().moved() + " of " + now.counts().matched());
    forge.redrives().stop(redrive.id());
    // end
  }

  private void log(String line) {
    said.add(line);
  }
}
