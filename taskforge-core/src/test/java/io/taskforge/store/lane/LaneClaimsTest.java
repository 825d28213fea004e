package io.taskforge.store.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.job.AttemptNumber;
import io.taskforge.job.Counters;
import io.taskforge.job.JobId;
import io.taskforge.job.JobIdentity;
import io.taskforge.job.JobSettings;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.NewJob;
import io.taskforge.job.Payload;
import io.taskforge.job.QueueName;
import io.taskforge.job.StoreException;
import io.taskforge.job.TenantId;
import io.taskforge.job.WorkerId;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.LeaseRef;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** When claims look for lanes, and what they remember. */
final class LaneClaimsTest {
  private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");
  private static final Lane MAIL = lane("mail", "default");

  private final AtomicLong ticks = new AtomicLong(1);
  private final LaneClaims claims = new LaneClaims(ticks::get, Duration.ofSeconds(1));
  private final Recorded store = new Recorded();

  private static Lane lane(String queue, String tenant) {
    return new Lane(new QueueName(queue), 0, new TenantId(tenant), new JobTypeName("send"), "");
  }

  private static ClaimRequest request(int limit, String... queues) {
    return new ClaimRequest(
        new ClaimRequest.Lease(new WorkerId("w"), Duration.ofSeconds(15)),
        List.of(queues).stream()
            .map(queue -> new ClaimRequest.QueueLimit(new QueueName(queue), limit))
            .toList(),
        Set.of(new JobTypeName("send")),
        limit);
  }

  /** A store with lanes that the test fills, which counts its calls. */
  private static final class Recorded implements LaneStore<StoreException> {
    final List<LaneHead> heads = new ArrayList<>();
    final List<From> looks = new ArrayList<>();
    final List<List<LaneShare>> takes = new ArrayList<>();
    int jobsOfEachLane;
    int failAfterTakes = Integer.MAX_VALUE;
    Runnable duringLook = () -> {};

    @Override
    public LaneLook look(ClaimRequest request, List<From> queues, int most) {
      looks.addAll(queues);
      duringLook.run();
      List<LaneHead> found = new ArrayList<>();
      for (From from : queues) {
        heads.stream()
            .filter(head -> head.lane().queue().equals(from.queue()))
            .filter(
                head ->
                    from.after() == null || Lane.INDEX_ORDER.compare(head.lane(), from.after()) > 0)
            .sorted((a, b) -> Lane.INDEX_ORDER.compare(a.lane(), b.lane()))
            .limit(most)
            .forEach(found::add);
      }
      return new LaneLook(found, NOW, null);
    }

    @Override
    public List<ClaimedJob> take(
        ClaimRequest request, List<LaneShare> shares, int limit, int maxBytes) {
      if (takes.size() == failAfterTakes) {
        throw new StoreException("claim jobs", true, new IllegalStateException("gone"));
      }
      takes.add(shares);
      List<ClaimedJob> taken = new ArrayList<>();
      for (LaneShare share : shares) {
        for (int i = 0; i < Math.min(share.most(), jobsOfEachLane) && taken.size() < limit; i++) {
          taken.add(claimed(share.lane(), takes.size() * 10_000 + taken.size()));
        }
      }
      return taken;
    }
  }

  private static JobIdentity identity(Lane lane, int number) {
    return new JobIdentity(
        new JobId(new UUID(1, number)), lane.queue(), lane.type(), lane.tenant());
  }

  private static ClaimedJob claimed(Lane lane, int number) {
    return new ClaimedJob(
        identity(lane, number),
        "{}",
        JobSettings.DEFAULT,
        new ClaimedJob.Claim(new LeaseRef(number, 0), NOW, null, false),
        new AttemptNumber(1, 0, 0),
        Counters.ZERO,
        new ClaimedJob.Timing(NOW.minusSeconds(1), null, null));
  }

  private static NewJob job(Lane lane) {
    return NewJob.of(identity(lane, 7), new Payload("{}"));
  }

  @Test
  void an_idle_worker_looks_once_a_second_and_takes_nothing() {
    for (int i = 0; i < 50; i++) {
      claims.claim(store, request(10, "mail"));
      ticks.addAndGet(Duration.ofMillis(100).toNanos());
    }

    assertThat(store.looks).hasSize(5);
    assertThat(store.takes).isEmpty();
  }

  @Test
  void one_slow_look_does_not_delay_the_next() {
    claims.claim(store, request(10, "mail"));
    pass(Duration.ofSeconds(1));
    store.duringLook = () -> pass(Duration.ofSeconds(10));
    claims.claim(store, request(10, "mail"));
    store.duringLook = () -> {};
    assertThat(store.looks).hasSize(2);

    pass(Duration.ofSeconds(1));
    claims.claim(store, request(10, "mail"));
    assertThat(store.looks).hasSize(3);
  }

  @Test
  void slow_looks_are_five_seconds_apart_at_most() {
    store.duringLook = () -> pass(Duration.ofSeconds(2));
    claims.claim(store, request(10, "mail"));
    pass(Duration.ofSeconds(1));
    claims.claim(store, request(10, "mail"));
    assertThat(store.looks).hasSize(2);

    pass(Duration.ofMillis(4_900));
    claims.claim(store, request(10, "mail"));
    assertThat(store.looks).as("looks take a large share of the time already").hasSize(2);
    pass(Duration.ofMillis(100));
    claims.claim(store, request(10, "mail"));
    assertThat(store.looks).hasSize(3);
  }

  private void pass(Duration time) {
    ticks.addAndGet(time.toNanos());
  }

  @Test
  void a_job_that_was_just_enqueued_is_taken_without_a_look() {
    claims.claim(store, request(10, "mail"));
    store.jobsOfEachLane = 1;
    claims.enqueued(List.of(job(MAIL)));

    assertThat(claims.claim(store, request(10, "mail"))).hasSize(1);
    assertThat(store.looks).hasSize(1);
  }

  @Test
  void a_delayed_job_is_taken_when_it_is_due_without_a_look() {
    claims.claim(store, request(10, "mail"));
    store.jobsOfEachLane = 1;
    claims.enqueued(
        List.of(
            new NewJob(
                identity(MAIL, 7),
                new Payload("{}"),
                JobSettings.DEFAULT,
                null,
                Duration.ofMillis(150))));
    assertThat(claims.claim(store, request(10, "mail"))).isEmpty();

    ticks.addAndGet(Duration.ofMillis(150).toNanos());
    assertThat(claims.claim(store, request(10, "mail"))).hasSize(1);
    assertThat(store.looks).hasSize(1);
  }

  @Test
  void a_lane_that_gave_less_than_its_share_is_left_alone_until_the_next_look() {
    store.heads.add(new LaneHead(MAIL, NOW.minusSeconds(1)));
    store.jobsOfEachLane = 3;
    assertThat(claims.claim(store, request(10, "mail"))).hasSize(3);
    assertThat(claims.claim(store, request(10, "mail"))).isEmpty();
    assertThat(store.takes).hasSize(1);

    ticks.addAndGet(Duration.ofMillis(200).toNanos());
    assertThat(claims.claim(store, request(10, "mail"))).hasSize(3);
  }

  @Test
  void a_lane_that_gets_new_jobs_all_the_time_does_not_pass_one_that_has_waited_longer() {
    Lane busy = new Lane(MAIL.queue(), 0, MAIL.tenant(), MAIL.type(), "busy");
    store.heads.add(new LaneHead(busy, NOW.minusSeconds(1)));
    store.heads.add(new LaneHead(MAIL, NOW.minusSeconds(5)));
    store.jobsOfEachLane = 1;
    claims.claim(store, request(1, "mail"));
    claims.enqueued(
        List.of(
            new NewJob(
                identity(busy, 9),
                new Payload("{}"),
                JobSettings.DEFAULT.laneKey("busy"),
                null,
                Duration.ZERO)));
    claims.claim(store, request(1, "mail"));

    assertThat(store.takes).extracting(take -> take.get(0).lane()).containsOnly(MAIL);
  }

  @Test
  void a_take_starts_where_the_last_one_ended() {
    store.heads.add(new LaneHead(MAIL, NOW.minusSeconds(5)));
    store.jobsOfEachLane = 10;
    claims.claim(store, request(10, "mail"));
    claims.claim(store, request(10, "mail"));

    assertThat(store.takes.get(0).get(0).after().runAt()).isEqualTo(NOW.minusSeconds(5));
    assertThat(store.takes.get(1).get(0).after().runAt()).isEqualTo(NOW.minusSeconds(1));
  }

  @Test
  void a_lane_that_is_not_due_yet_is_taken_from_when_it_is() {
    store.heads.add(new LaneHead(MAIL, NOW.plusMillis(500)));
    store.jobsOfEachLane = 1;
    assertThat(claims.claim(store, request(10, "mail"))).isEmpty();

    ticks.addAndGet(Duration.ofMillis(501).toNanos());
    assertThat(claims.claim(store, request(10, "mail"))).hasSize(1);
    assertThat(store.looks).hasSize(1);
  }

  @Test
  void a_look_that_was_cut_goes_on_where_it_ended() {
    for (int i = 0; i < LaneClaims.MAX_LOOKED + 1; i++) {
      store.heads.add(new LaneHead(lane("mail", "tenant-%05d".formatted(i)), NOW.plusSeconds(60)));
    }
    claims.claim(store, request(10, "mail"));

    assertThat(store.looks)
        .extracting(LaneStore.From::after)
        .containsExactly(null, store.heads.get(LaneClaims.MAX_LOOKED - 1).lane());
  }

  @Test
  void jobs_that_were_taken_are_returned_when_a_later_take_fails() {
    store.heads.add(new LaneHead(lane("mail", "a"), NOW.minusSeconds(1)));
    store.heads.add(new LaneHead(lane("mail", "b"), NOW.minusSeconds(1)));
    store.jobsOfEachLane = 2;
    store.failAfterTakes = 1;

    assertThat(claims.claim(store, request(4, "mail"))).hasSize(4);
    assertThatThrownBy(() -> claims.claim(store, request(4, "mail")))
        .isInstanceOf(StoreException.class);
  }

  @Test
  void a_tenants_workers_that_keep_changing_queues_do_not_make_others_look_again() {
    ClaimRequest quiet = request(10, "mail").tenants(Set.of(new TenantId("quiet")));
    claims.claim(store, request(10, "mail"));
    claims.claim(store, quiet);
    for (int round = 0; round < 3; round++) {
      int first = round * 1_000;
      String[] queues =
          IntStream.range(first, first + 1_000).mapToObj(n -> "q" + n).toArray(String[]::new);
      claims.claim(store, request(10, queues).tenants(Set.of(new TenantId("noisy"))));
    }
    store.looks.clear();

    claims.claim(store, request(10, "mail"));
    claims.claim(store, quiet);
    assertThat(store.looks).isEmpty();
  }

  @Test
  void a_worker_remembers_all_queues_that_tenants_can_create() {
    String[] queues = IntStream.range(0, 1_001).mapToObj(n -> "q" + n).toArray(String[]::new);
    claims.claim(store, request(10, queues));
    store.looks.clear();

    claims.claim(store, request(10, queues));
    assertThat(store.looks).isEmpty();
  }
}
