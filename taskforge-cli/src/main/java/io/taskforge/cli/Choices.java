package io.taskforge.cli;

import io.taskforge.failure.FailureKind;
import io.taskforge.job.JobState;
import io.taskforge.retry.RetryPolicies;
import io.taskforge.server.access.Scope;
import io.taskforge.server.webhook.WebhookEvent;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The values that help lists and shells complete. */
final class Choices {
  static final List<String> JOB_STATES = lowerCase(JobState.values());
  static final List<String> FAILURE_KINDS = lowerCase(FailureKind.values());
  static final List<String> REDRIVE_STATES = List.of("dead", "failed", "cancelled");
  static final List<String> ALERT_STATES = List.of("open", "resolved");
  static final List<String> SCOPES = Stream.of(Scope.values()).map(Scope::word).toList();
  static final List<String> EVENTS =
      Stream.of(WebhookEvent.values()).map(WebhookEvent::word).toList();
  static final List<String> MISFIRES = List.of("run_once_now", "skip", "run_all");
  static final List<String> OVERLAPS = List.of("skip", "queue", "cancel_previous");
  static final List<String> DEAD_LETTER_ON = List.of("exhausted", "all");
  static final List<String> TRUTH = List.of("true", "false");
  static final Collection<String> PRESETS = RetryPolicies.all().keySet();

  private Choices() {}

  private static List<String> lowerCase(Enum<?>[] constants) {
    return Stream.of(constants).map(each -> each.name().toLowerCase(Locale.ROOT)).toList();
  }

  /** The presets, for an annotation. */
  static final class Presets implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return PRESETS.iterator();
    }
  }
}
