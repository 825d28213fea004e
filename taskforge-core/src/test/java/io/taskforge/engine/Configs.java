package io.taskforge.engine;

import io.taskforge.destination.DestinationMode;
import io.taskforge.destination.DestinationSettings;
import io.taskforge.failure.FailureClassifier;
import io.taskforge.job.FollowUps;
import io.taskforge.job.JobHandler;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.PayloadCodec;
import io.taskforge.job.QueueName;
import io.taskforge.job.Retention;
import io.taskforge.job.TenantQuotas;
import io.taskforge.job.WorkerId;
import io.taskforge.retry.PolicyChoice;
import io.taskforge.retry.RetryPolicies;
import io.taskforge.retry.json.RetryPolicyJson;
import io.taskforge.trace.JobTracing;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Engine settings for unit tests. */
final class Configs {
  private Configs() {}

  static EngineConfig with(JobTypeName type, JobHandler<Object> handler) {
    return new EngineConfig(
        new WorkerId("worker"),
        new EngineConfig.Serving(
            "host",
            "",
            1,
            new TenantConcurrency.Fixed(1),
            List.of(new EngineConfig.ServedQueue(QueueName.DEFAULT, 1, 1)),
            false),
        new EngineConfig.Handling(
            Map.of(type, new HandlerRegistration<>(type, Object.class, handler, null, null, false)),
            new Text(),
            Duration.ofMinutes(15),
            JobTracing.NONE),
        new EngineConfig.Failures(
            PolicyChoice.of(RetryPolicies.SCHEDULER),
            RetryPolicyJson.standard(),
            FailureClassifier.standard(),
            3,
            new EngineConfig.Destinations(DestinationMode.ON, DestinationSettings.defaults())),
        new EngineConfig.Timing(
            Duration.ofSeconds(15),
            Duration.ofMillis(200),
            Duration.ofMillis(50),
            Duration.ofSeconds(10),
            Retention.DEFAULT),
        List.of(),
        FollowUps.NONE,
        TenantQuotas.UNLIMITED);
  }

  /** Payloads as the text that they are. */
  private static final class Text implements PayloadCodec {
    @Override
    public String write(Object value) {
      return "\"" + value + "\"";
    }

    @Override
    public <T> T read(String json, Class<T> type) {
      return type.cast(json);
    }
  }
}
