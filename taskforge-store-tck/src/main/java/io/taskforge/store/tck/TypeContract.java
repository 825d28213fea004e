package io.taskforge.store.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.JobId;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.ClaimedJob;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Claims of workers that run only some job types. */
interface TypeContract extends StoreUnderTest {
  @Test
  default void a_job_behind_five_thousand_of_other_types_is_found_by_the_first_claim() {
    enqueueOfType("strange", 5_000);
    JobId known = enqueue(aJob());
    JobId other = enqueue(aJob().ofType("zebra"));

    assertThat(ids(claim(10))).containsExactly(known);
    assertThat(ids(claim(claimBy(WORKER).types("aardvark", "zebra").upTo(10))))
        .containsExactly(other);
  }

  @Test
  default void other_types_of_a_tenant_take_no_places_from_those_who_share() {
    enqueueOfType("strange", 100);
    List<JobId> ours = enqueueMany(10, () -> aJob().of("ours"));

    assertThat(ids(claim(10))).containsExactlyElementsOf(ours);
  }

  @Test
  default void of_each_type_what_was_due_earlier_goes_first() {
    String[] types = {"c", "a", "b", "a", "a", "c", "other"};
    Map<String, List<JobId>> inOrder = new HashMap<>();
    for (int i = 0; i < 70; i++) {
      String type = types[i % types.length];
      JobId id = enqueue(aJob().ofType(type).at(START.minusSeconds(100).plusSeconds(i)));
      inOrder.computeIfAbsent(type, key -> new ArrayList<>()).add(id);
    }
    inOrder.remove("other");

    ClaimRequest request = claimBy(WORKER).types("a", "b", "c", "never").upTo(7);
    Map<String, List<JobId>> claimed = new HashMap<>();
    for (int i = 0; i < 9; i++) {
      for (ClaimedJob job : claim(request)) {
        claimed.computeIfAbsent(job.type().value(), key -> new ArrayList<>()).add(job.id());
      }
    }
    assertThat(claimed).isEqualTo(inOrder);
  }

  @Test
  default void of_two_types_the_one_that_has_waited_longer_goes_first() {
    JobId later = enqueue(aJob().ofType("a").at(START.minusSeconds(1)));
    JobId earlier = enqueue(aJob().ofType("b").at(START.minusSeconds(2)));

    ClaimRequest request = claimBy(WORKER).types("a", "b").upTo(1);
    assertThat(ids(claim(request))).containsExactly(earlier);
    assertThat(ids(claim(request))).containsExactly(later);
  }

  @Test
  default void jobs_with_other_keys_have_lanes_of_their_own() {
    JobId first = enqueue(aJob().inLane("b").at(START.minusSeconds(3)));
    JobId second = enqueue(aJob().inLane("a").at(START.minusSeconds(2)));
    JobId third = enqueue(aJob().at(START.minusSeconds(1)));

    assertThat(ids(claim(1))).containsExactly(first);
    assertThat(ids(claim(10))).containsExactly(second, third);
  }

  @Test
  default void a_job_keeps_its_key_when_it_waits_again() {
    ClaimedJob retried = running(aJob().inLane("k"));
    settle(retried(retried, Duration.ZERO));
    assertThat(claimOne().laneKey()).isEqualTo("k");
    assertThat(job(retried.id()).laneKey()).isEqualTo("k");

    JobId dead = dead(aJob().inLane("k"));
    store().redrive(List.of(dead), null);
    assertThat(claimOne().laneKey()).isEqualTo("k");
  }

  @Test
  default void a_claim_that_is_cut_short_takes_what_was_due_earlier_of_each_priority() {
    enqueueAll(aJob().priority(1).ofType("a"), aJob().priority(1).ofType("b"));
    JobId second = enqueue(aJob().ofType("a").at(START.minusSeconds(1)));
    JobId first = enqueue(aJob().ofType("b").at(START.minusSeconds(2)));
    JobId third = enqueue(aJob().ofType("a"));

    ClaimRequest request = claimBy(WORKER).types("a", "b").upTo(3);
    assertThat(ids(claim(request))).hasSize(3).contains(first);
    assertThat(ids(claim(request))).containsExactly(second, third);
  }

  @Test
  default void a_type_waits_no_longer_than_its_turn_while_others_keep_coming() {
    enqueueOfType("busy", 50);
    advance(TICK);
    JobId rare = enqueue(aJob().ofType("rare"));
    ClaimRequest request = claimBy(WORKER).types("busy", "rare").upTo(5);

    List<JobId> claimed = new ArrayList<>();
    for (int i = 0; i <= 10; i++) {
      advance(TICK);
      enqueueOfType("busy", 5);
      claimed.addAll(ids(claim(request)));
    }
    assertThat(claimed.get(50)).as("after the 50 that were due before it").isEqualTo(rare);
  }

  @Test
  default void a_worker_for_hundreds_of_types_gets_its_jobs_in_order() {
    String[] types = IntStream.range(0, 300).mapToObj(i -> "type-" + i).toArray(String[]::new);
    List<JobId> inOrder = new ArrayList<>();
    for (int i = 0; i < types.length; i++) {
      String type = types[i * 7 % types.length];
      inOrder.add(enqueue(aJob().ofType(type).at(START.minusSeconds(1_000).plusSeconds(i))));
    }

    ClaimRequest request = claimBy(WORKER).types(types).upTo(200);
    assertThat(ids(claim(request))).containsExactlyElementsOf(inOrder.subList(0, 200));
    assertThat(ids(claim(request))).containsExactlyElementsOf(inOrder.subList(200, 300));
  }

  private void enqueueOfType(String type, int count) {
    enqueueMany(count, () -> aJob().ofType(type));
  }
}
