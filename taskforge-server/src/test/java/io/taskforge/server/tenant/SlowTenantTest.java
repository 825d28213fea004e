package io.taskforge.server.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.JobRequest;
import io.taskforge.TaskForge;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.Payload;
import io.taskforge.job.TenantId;
import io.taskforge.query.JobFilter;
import io.taskforge.server.api.RealServer;
import io.taskforge.server.endpoint.Behaviour;
import io.taskforge.server.endpoint.MisbehavingEndpoint;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A tenant whose endpoint hangs must not slow another tenant down. */
class SlowTenantTest {
  private static final Duration NOISE = Duration.ofMillis(150);
  private static final int ROUNDS = 100;

  @TempDir Path directory;

  @Test
  void a_tenant_whose_endpoint_hangs_does_not_slow_another_down() throws IOException {
    try (MisbehavingEndpoint dead = MisbehavingEndpoint.start(Behaviour.hang());
        MisbehavingEndpoint fine = MisbehavingEndpoint.start(Behaviour.status(200, "ok"))) {
      compare(dead, fine);
    }
  }

  @Test
  void hanging_calls_to_a_shared_host_and_port_do_not_slow_another_tenant_down()
      throws IOException {
    try (MisbehavingEndpoint both =
        MisbehavingEndpoint.start(Behaviour.hangAt("/never", Behaviour.status(200, "ok")))) {
      compare(both, both);
    }
  }

  private void compare(MisbehavingEndpoint dead, MisbehavingEndpoint fine) {
    try (RealServer server = RealServer.onSqlite(directory)) {
      TaskForge forge = server.server().forge();
      latencies(forge, fine.url("/warm"));
      Duration alone = p99(latencies(forge, fine.url("/alone")));

      List<JobRequest> hanging = Collections.nCopies(2_000, call("slow", dead.url("/never")));
      forge.enqueueAll(hanging);
      // More than the limit of concurrent calls to one host.
      Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> running(forge, "slow") >= 40);
      Duration beside = p99(latencies(forge, fine.url("/beside")));

      System.out.printf("p99 alone %s, beside a tenant that hangs %s%n", alone, beside);
      assertThat(running(forge, "slow")).as("it hangs all the while").isGreaterThan(10);
      Duration most = alone.multipliedBy(3).dividedBy(2);
      assertThat(beside).isLessThan(most.compareTo(NOISE) > 0 ? most : NOISE);
    }
  }

  private static JobRequest call(String tenant, String url) {
    return JobRequest.of("http", new Payload("{\"url\": \"" + url + "\", \"timeout\": \"20s\"}"))
        .tenant(tenant);
  }

  private static long running(TaskForge forge, String tenant) {
    JobFilter filter = JobFilter.all(1_000).tenant(new TenantId(tenant)).state(JobState.RUNNING);
    return forge.jobs(filter).items().size();
  }

  /** Measures the time from enqueue to end, one job after the other. */
  private static List<Duration> latencies(TaskForge forge, String url) {
    List<Duration> latencies = new ArrayList<>();
    for (int i = 0; i < ROUNDS; i++) {
      JobId id = forge.enqueue(call("quick", url)).id();
      Awaitility.await()
          .pollDelay(Duration.ZERO)
          .pollInterval(Duration.ofMillis(5))
          .atMost(Duration.ofSeconds(30))
          .until(() -> forge.job(id).orElseThrow().state() == JobState.SUCCEEDED);
      Job job = forge.job(id).orElseThrow();
      latencies.add(Duration.between(job.createdAt(), Objects.requireNonNull(job.finishedAt())));
    }
    return latencies;
  }

  private static Duration p99(List<Duration> latencies) {
    List<Duration> sorted = latencies.stream().sorted().toList();
    return sorted.get(sorted.size() - 2);
  }
}
