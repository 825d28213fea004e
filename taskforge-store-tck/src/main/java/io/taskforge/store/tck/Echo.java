package io.taskforge.store.tck;

import io.taskforge.job.EndedJob;
import io.taskforge.job.FollowUps;
import io.taskforge.job.JobState;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.NewJob;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Follow-ups that record their calls and enqueue one job for each end of a job, except for the ends
 * of jobs that they enqueued themselves.
 */
final class Echo implements FollowUps {
  static final QueueName QUEUE = new QueueName("echo");
  static final JobTypeName TYPE = new JobTypeName("tell");

  private final List<List<EndedJob>> asked = new ArrayList<>(); // guarded by this
  private final Function<EndedJob, NewJob> answer;
  private Set<JobState> wanted = EnumSet.allOf(JobState.class);
  private Consumer<List<EndedJob>> before = ended -> {};

  Echo(Function<EndedJob, NewJob> answer) {
    this.answer = answer;
  }

  /** Returns a job whose payload names the end that it follows. */
  static Echo of(StoreUnderTest test) {
    return new Echo(end -> draft(end).as(test.newId()));
  }

  static JobDraft draft(EndedJob end) {
    return new JobDraft()
        .in(QUEUE.value())
        .ofType(TYPE.value())
        .of(end.tenant().value())
        .with("\"" + name(end) + "\"");
  }

  /** Returns a unique name of this end. */
  static String name(EndedJob end) {
    return end.id() + " " + end.state() + " " + end.number().entry();
  }

  Echo wanting(JobState... states) {
    wanted = EnumSet.noneOf(JobState.class);
    wanted.addAll(List.of(states));
    return this;
  }

  /** Runs {@code action} at each call, before returning. */
  Echo doing(Consumer<List<EndedJob>> action) {
    before = action;
    return this;
  }

  /** Returns all ends that it was called for, in order. */
  synchronized List<EndedJob> ends() {
    return asked.stream().flatMap(List::stream).toList();
  }

  /** Returns the number of calls. */
  synchronized int timesAsked() {
    return asked.size();
  }

  @Override
  public boolean wants(TenantId tenant, QueueName queue, JobTypeName type, JobState state) {
    return !type.equals(TYPE) && wanted.contains(state);
  }

  @Override
  public List<NewJob> after(List<EndedJob> ended) {
    synchronized (this) {
      asked.add(List.copyOf(ended));
    }
    before.accept(ended);
    return ended.stream().map(answer).toList();
  }
}
