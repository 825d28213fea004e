package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.event.JobEvent;
import io.taskforge.failure.ErrorType;
import io.taskforge.failure.Failure;
import io.taskforge.failure.FailureKind;
import io.taskforge.job.AttemptNumber;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.Counters;
import io.taskforge.job.JobId;
import io.taskforge.job.JobIdentity;
import io.taskforge.job.JobState;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.job.Transition;
import io.taskforge.job.Verdict;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class EventJsonTest {
  @Test
  void long_texts_are_truncated() {
    Failure failure =
        Failure.of(ErrorType.of("timeout"), FailureKind.TRANSIENT, "m".repeat(8 * 1024));

    ObjectNode json =
        EventJson.of(
            JobEvent.of(
                new JobIdentity(
                    new JobId(new UUID(1, 1)),
                    QueueName.DEFAULT,
                    new JobTypeName("work"),
                    TenantId.DEFAULT),
                AttemptNumber.NONE.next(),
                Verdict.of(
                    AttemptStatus.CANCELLED,
                    Transition.CANCELLED_BY_REQUEST,
                    new Verdict.Finish(JobState.CANCELLED, null),
                    Counters.ZERO,
                    failure,
                    "e".repeat(8 * 1024)),
                new JobEvent.Execution(null, null, null, null)));

    assertThat(json.get("message").stringValue()).startsWith("mm").hasSizeLessThan(1_100);
    assertThat(json.get("explanation").stringValue()).startsWith("ee").hasSizeLessThan(1_100);
  }
}
