package io.taskforge.testing.engine;

import static io.taskforge.engine.EngineAccess.engineOf;
import static io.taskforge.testing.JobAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.TaskForgeBuilder;
import io.taskforge.job.JobId;
import io.taskforge.job.Outcome;
import io.taskforge.job.QueueName;
import io.taskforge.query.WorkerInfo;
import io.taskforge.queue.Queue;
import io.taskforge.queue.QueueSettings;
import io.taskforge.retry.RetryPolicies;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Workers that serve every queue that the store knows. */
class AllQueuesTest {
  private static final QueueName NEW = new QueueName("new");

  private final Workers workers = new Workers();

  @AfterEach
  void close() {
    workers.close();
  }

  private static void serving(TaskForgeBuilder builder) {
    builder
        .allQueues()
        .handler(JobType.of("call", Object.class), (payload, context) -> Outcome.DONE)
        .handler(JobType.of("fails", Object.class), new Failing());
  }

  private static void turn(TaskForge forge) {
    engineOf(forge).fetch();
    engineOf(forge).commit();
  }

  @Test
  void a_new_queue_is_served_immediately_by_the_node_that_enqueued_into_it() {
    TaskForge node = workers.worker("node", AllQueuesTest::serving);
    engineOf(node).readQueues();
    JobId id = node.enqueue(JobRequest.of("call").queue("new")).id();
    turn(node);

    assertThat(workers.job(id)).succeeded();
    assertThat(workers.memory.queues()).extracting(Queue::name).contains(NEW);
  }

  @Test
  void a_new_queue_is_served_by_another_node_within_two_seconds() {
    TaskForge enqueuing = workers.worker("enqueuing", f -> f.allQueues());
    TaskForge node = workers.worker("node", AllQueuesTest::serving);
    Duration untilRead = engineOf(node).readQueues();
    JobId id = enqueuing.enqueue(JobRequest.of("call").queue("new")).id();
    turn(node);
    assertThat(workers.job(id)).isQueued();

    assertThat(untilRead).isLessThanOrEqualTo(Duration.ofSeconds(2));
    workers.advance(untilRead);
    engineOf(node).readQueues();
    turn(node);
    assertThat(workers.job(id)).succeeded();
  }

  @Test
  void a_worker_of_some_queues_neither_serves_nor_declares_others() {
    TaskForge some =
        workers.worker(
            "some",
            f -> f.handler(JobType.of("call", Object.class), (payload, context) -> Outcome.DONE));
    JobId id = some.enqueue(JobRequest.of("call").queue("new")).id();
    engineOf(some).readQueues();
    turn(some);

    assertThat(workers.job(id)).isQueued();
    assertThat(workers.memory.queue(NEW)).isEmpty();
  }

  @Test
  void a_dead_job_redriven_to_a_new_queue_is_served_there() {
    boolean[] mended = {false};
    TaskForge node =
        workers.worker(
            "node",
            f ->
                f.allQueues()
                    .queue("default", q -> q.deadLetterQueue("dead"))
                    .handler(
                        JobType.of("call", Object.class),
                        (payload, context) -> {
                          if (!mended[0]) {
                            throw new IllegalStateException("not yet");
                          }
                          return Outcome.done(context.queue().value());
                        }));
    JobId id = node.enqueue(JobRequest.of("call").retryPolicy(RetryPolicies.ONCE)).id();
    turn(node);
    assertThat(workers.job(id)).isDead();

    mended[0] = true;
    node.redrive(id, NEW);
    turn(node);

    assertThat(workers.job(id)).succeeded();
    assertThat(workers.job(id).result()).hasToString("\"new\"");
  }

  @Test
  void the_dead_letter_queue_of_a_discovered_queue_applies() {
    workers.memory.putQueue(NEW, QueueSettings.of(null, new QueueName("dead")));
    TaskForge node = workers.worker("node", AllQueuesTest::serving);
    JobId id =
        node.enqueue(JobRequest.of("fails").queue("new").retryPolicy(RetryPolicies.ONCE)).id();
    turn(node);

    assertThat(workers.job(id)).isDead();
    assertThat(workers.job(id).queue()).isEqualTo(new QueueName("dead"));
    assertThat(workers.memory.queue(NEW).orElseThrow().settings().deadLetterQueue())
        .as("an enqueue leaves settings alone")
        .isEqualTo(new QueueName("dead"));
  }

  @Test
  void the_limits_of_a_discovered_queue_apply() {
    HeldThreads held = new HeldThreads();
    workers.memory.putQueue(NEW, QueueSettings.NONE.limitedTo(2, null));
    TaskForge node = workers.worker("node", held, AllQueuesTest::serving);
    for (int i = 0; i < 5; i++) {
      node.enqueue(JobRequest.of("call").queue("new"));
    }
    engineOf(node).fetch();
    assertThat(held.waiting()).isEqualTo(2);
  }

  @Test
  void a_heartbeat_lists_the_served_queues() {
    TaskForge node = workers.worker("node", AllQueuesTest::serving);
    node.enqueue(JobRequest.of("call").queue("new"));
    engineOf(node).heartbeat();

    assertThat(workers.memory.queries().workers())
        .extracting(WorkerInfo::queues)
        .containsExactly(Set.of(QueueName.DEFAULT, NEW));
  }
}
