package io.taskforge.cli;

import io.taskforge.failure.FailureKind;
import io.taskforge.job.JobState;
import io.taskforge.retry.RetryPolicies;
import io.taskforge.server.access.Scope;
import io.taskforge.server.webhook.WebhookEvent;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;

/** The values that shells complete: fixed words, or names from a server. */
final class Choices {
  private Choices() {}

  /** Fixed words. */
  abstract static class Words implements Iterable<String> {
    private final List<String> words;

    private Words(Collection<String> words) {
      this.words = List.copyOf(words);
    }

    @Override
    public Iterator<String> iterator() {
      return words.iterator();
    }
  }

  static final class JobStates extends Words {
    JobStates() {
      super(lowerCase(JobState.values()));
    }
  }

  static final class FailureKinds extends Words {
    FailureKinds() {
      super(lowerCase(FailureKind.values()));
    }
  }

  private static List<String> lowerCase(Enum<?>[] constants) {
    return Arrays.stream(constants).map(each -> each.name().toLowerCase(Locale.ROOT)).toList();
  }

  static final class RedriveStates extends Words {
    RedriveStates() {
      super(List.of("dead", "failed", "cancelled"));
    }
  }

  static final class AlertStates extends Words {
    AlertStates() {
      super(List.of("open", "resolved"));
    }
  }

  static final class Scopes extends Words {
    Scopes() {
      super(Arrays.stream(Scope.values()).map(Scope::word).toList());
    }
  }

  static final class Events extends Words {
    Events() {
      super(Arrays.stream(WebhookEvent.values()).map(WebhookEvent::word).toList());
    }
  }

  static final class Misfires extends Words {
    Misfires() {
      super(List.of("run_once_now", "skip", "run_all"));
    }
  }

  static final class Overlaps extends Words {
    Overlaps() {
      super(List.of("skip", "queue", "cancel_previous"));
    }
  }

  static final class DeadLetterOns extends Words {
    DeadLetterOns() {
      super(List.of("exhausted", "all"));
    }
  }

  static final class Truth extends Words {
    Truth() {
      super(List.of("true", "false"));
    }
  }

  static final class Presets extends Words {
    Presets() {
      super(RetryPolicies.all().keySet());
    }
  }

  /**
   * Names from a server: the values of one field in a list of its API. Iterating returns none, so
   * that help does not wait for a server.
   */
  abstract static class ServerNames implements Iterable<String> {
    private final String path;
    private final String field;

    private ServerNames(String path, String field) {
      this.path = path;
      this.field = field;
    }

    /** Returns the word for this kind of names, such as {@code queues}. */
    String kind() {
      return getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }

    String path() {
      return path;
    }

    String field() {
      return field;
    }

    @Override
    public Iterator<String> iterator() {
      return Collections.emptyIterator();
    }
  }

  static final class Queues extends ServerNames {
    Queues() {
      super("/queues", "name");
    }
  }

  /** The job types that workers run. */
  static final class Types extends ServerNames {
    Types() {
      super("/workers", "types");
    }
  }

  static final class Schedules extends ServerNames {
    Schedules() {
      super("/schedules?limit=1000", "id");
    }
  }

  static final class Tenants extends ServerNames {
    Tenants() {
      super("/tenants?limit=1000", "name");
    }
  }

  static final class Webhooks extends ServerNames {
    Webhooks() {
      super("/webhooks?limit=1000", "id");
    }
  }

  /** The named retry policies, with the presets. */
  static final class Policies extends ServerNames {
    Policies() {
      super("/policies", "name");
    }
  }

  static final class Rules extends ServerNames {
    Rules() {
      super("/alert-rules", "name");
    }
  }

  static final class Keys extends ServerNames {
    Keys() {
      super("/keys", "id");
    }
  }

  static final class Alerts extends ServerNames {
    Alerts() {
      super("/alerts?limit=1000", "id");
    }
  }

  static final class Redrives extends ServerNames {
    Redrives() {
      super("/redrives?limit=1000", "id");
    }
  }

  /** Returns every kind of names that a server has. */
  static List<ServerNames> serverNames() {
    return List.of(
        new Queues(),
        new Types(),
        new Schedules(),
        new Tenants(),
        new Webhooks(),
        new Policies(),
        new Rules(),
        new Keys(),
        new Alerts(),
        new Redrives());
  }
}
