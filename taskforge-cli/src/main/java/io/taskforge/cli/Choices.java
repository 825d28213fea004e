package io.taskforge.cli;

import io.taskforge.failure.FailureKind;
import io.taskforge.job.JobState;
import io.taskforge.retry.RetryPolicies;
import io.taskforge.server.access.Scope;
import io.taskforge.server.webhook.WebhookEvent;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The values that shells complete: fixed words, or names from a server. */
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

  static final ServerNames QUEUES = new Queues();

  /** The job types that workers run. */
  static final ServerNames TYPES = new ServerNames("types", "/workers", "types");

  static final ServerNames SCHEDULES = new ServerNames("schedules", "/schedules?limit=1000", "id");
  static final ServerNames TENANTS = new ServerNames("tenants", "/tenants?limit=1000", "name");
  static final ServerNames WEBHOOKS = new ServerNames("webhooks", "/webhooks?limit=1000", "id");

  /** The named retry policies, with the presets. */
  static final ServerNames POLICIES = new ServerNames("policies", "/policies", "name");

  static final ServerNames RULES = new ServerNames("rules", "/alert-rules", "name");
  static final ServerNames KEYS = new ServerNames("keys", "/keys", "id");
  static final ServerNames ALERTS = new ServerNames("alerts", "/alerts?limit=1000", "id");
  static final ServerNames REDRIVES = new ServerNames("redrives", "/redrives?limit=1000", "id");

  /** Every kind of names that a server has. */
  static final List<ServerNames> SERVER_NAMES =
      List.of(QUEUES, TYPES, SCHEDULES, TENANTS, WEBHOOKS, POLICIES, RULES, KEYS, ALERTS, REDRIVES);

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

  /**
   * Names from a server: the values of one field in a list of its API. Iterating returns none, so
   * that help does not wait for a server.
   */
  static class ServerNames implements Iterable<String> {
    final String kind;
    final String path;
    final String field;

    /** Creates a kind of names, such as {@code queues}. */
    ServerNames(String kind, String path, String field) {
      this.kind = kind;
      this.path = path;
      this.field = field;
    }

    @Override
    public Iterator<String> iterator() {
      return Collections.emptyIterator();
    }
  }

  /** The queues, also for an annotation. */
  static final class Queues extends ServerNames {
    Queues() {
      super("queues", "/queues", "name");
    }
  }
}
