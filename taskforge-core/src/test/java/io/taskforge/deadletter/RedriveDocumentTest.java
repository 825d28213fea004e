package io.taskforge.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.failure.FailureFingerprint;
import io.taskforge.failure.FailureKind;
import io.taskforge.job.IdempotencyKey;
import io.taskforge.job.JobState;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.query.JobFilter;
import io.taskforge.schedule.ScheduleKey;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class RedriveDocumentTest {
  private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");
  private static final Set<String> OF_A_PAGE = Set.of("before", "offset", "limit", "payloads");
  private static final JobFilter EVERYTHING =
      JobFilter.all(1)
          .queue(new QueueName("mail.dead"))
          .state(JobState.FAILED)
          .type(new JobTypeName("send"))
          .tenant(new TenantId("acme"))
          .errorType("timeout")
          .failureKind(FailureKind.TRANSIENT)
          .fingerprint(new FailureFingerprint("0123456789abcdef"))
          .movedFrom(new QueueName("mail"))
          .key(new IdempotencyKey("order-17"))
          .schedule(ScheduleKey.of("acme", "nightly"))
          .tag("customer:42")
          .createdFrom(NOW)
          .createdBefore(NOW.plusSeconds(1))
          .finishedFrom(NOW.plusSeconds(2))
          .finishedBefore(NOW.plusSeconds(3));

  @Test
  void a_stored_redrive_keeps_every_restriction_of_its_filter() throws IllegalAccessException {
    for (Field field : JobFilter.class.getDeclaredFields()) {
      if (!Modifier.isStatic(field.getModifiers()) && !OF_A_PAGE.contains(field.getName())) {
        field.setAccessible(true);
        assertThat(field.get(EVERYTHING)).as(field.getName()).isNotNull();
      }
    }
    RedriveRequest request = RedriveRequest.matching(EVERYTHING);
    Redrive redrive = Redrive.begin(new RedriveId(new UUID(1, 2)), request, 3, NOW);

    Redrive read = RedriveDocument.read(RedriveDocument.write(redrive));

    assertThat(read.request().selection()).isEqualTo(request.selection());
  }
}
