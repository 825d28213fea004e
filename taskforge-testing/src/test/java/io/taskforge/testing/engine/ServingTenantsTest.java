package io.taskforge.testing.engine;

import static io.taskforge.engine.EngineAccess.engineOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.TaskForgeBuilder;
import io.taskforge.job.JobId;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.Outcome;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.job.WorkerId;
import io.taskforge.query.WhyWaiting;
import io.taskforge.remote.RemoteClaim;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How a worker divides its concurrency among tenants. */
class ServingTenantsTest {
  private final Workers workers = new Workers();
  private final HeldThreads held = new HeldThreads();
  private final Map<String, Integer> ran = new HashMap<>();

  @AfterEach
  void close() {
    workers.close();
  }

  @Test
  void a_tenant_with_slow_handlers_leaves_slots_for_others() {
    TaskForge forge = worker(10, 4);
    enqueue("slow", 50);
    engineOf(forge).fetch();
    engineOf(forge).fetch();
    assertThat(held.waiting()).as("of ten places").isEqualTo(4);

    enqueue("quick", 2);
    engineOf(forge).fetch();

    assertThat(held.waiting()).isEqualTo(6);
    held.release();
    assertThat(ran).containsEntry("slow", 4).containsEntry("quick", 2);
  }

  @Test
  void a_tenant_with_running_jobs_gets_more_up_to_its_limit() {
    TaskForge forge = worker(10, 4);
    enqueue("a", 3);
    engineOf(forge).fetch();
    enqueue("a", 50);
    enqueue("b", 50);
    engineOf(forge).fetch();

    assertThat(held.release()).isEqualTo(8);
    assertThat(ran).containsEntry("a", 4).containsEntry("b", 4);
  }

  @Test
  void freed_slots_are_available_to_the_tenant_again() {
    TaskForge forge = worker(10, 2);
    enqueue("a", 7);
    for (int i = 0; i < 10; i++) {
      engineOf(forge).fetch();
      assertThat(held.release()).isLessThanOrEqualTo(2);
      engineOf(forge).commit();
    }
    assertThat(ran).containsEntry("a", 7);
    assertThat(engineOf(forge).running()).isZero();
  }

  @Test
  void a_job_that_waits_for_its_tenants_limit_says_so() {
    saysThatItWaitsForItsTenantsLimit(worker(10, 4));
  }

  @Test
  void a_job_that_waits_for_its_tenants_share_says_so() {
    saysThatItWaitsForItsTenantsLimit(sharing(10));
  }

  private void saysThatItWaitsForItsTenantsLimit(TaskForge forge) {
    engineOf(forge).heartbeat(); // registers the worker
    enqueue("a", 50);
    fetchAll(forge);
    JobId waiting = workers.enqueue(JobRequest.of("call").tenant("a"));
    JobId newcomer = workers.enqueue(JobRequest.of("call").tenant("new"));

    assertThat(reasons(forge, waiting)).contains(WhyWaiting.Code.TENANT_LIMIT);
    assertThat(reasons(forge, newcomer)).containsExactly(WhyWaiting.Code.NEXT);
    held.release();
    engineOf(forge).commit();
    assertThat(reasons(forge, waiting)).containsExactly(WhyWaiting.Code.JOBS_AHEAD);
  }

  private static List<WhyWaiting.Code> reasons(TaskForge forge, JobId job) {
    return forge.why(job).orElseThrow().reasons().stream().map(WhyWaiting.Reason::code).toList();
  }

  @Test
  void a_tenth_of_the_slots_is_reserved_for_new_tenants() {
    TaskForge forge = sharing(20);
    enqueue("a", 100);
    fetchAll(forge);
    assertThat(held.waiting()).isEqualTo(18);

    enqueue("b", 100);
    fetchAll(forge);
    assertThat(held.waiting()).as("one place for b").isEqualTo(19);
    enqueue("c", 100);
    fetchAll(forge);

    held.release();
    assertThat(ran).containsEntry("a", 18).containsEntry("b", 1).containsEntry("c", 1);
  }

  @Test
  void two_tenants_at_the_same_time_leave_slots_for_a_third() {
    TaskForge forge = sharing(20);
    enqueue("a", 100);
    enqueue("b", 100);
    fetchAll(forge);
    assertThat(held.waiting()).isEqualTo(18);

    enqueue("c", 5);
    fetchAll(forge);
    held.release();
    engineOf(forge).commit();

    assertThat(ran).containsEntry("a", 9).containsEntry("b", 9).containsEntry("c", 1);
    fetchAll(forge);
    held.release();
    assertThat(ran.get("c")).as("its share, once the others make room").isEqualTo(5);
  }

  @Test
  void a_worker_with_one_slot_gives_it_to_any_tenant() {
    TaskForge forge = sharing(1);
    enqueue("a", 2);
    fetchAll(forge);

    assertThat(held.release()).isEqualTo(1);
  }

  private TaskForge sharing(int places) {
    return workers.worker("worker", held, f -> calling(f).concurrency(places).tenantsShare());
  }

  private static void fetchAll(TaskForge forge) {
    // A worker with few free slots waits once for more to become free.
    for (int idle = 0; idle < 2; ) {
      idle = engineOf(forge).fetch().isZero() ? 0 : idle + 1;
    }
  }

  @Test
  void without_a_limit_one_tenant_may_use_all_slots() {
    TaskForge forge = worker(10, null);
    enqueue("a", 50);
    engineOf(forge).fetch();

    assertThat(held.waiting()).isEqualTo(10);
  }

  @Test
  void a_worker_claims_again_immediately_while_several_tenants_have_jobs() {
    TaskForge forge = worker(10, null);
    enqueue("a", 1);
    assertThat(engineOf(forge).fetch()).isGreaterThan(Duration.ZERO);
    enqueue("a", 1);
    enqueue("b", 1);
    assertThat(engineOf(forge).fetch()).isZero();
    assertThat(engineOf(forge).fetch()).isGreaterThan(Duration.ZERO);
  }

  @Test
  void a_remote_worker_of_one_tenant_gets_no_job_of_another() {
    TaskForge forge = worker(1, null);
    enqueue("a", 2);
    enqueue("b", 2);
    RemoteClaim claim =
        RemoteClaim.of(
                new WorkerId("go-1"), List.of(QueueName.DEFAULT), List.of(new JobTypeName("call")))
            .limit(10);

    assertThat(forge.remoteWorkers().claim(claim.tenants(List.of(new TenantId("b")))).jobs())
        .extracting(job -> job.job().tenant().value())
        .containsExactly("b", "b");
    assertThat(forge.remoteWorkers().claim(claim).jobs())
        .extracting(job -> job.job().tenant().value())
        .containsExactly("a", "a");
  }

  private TaskForge worker(int places, @Nullable Integer ofTenant) {
    return workers.worker(
        "worker",
        held,
        f -> {
          calling(f).concurrency(places);
          if (ofTenant != null) {
            f.tenantConcurrency(ofTenant);
          }
        });
  }

  private TaskForgeBuilder calling(TaskForgeBuilder builder) {
    return builder.handler(
        JobType.of("call", Object.class),
        (payload, context) -> {
          ran.merge(context.tenant().value(), 1, Integer::sum);
          return Outcome.DONE;
        });
  }

  private void enqueue(String tenant, int count) {
    List<JobRequest> requests = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      requests.add(JobRequest.of("call").tenant(tenant));
    }
    workers.first().enqueueAll(requests);
  }
}
