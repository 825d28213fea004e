package io.taskforge.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.JobRequest;
import io.taskforge.TaskForge;
import io.taskforge.job.JobId;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.WorkerId;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.ClaimedJob;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Claims that continue where the last one ended, on the database's clock. */
class LanePositionsTest {
  private static final ClaimRequest.Lease LEASE =
      new ClaimRequest.Lease(new WorkerId("w1"), Duration.ofSeconds(15));
  private static final String SCHEMA = PostgresDatabase.freshSchema();

  private final AtomicLong ticks = new AtomicLong();
  private PostgresJobStore store;
  private TaskForge client;

  @BeforeEach
  void open() {
    store =
        PostgresJobStore.builder(PostgresDatabase.dataSource())
            .schema(SCHEMA)
            .ticker(ticks::get)
            .build();
    client = TaskForge.builder().store(store).build();
  }

  @AfterEach
  void close() throws SQLException {
    client.close();
    store.close();
    PostgresDatabase.empty(SCHEMA);
  }

  @AfterAll
  static void dropSchema() throws SQLException {
    PostgresDatabase.drop(SCHEMA);
  }

  @Test
  void claims_in_quick_succession_return_every_job_once() {
    Instant past = store.now().minusSeconds(60);
    Set<JobId> enqueued = enqueue(50, JobRequest.of("work").runAt(past));

    List<JobId> claimed = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      claimed.addAll(claim("work", 10));
    }

    assertThat(claimed).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(enqueued);
    assertThat(claim("work", 10)).isEmpty();
  }

  @Test
  void a_job_enqueued_behind_the_last_position_is_found_immediately() {
    Instant past = store.now().minusSeconds(60);
    enqueue(10, JobRequest.of("work").runAt(past));
    claim("work", 11);
    Set<JobId> earlier = enqueue(1, JobRequest.of("work").runAt(past.minusSeconds(60)));

    assertThat(claim("work", 10)).containsExactlyElementsOf(earlier);
  }

  @Test
  void a_job_that_another_process_enqueued_behind_the_last_position_waits_for_the_next_look() {
    Instant past = store.now().minusSeconds(60);
    enqueue(10, JobRequest.of("work").runAt(past));
    claim("work", 11);
    Set<JobId> earlier;
    try (PostgresJobStore other =
            PostgresJobStore.builder(PostgresDatabase.dataSource()).schema(SCHEMA).build();
        TaskForge otherClient = TaskForge.builder().store(other).build()) {
      earlier =
          Set.of(otherClient.enqueue(JobRequest.of("work").runAt(past.minusSeconds(60))).id());
    }

    assertThat(claim("work", 10)).as("before the look").isEmpty();

    ticks.addAndGet(Duration.ofSeconds(1).toNanos());
    assertThat(claim("work", 10)).containsExactlyElementsOf(earlier);
  }

  @Test
  void a_backlog_behind_the_cursor_is_claimed_without_waiting_once_it_was_found() {
    Instant past = store.now().minusSeconds(60);
    enqueue(10, JobRequest.of("work").runAt(past));
    claim("work", 10);
    enqueue(30, JobRequest.of("work").runAt(past.minusSeconds(60)));
    ticks.addAndGet(Duration.ofSeconds(1).toNanos());

    assertThat(claim("work", 10)).hasSize(10);
    assertThat(claim("work", 10)).hasSize(10);
    assertThat(claim("work", 10)).hasSize(10);
  }

  @Test
  void priorities_that_a_full_search_did_not_reach_are_claimed_without_waiting() {
    Instant past = store.now().minusSeconds(60);
    enqueue(10, JobRequest.of("work").runAt(past).priority(5));
    enqueue(10, JobRequest.of("work").runAt(past).priority(3));
    enqueue(10, JobRequest.of("work").runAt(past).priority(1));

    assertThat(claim("work", 10)).as("priority 5, the full search").hasSize(10);
    assertThat(claim("work", 10)).as("priority 3").hasSize(10);
    assertThat(claim("work", 10)).as("priority 1").hasSize(10);
    assertThat(claim("work", 10)).isEmpty();
  }

  @Test
  void a_due_job_and_a_new_priority_are_found_immediately() {
    enqueue(3, JobRequest.of("work"));
    assertThat(claim("work", 10)).hasSize(3);

    Set<JobId> next = enqueue(2, JobRequest.of("work"));
    assertThat(claim("work", 10)).containsExactlyInAnyOrderElementsOf(next);

    Set<JobId> urgent = enqueue(1, JobRequest.of("work").priority(9));
    assertThat(claim("work", 10)).containsExactlyElementsOf(urgent);
  }

  @Test
  void workers_with_different_handlers_have_separate_cursors() {
    Instant past = store.now().minusSeconds(60);
    Set<JobId> others = enqueue(5, JobRequest.of("other").runAt(past));
    enqueue(5, JobRequest.of("work").runAt(past.plusSeconds(1)));

    assertThat(claim("work", 5)).hasSize(5);
    assertThat(claim("other", 5)).containsExactlyInAnyOrderElementsOf(others);
  }

  @Test
  void a_new_tenant_is_found_immediately_and_gets_its_share() {
    enqueue(30, JobRequest.of("work").tenant("big"));
    claim("work", 10);
    Set<JobId> small = enqueue(3, JobRequest.of("work").tenant("small"));

    assertThat(claim("work", 10)).hasSize(10).containsAll(small);
  }

  @Test
  void the_unused_share_of_known_tenants_goes_to_the_others() {
    for (String tenant : List.of("a", "b", "c")) {
      enqueue(1, JobRequest.of("work").tenant(tenant));
    }
    claim("work", 10);
    Set<JobId> next = enqueue(9, JobRequest.of("work").tenant("b"));

    assertThat(claim("work", 10)).containsExactlyInAnyOrderElementsOf(next);
  }

  @Test
  void more_tenants_than_one_search_examines_are_claimed_without_waiting() {
    Instant past = store.now().minusSeconds(60);
    List<JobRequest> requests = new ArrayList<>();
    for (int i = 0; i < 1_500; i++) {
      requests.add(JobRequest.of("work").tenant("tenant-" + i).runAt(past));
    }
    client.enqueueAll(requests);

    Set<JobId> claimed = new HashSet<>();
    for (int i = 0; i < 30 && claimed.size() < 1_500; i++) {
      claimed.addAll(claim("work", 100));
    }
    assertThat(claimed).hasSize(1_500);
  }

  private Set<JobId> enqueue(int count, JobRequest request) {
    List<JobRequest> requests = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      requests.add(request);
    }
    return Set.copyOf(client.enqueueAll(requests).stream().map(stored -> stored.id()).toList());
  }

  private List<JobId> claim(String type, int limit) {
    return store
        .claim(
            new ClaimRequest(
                LEASE,
                List.of(new ClaimRequest.QueueLimit(QueueName.DEFAULT, limit)),
                Set.of(new JobTypeName(type)),
                limit))
        .stream()
        .map(ClaimedJob::id)
        .toList();
  }
}
