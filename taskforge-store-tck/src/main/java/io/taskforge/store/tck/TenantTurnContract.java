package io.taskforge.store.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.JobId;
import io.taskforge.job.NewJob;
import io.taskforge.job.TenantId;
import io.taskforge.store.ClaimedJob;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Round-robin among tenants, regardless of their backlogs. */
interface TenantTurnContract extends StoreUnderTest {
  @Test
  default void ten_jobs_come_soon_though_another_tenant_has_ten_thousand() {
    enqueueOf("big", 10_000);
    enqueueOf("small", 10);

    List<ClaimedJob> soon = new ArrayList<>(claim(20));
    soon.addAll(claim(20));

    assertThat(soon).hasSize(40);
    assertThat(soon).filteredOn(job -> job.tenant().value().equals("small")).hasSize(10);
  }

  @Test
  default void a_tenant_that_comes_later_and_last_in_the_alphabet_has_its_turn_at_once() {
    enqueueOf("big", 1_000);
    claim(20);
    enqueueOf("zoe", 3);

    assertThat(tenants(claim(6)))
        .containsExactlyInAnyOrder("big", "big", "big", "zoe", "zoe", "zoe");
  }

  @Test
  default void tenants_alternate_within_a_claim_and_from_claim_to_claim() {
    for (String tenant : List.of("a", "b", "c")) {
      enqueueOf(tenant, 10);
    }

    assertThat(tenants(claim(4))).containsExactly("a", "b", "c", "a");
    assertThat(tenants(claim(1))).containsExactly("b");
    assertThat(tenants(claim(1))).containsExactly("c");
    assertThat(tenants(claim(3))).containsExactly("a", "b", "c");
  }

  @Test
  default void of_one_tenant_what_was_due_earlier_goes_first() {
    List<JobId> ids =
        enqueueAll(
            aJob().of("a").at(START.minusSeconds(1)),
            aJob().of("a").at(START.minusSeconds(3)),
            aJob().of("b").at(START.minusSeconds(2)),
            aJob().of("b").at(START.minusSeconds(9)));

    assertThat(ids(claim(10))).containsExactly(ids.get(1), ids.get(3), ids.get(0), ids.get(2));
  }

  @Test
  default void priority_counts_more_than_whose_turn_it_is() {
    enqueueOf("a", 5);
    List<NewJob> urgent = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      urgent.add(aJob().of(i == 0 ? "c" : "b").priority(7).as(newId()));
    }
    store().enqueue(urgent);

    List<ClaimedJob> first = claim(6);
    assertThat(first).extracting(ClaimedJob::priority).containsOnly(7).hasSize(6);
    List<ClaimedJob> second = claim(7);
    assertThat(second).extracting(ClaimedJob::priority).containsExactly(7, 7, 0, 0, 0, 0, 0);
  }

  @Test
  default void what_one_tenant_does_not_use_the_others_get() {
    enqueueOf("big", 100);
    enqueueOf("small", 1);

    assertThat(tenants(claim(20))).hasSize(20).containsOnlyOnce("small");
  }

  @Test
  default void two_hundred_tenants_all_have_their_turn_before_any_has_two() {
    Set<String> all = new HashSet<>();
    List<NewJob> jobs = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      all.add("tenant-" + i);
      jobs.add(aJob().of("tenant-" + i).as(newId()));
      jobs.add(aJob().of("tenant-" + i).as(newId()));
    }
    store().enqueue(jobs);

    List<String> served = new ArrayList<>();
    repeat(20, () -> served.addAll(tenants(claim(10))));

    assertThat(served).containsExactlyInAnyOrderElementsOf(all);
  }

  @Test
  default void a_thousand_tenants_with_nothing_due_do_not_hide_another_for_long() {
    List<NewJob> later = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      later.add(aJob().of("later-" + i).at(START.plusSeconds(60)).as(newId()));
    }
    store().enqueue(later);
    JobId hidden = enqueue(aJob().of("zoe"));
    JobId lower = enqueue(aJob().of("zoe").priority(-1));

    List<JobId> found = new ArrayList<>();
    for (int i = 0; i < 10 && found.size() < 2; i++) {
      found.addAll(ids(claim(10)));
    }

    assertThat(found).containsExactlyInAnyOrder(hidden, lower);
  }

  @Test
  default void workers_with_other_handlers_do_not_take_each_others_turns() {
    for (String tenant : List.of("a", "b")) {
      repeat(4, () -> enqueueAll(aJob().of(tenant), aJob().of(tenant).ofType("other")));
    }

    List<String> work = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      work.addAll(tenants(claim(1)));
      claim(claimBy(OTHER_WORKER).types("other").upTo(1));
    }

    assertThat(work).containsExactly("a", "b", "a", "b");
  }

  @Test
  default void a_random_backlog_is_drained_by_priority_and_in_fair_order() {
    Random random = new Random(20_301);
    List<NewJob> jobs = new ArrayList<>();
    Map<JobId, NewJob> left = new HashMap<>();
    for (int i = 0; i < 400; i++) {
      NewJob job =
          aJob()
              .of("t" + (int) Math.min(8, Math.abs(random.nextGaussian() * 3)))
              .priority(random.nextInt(3))
              .at(START.minus(Duration.ofMillis(1 + i)))
              .as(newId());
      jobs.add(job);
      left.put(job.id(), job);
    }
    store().enqueue(jobs);

    while (!left.isEmpty()) {
      List<ClaimedJob> claimed = claim(1 + random.nextInt(60));
      assertThat(claimed).isNotEmpty();
      claimed.forEach(job -> assertThat(left.remove(job.id())).isNotNull());
      for (NewJob waits : left.values()) {
        nobodyGotAhead(waits, claimed);
      }
    }
  }

  private void nobodyGotAhead(NewJob waits, List<ClaimedJob> claimed) {
    Map<TenantId, Integer> had = new HashMap<>();
    for (ClaimedJob job : claimed) {
      assertThat(job.priority()).isGreaterThanOrEqualTo(waits.priority());
      if (job.priority() == waits.priority()) {
        had.merge(job.tenant(), 1, Integer::sum);
        if (job.tenant().equals(waits.tenant())) {
          assertThat(job.scheduledAt()).isBefore(waits.runAt());
        }
      }
    }
    // A tenant with waiting jobs got its share of the nine.
    if (claimed.get(0).priority() == waits.priority()) {
      assertThat(had.getOrDefault(waits.tenant(), 0)).isGreaterThanOrEqualTo(claimed.size() / 9);
    }
  }

  private void enqueueOf(String tenant, int count) {
    enqueueMany(count, () -> aJob().of(tenant));
  }

  private List<String> tenants(List<ClaimedJob> claimed) {
    return claimed.stream().map(job -> job.tenant().value()).toList();
  }

  @Test
  default void a_claim_of_more_than_there_is_returns_all_jobs_of_all_tenants() {
    for (int limit = 3; limit <= 7; limit += 2) {
      enqueueAll(aJob().of("x"), aJob().of("y"));

      assertThat(claim(limit)).hasSize(2);
    }
  }
}
