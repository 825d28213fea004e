package io.taskforge.server.api;

import io.taskforge.JobRequest;
import io.taskforge.NamedPolicy;
import io.taskforge.TaskForge;
import io.taskforge.job.Payload;
import io.taskforge.job.QueueName;
import io.taskforge.retry.Fault;
import io.taskforge.retry.PolicyChoice;
import io.taskforge.retry.PolicyName;
import io.taskforge.retry.RetryPolicies;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.server.http.Json;
import io.taskforge.server.http.Values;
import io.taskforge.server.httpjob.HttpJobHandler;
import io.taskforge.server.httpjob.HttpJobPayload;
import io.taskforge.server.httpjob.InvalidHttpJobException;
import io.taskforge.server.outbound.TargetRules;
import io.taskforge.store.JobStore;
import io.taskforge.store.Queue;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Makes requests for jobs from what clients sent, as far as it takes more than one field. */
final class JobReader {
  private final TaskForge forge;
  private final JobStore store;
  private final TargetRules targets;
  private final RetryPolicy usualPolicy;

  JobReader(TaskForge forge, JobStore store, TargetRules targets, RetryPolicy usualPolicy) {
    this.forge = forge;
    this.store = store;
    this.targets = targets;
    this.usualPolicy = usualPolicy;
  }

  /**
   * Returns the job that {@code values} describe; what is wrong is added to {@code faults}.
   *
   * @param keyHeader the key for a job that has none of its own, or null
   */
  JobRequest read(Values values, @Nullable String keyHeader, String prefix, List<Fault> faults) {
    if (values.has(NewJobShape.RUN_AT) && values.has(NewJobShape.DELAY)) {
      faults.add(new Fault(prefix + "delay", "given", "give runAt or delay, not both"));
    }
    JobRequest job = NewJobShape.request(values, keyHeader);
    if (values.need(NewJobShape.TYPE).equals(HttpJobHandler.TYPE)) {
      checkHttp(values.get(NewJobShape.PAYLOAD, Payload.NULL), prefix, faults);
    }
    PolicyChoice choice = values.get(PolicyFields.RETRY_POLICY);
    if (choice instanceof PolicyChoice.Named named && find(named.name()).isEmpty()) {
      faults.add(unknownPolicy(prefix, named.name()));
      return job;
    }
    Integer maxRetries = values.get(NewJobShape.MAX_RETRIES);
    if (maxRetries != null) {
      QueueName queue = values.get(NewJobShape.QUEUE, QueueName.DEFAULT);
      return job.retryPolicy(resolved(choice, queue).maxRetries(maxRetries));
    }
    if (choice instanceof PolicyChoice.Inline inline) {
      return job.retryPolicy(inline.policy());
    }
    return choice instanceof PolicyChoice.Named named ? job.retryPolicy(named.name().value()) : job;
  }

  private static Fault unknownPolicy(String prefix, PolicyName name) {
    return new Fault(
        prefix + "retryPolicy", name.value(), "must be a policy, or the name of one that is there");
  }

  private void checkHttp(Payload payload, String prefix, List<Fault> faults) {
    for (Fault fault : httpFaults(Json.read(payload.json()))) {
      faults.add(new Fault(prefix + "payload." + fault.key(), fault.value(), fault.rule()));
    }
  }

  /** Returns everything that is wrong with the payload of a job of type {@code http}. */
  List<Fault> httpFaults(JsonNode payload) {
    try {
      HttpJobPayload.accept(payload, targets);
      return List.of();
    } catch (InvalidHttpJobException e) {
      return e.faults();
    }
  }

  /** What a job with this choice would get in this queue now; its own number of retries is kept. */
  private RetryPolicy resolved(@Nullable PolicyChoice choice, QueueName queue) {
    PolicyChoice nearest =
        choice != null
            ? choice
            : store.queue(queue).map(Queue::settings).map(s -> s.retryPolicy()).orElse(null);
    if (nearest instanceof PolicyChoice.Inline inline) {
      return inline.policy();
    }
    return nearest instanceof PolicyChoice.Named named
        ? find(named.name()).orElse(usualPolicy)
        : usualPolicy;
  }

  private Optional<RetryPolicy> find(PolicyName name) {
    RetryPolicy preset = RetryPolicies.all().get(name.value());
    return preset != null
        ? Optional.of(preset)
        : forge.policies().get(name.value()).map(NamedPolicy::policy);
  }
}
