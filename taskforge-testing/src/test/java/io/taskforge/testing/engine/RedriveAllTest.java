package io.taskforge.testing.engine;

import static io.taskforge.testing.JobAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.event.JobEvent;
import io.taskforge.job.ChangeResult;
import io.taskforge.job.ChangeResult.Status;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.Outcome;
import io.taskforge.job.QueueName;
import io.taskforge.job.Transition;
import io.taskforge.testing.TestForge;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Redriving many dead letters through the client. */
class RedriveAllTest {
  private static final ChangeResult MOVED = new ChangeResult(Status.CHANGED, JobState.QUEUED);

  private final List<JobEvent> events = new ArrayList<>();
  private final TestForge forge =
      TestForge.with(
          f ->
              f.listener(events::add)
                  .queue("default", q -> q.deadLetterQueue("morgue"))
                  .queue("second-chance")
                  .handler(
                      JobType.of("pay", Object.class),
                      (payload, context) ->
                          context.totalAttempts() == 1
                              ? Outcome.deadLetter("no funds")
                              : Outcome.DONE));
  private final TaskForge client = forge.taskForge();

  @AfterEach
  void close() {
    forge.close();
  }

  private JobId dead() {
    JobId id = forge.enqueue(JobRequest.of("pay")).id();
    forge.runDue();
    assertThat(forge.job(id)).isDead();
    return id;
  }

  @Test
  void all_jobs_are_redriven_and_reported_to_listeners() {
    JobId first = dead();
    JobId second = dead();
    JobId waiting = forge.enqueue(JobRequest.of("unknown")).id();
    events.clear();

    List<ChangeResult> results = client.redriveAll(List.of(first, waiting, second), null);

    assertThat(results)
        .containsExactly(MOVED, new ChangeResult(Status.REFUSED, JobState.QUEUED), MOVED);
    assertThat(events).extracting(JobEvent::jobId).containsExactlyInAnyOrder(first, second);
    assertThat(events).extracting(JobEvent::transition).containsOnly(Transition.REDRIVEN);
    assertThat(events).extracting(JobEvent::state).containsOnly(JobState.QUEUED);
    forge.runDue();
    assertThat(forge.job(first)).succeeded();
    assertThat(forge.job(second)).succeeded();
  }

  @Test
  void a_job_can_be_redriven_to_another_queue() {
    JobId id = dead();

    assertThat(client.redrive(id, new QueueName("second-chance"))).isEqualTo(MOVED);

    assertThat(forge.job(id).queue()).hasToString("second-chance");
    forge.runDue();
    assertThat(forge.job(id)).succeeded();
  }

  @Test
  void an_unknown_job_is_not_found() {
    JobId id = JobId.parse("0190163d-8694-739b-aea5-966c26f8ad91");

    assertThat(client.redrive(id, null)).isEqualTo(new ChangeResult(Status.NOT_FOUND, null));
    assertThat(events).isEmpty();
  }
}
