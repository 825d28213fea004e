package io.taskforge;

import io.taskforge.job.EndedJob;
import io.taskforge.job.FollowUps;
import io.taskforge.job.JobState;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.NewJob;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.store.FollowUpHook;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Combines the follow-ups that a builder was given. Each has a {@link FollowUpHook} of its own, so
 * that one that fails does not suppress the others.
 */
final class RequestedFollowUps implements FollowUps {
  private final List<FollowUpHook> hooks = new ArrayList<>();

  RequestedFollowUps(List<Rule> rules, List<FollowUps> others, RequestedJobs client) {
    rules.forEach(rule -> hooks.add(new FollowUpHook(rule.followUps(client))));
    others.forEach(other -> hooks.add(new FollowUpHook(other)));
  }

  /** Which requests follow when a job ends in a state. */
  record Rule(JobState state, Function<EndedJob, List<JobRequest>> next) {
    private FollowUps followUps(RequestedJobs client) {
      return new FollowUps() {
        @Override
        public boolean wants(TenantId tenant, QueueName queue, JobTypeName type, JobState end) {
          return end == state;
        }

        @Override
        public List<NewJob> after(List<EndedJob> ended) {
          return ended.stream()
              .flatMap(
                  end ->
                      client.newJobs(next.apply(end)).stream()
                          .map(job -> job.trace() == null ? job.trace(end.trace()) : job))
              .toList();
        }
      };
    }
  }

  @Override
  public boolean wants(TenantId tenant, QueueName queue, JobTypeName type, JobState state) {
    return hooks.stream().anyMatch(hook -> hook.wants(tenant, queue, type, state));
  }

  @Override
  public List<NewJob> after(List<EndedJob> ended) {
    return hooks.stream().flatMap(hook -> hook.after(ended).stream()).toList();
  }
}
