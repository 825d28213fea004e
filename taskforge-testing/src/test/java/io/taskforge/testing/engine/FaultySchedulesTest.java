package io.taskforge.testing.engine;

import static io.taskforge.engine.EngineAccess.engineOf;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.JobRequest;
import io.taskforge.Schedules;
import io.taskforge.TaskForge;
import io.taskforge.job.ScheduleId;
import io.taskforge.job.TenantId;
import io.taskforge.query.JobFilter;
import io.taskforge.schedule.MisfirePolicy;
import io.taskforge.schedule.OverlapPolicy;
import io.taskforge.schedule.Schedule;
import io.taskforge.schedule.ScheduleKey;
import io.taskforge.schedule.Timing;
import io.taskforge.store.DocumentKey;
import io.taskforge.store.DocumentKind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FaultySchedulesTest {
  private static final Timing EVERY_10_S = Timing.every("*/10 * * * * *", "UTC");

  private final Workers workers = new Workers();
  private final TaskForge forge = workers.worker("a", f -> {});
  private final Schedules schedules = forge.schedules();

  @AfterEach
  void close() {
    workers.close();
  }

  private int jobs() {
    return workers.memory.queries().list(JobFilter.all(1000)).items().size();
  }

  @Test
  void invalid_documents_do_not_block_others_and_can_be_replaced() {
    for (int n = 0; n < 250; n++) {
      DocumentKey key = new DocumentKey(DocumentKind.SCHEDULE, TenantId.DEFAULT, "broken" + n);
      workers.memory.documents().create(key, "{\"colour\": \"red\"}", workers.clock.instant());
    }
    Schedule tick = schedules.draft(new ScheduleId("tick"), EVERY_10_S, JobRequest.of("tick"));
    schedules.put(tick.withPolicies(MisfirePolicy.RUN_ONCE_NOW, OverlapPolicy.QUEUE));
    workers.advance(ofSeconds(10));

    int turns = 1;
    while (engineOf(forge).fireSchedules().isZero()) {
      assertThat(turns++).isLessThan(10);
    }

    assertThat(jobs()).isEqualTo(1);
    assertThat(schedules.list(null, null, 1000).items()).hasSize(1);
    assertThatThrownBy(() -> schedules.get(ScheduleKey.of("broken7")))
        .isInstanceOf(IllegalArgumentException.class);

    schedules.put(new ScheduleId("broken7"), EVERY_10_S, JobRequest.of("tick"));
    assertThat(schedules.delete(ScheduleKey.of("broken8"))).isTrue();
    workers.advance(ofSeconds(10));
    assertThat(engineOf(forge).fireSchedules()).isPositive();
    assertThat(jobs()).isEqualTo(3);
  }

  @Test
  void no_occurrence_is_lost_while_the_store_is_unavailable() {
    schedules.put(new ScheduleId("tick"), EVERY_10_S, JobRequest.of("tick"));
    workers.advance(ofSeconds(10));

    workers.store.goAway();
    assertThat(engineOf(forge).fireSchedules()).isEqualTo(ofSeconds(1));
    workers.store.loseAnswers();
    assertThat(engineOf(forge).fireSchedules()).isEqualTo(ofSeconds(1));
    workers.store.heal();
    engineOf(forge).fireSchedules();

    assertThat(jobs()).isEqualTo(1);
  }
}
