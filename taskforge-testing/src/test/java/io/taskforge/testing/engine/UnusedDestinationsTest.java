package io.taskforge.testing.engine;

import static io.taskforge.testing.engine.Workers.round;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.destination.Destination;
import io.taskforge.destination.DestinationId;
import io.taskforge.destination.DestinationJson;
import io.taskforge.destination.DestinationSettings;
import io.taskforge.destination.DestinationState;
import io.taskforge.engine.EngineAccess;
import io.taskforge.job.TenantId;
import io.taskforge.store.DocumentKey;
import io.taskforge.store.DocumentKind;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The clean-up of destinations that work and were not reported on for two weeks. */
class UnusedDestinationsTest {
  private final Workers workers = new Workers();
  private int calls;
  private final TaskForge forge =
      workers.worker(
          "w", builder -> builder.handler(JobType.of("call", Object.class), payload -> calls++));

  @AfterEach
  void close() {
    workers.close();
  }

  private void healthy(String name) {
    String json = DestinationJson.write(DestinationState.healthy(DestinationSettings.defaults()));
    DocumentKey key = new DocumentKey(DocumentKind.DESTINATION, TenantId.DEFAULT, name);
    assertThat(workers.store.documents().create(key, json, null)).isPresent();
  }

  private List<String> names() {
    return forge.destinations().list(null, null, 1_000).stream()
        .map(Destination::id)
        .map(DestinationId::name)
        .toList();
  }

  private void purge() {
    EngineAccess.engineOf(forge).purge();
  }

  @Test
  void a_destination_that_works_is_forgotten_after_two_weeks_and_a_held_one_is_not() {
    forge.destinations().hold(new DestinationId(TenantId.DEFAULT, "held"), null, "upgrade", "ann");
    healthy("old");
    workers.advance(Duration.ofDays(10));
    healthy("recent");
    workers.advance(Duration.ofDays(4));
    purge();
    assertThat(names()).containsExactly("held", "old", "recent");

    workers.advance(Duration.ofHours(1));
    purge();
    assertThat(names()).containsExactly("held", "recent");
  }

  @Test
  void many_destinations_are_forgotten_page_by_page() {
    for (int i = 0; i < 450; i++) {
      healthy("d" + i);
    }
    workers.advance(Duration.ofDays(15));

    purge();
    assertThat(names()).hasSize(250);
    purge();
    purge();
    assertThat(names()).isEmpty();
  }

  @Test
  void a_worker_learns_of_a_hold_after_the_destination_was_forgotten() {
    DestinationId api = new DestinationId(TenantId.DEFAULT, "api");
    for (int i = 0; i < 5; i++) {
      forge.destinations().hold(api, null, "upgrade", "ann");
      turn();
      forge.destinations().release(api, "done");
      turn();
    }
    for (int i = 0; i < 100; i++) { // the ramp ends
      workers.advance(Duration.ofSeconds(1));
      turn();
    }
    workers.advance(Duration.ofDays(15));
    purge();
    assertThat(names()).isEmpty();

    forge.destinations().hold(api, null, "upgrade", "ann");
    turn();
    turn();
    workers.enqueue(JobRequest.of("call").destination("api"));
    workers.advance(Duration.ofSeconds(1));
    turn();

    assertThat(calls).isZero();
  }

  private void turn() {
    round(forge);
    EngineAccess.engineOf(forge).watchDestinations();
  }
}
