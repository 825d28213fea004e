package io.taskforge.server.webhook;

import io.taskforge.job.JobState;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The events that a webhook can subscribe to. */
public enum WebhookEvent {
  JOB_SUCCEEDED("job.succeeded", JobState.SUCCEEDED),
  JOB_FAILED("job.failed", JobState.FAILED),
  JOB_DEAD("job.dead", JobState.DEAD),
  JOB_CANCELLED("job.cancelled", JobState.CANCELLED),
  ALERT_RAISED("alert.raised", null),
  ALERT_RESOLVED("alert.resolved", null);

  private final String word;
  private final @Nullable JobState state;

  WebhookEvent(String word, @Nullable JobState state) {
    this.word = word;
    this.state = state;
  }

  /** The name in requests and deliveries, such as {@code job.dead}. */
  public String word() {
    return word;
  }

  /**
   * @throws IllegalArgumentException if there is none
   */
  public static WebhookEvent of(String word) {
    return Arrays.stream(values())
        .filter(event -> event.word.equals(word))
        .findAny()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "must be one of "
                        + Arrays.stream(values())
                            .map(WebhookEvent::word)
                            .collect(Collectors.joining(", "))));
  }

  static WebhookEvent of(JobState state) {
    return Arrays.stream(values())
        .filter(event -> event.state == state)
        .findAny()
        .orElseThrow(() -> new IllegalArgumentException(state + " is no end of a job"));
  }
}
