package io.taskforge.schedule;

import io.taskforge.job.Guarantee;
import io.taskforge.job.JobSettings;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.Payload;
import io.taskforge.job.QueueName;
import io.taskforge.json.strict.JsonValue;
import io.taskforge.retry.InvalidPolicyException;
import io.taskforge.retry.json.RetryPolicyJson;
import io.taskforge.text.DurationText;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/** Reads and writes a job template as JSON. */
final class JobTemplateJson {
  private static final List<String> KEYS =
      List.of("queue", "type", "payload", "priority", "guarantee", "retryPolicy", "timeout");
  private static final Duration SHORTEST = Duration.ofMillis(1);
  private static final Duration LONGEST = Duration.ofDays(36_500);

  private JobTemplateJson() {}

  /** Returns null if the template is missing or invalid. */
  static @Nullable JobTemplate read(@Nullable JsonValue json, RetryPolicyJson policies) {
    if (json == null) {
      return null;
    }
    json.knownKeys(KEYS);
    QueueName queue = json.optional("queue").text(QueueName::new);
    JobTypeName type = json.required("type").text(JobTypeName::new);
    Payload payload = payload(json.optional("payload"));
    Integer priority =
        json.optional("priority")
            .integer(JobSettings.LOWEST_PRIORITY, JobSettings.HIGHEST_PRIORITY);
    Guarantee guarantee = json.optional("guarantee").word(Guarantee.class);
    String policy = policy(json.optional("retryPolicy"), policies);
    Duration timeout = json.optional("timeout").duration(SHORTEST, LONGEST);
    return type == null || payload == null
        ? null
        : JobTemplate.of(type)
            .queue(queue == null ? QueueName.DEFAULT : queue)
            .payload(payload)
            .priority(priority == null ? 0 : priority)
            .guarantee(guarantee == null ? Guarantee.AT_LEAST_ONCE : guarantee)
            .retryPolicy(policy)
            .timeout(timeout);
  }

  private static @Nullable Payload payload(JsonValue json) {
    return json.node() == null
        ? Payload.NULL
        : json.convert(json.node(), node -> new Payload(node.toString()));
  }

  private static @Nullable String policy(JsonValue json, RetryPolicyJson policies) {
    JsonNode node = json.node();
    if (node == null) {
      return null;
    }
    if (node.isObject()) {
      try {
        policies.readJobChoice(node.toString());
      } catch (InvalidPolicyException e) {
        json.faultsOf("policy", e.faults());
      }
    } else if (!node.isString() || node.stringValue().isBlank()) {
      json.fault("must be a policy, or a policy's name in quotes");
    }
    return node.toString();
  }

  static void write(ObjectNode node, JobTemplate job) {
    node.put("queue", job.queue().value());
    node.put("type", job.type().value());
    node.putRawValue("payload", new RawValue(job.payload().json()));
    node.put("priority", job.priority());
    node.put("guarantee", JsonValue.word(job.guarantee()));
    if (job.retryPolicy() != null) {
      node.putRawValue("retryPolicy", new RawValue(job.retryPolicy()));
    }
    if (job.timeout() != null) {
      node.put("timeout", DurationText.format(job.timeout()));
    }
  }
}
