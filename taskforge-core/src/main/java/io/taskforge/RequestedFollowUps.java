package io.taskforge;

import io.taskforge.job.JobState;
import io.taskforge.job.JobType;
import io.taskforge.job.NewJob;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.store.EndedJob;
import io.taskforge.store.FollowUps;
import io.taskforge.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a builder was told to let follow: rules for one state each, and whole follow-ups. */
final class RequestedFollowUps implements FollowUps {
  private static final Logger LOG = LoggerFactory.getLogger(RequestedFollowUps.class);

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
          add(all, () -> client.newJobs(rule.next.apply(job)), job);
        }
      }
    }
    for (FollowUps other : others) {
      List<EndedJob> wanted =
          ended.stream()
              .filter(job -> other.wants(job.tenant(), job.queue(), job.type(), job.state()))
              .toList();
      if (!wanted.isEmpty()) {
        all.addAll(after(other, wanted));
      }
    }
    return all;
  }

  /** What one can't say of a batch, it may be able to say of most of its jobs. */
  private static List<NewJob> after(FollowUps source, List<EndedJob> ended) {
    try {
      return source.after(ended);
    } catch (StoreException e) {
      throw e; // it can't say now: nothing ends until it can
    } catch (RuntimeException e) {
      List<NewJob> some = new ArrayList<>();
      ended.forEach(job -> add(some, () -> source.after(List.of(job)), job));
      return some;
    }
  }

  /** One that stumbles must not silence the others. */
  private static void add(List<NewJob> all, Supplier<List<NewJob>> source, EndedJob job) {
    try {
      all.addAll(source.get());
    } catch (StoreException e) {
      throw e;
    } catch (RuntimeException e) {
      LOG.error(
          "what follows the end of job {} can't be said, and one thing is left out", job.id(), e);
    }
  }
}
