package io.taskforge;

import io.taskforge.job.JobState;
import io.taskforge.job.JobType;
import io.taskforge.job.NewJob;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.store.EndedJob;
import io.taskforge.store.FollowUps;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** What a builder was told to let follow: rules for one state each, and whole follow-ups. */
final class RequestedFollowUps implements FollowUps {
  private final List<Rule> rules;
  private final List<FollowUps> others;
  private final JobClient client;

  RequestedFollowUps(List<Rule> rules, List<FollowUps> others, JobClient client) {
    this.rules = List.copyOf(rules);
    this.others = List.copyOf(others);
    this.client = client;
  }

  /** Which requests follow when a job ends in a state. */
  record Rule(JobState state, Function<EndedJob, List<JobRequest>> next) {}

  @Override
  public boolean wants(TenantId tenant, QueueName queue, JobType type, JobState state) {
    return rules.stream().anyMatch(rule -> rule.state == state)
        || others.stream().anyMatch(other -> other.wants(tenant, queue, type, state));
  }

  @Override
  public List<NewJob> after(List<EndedJob> ended) {
    List<NewJob> all = new ArrayList<>();
    for (Rule rule : rules) {
      for (EndedJob job : ended) {
        if (job.state() == rule.state) {
          all.addAll(client.newJobs(rule.next.apply(job)));
        }
      }
    }
    for (FollowUps other : others) {
      List<EndedJob> wanted =
          ended.stream()
              .filter(job -> other.wants(job.tenant(), job.queue(), job.type(), job.state()))
              .toList();
      if (!wanted.isEmpty()) {
        all.addAll(other.after(wanted));
      }
    }
    return all;
  }
}
