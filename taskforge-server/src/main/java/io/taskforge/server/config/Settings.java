package io.taskforge.server.config;

import io.taskforge.job.Retention;
import io.taskforge.json.Fault;
import io.taskforge.retry.RetryPolicies;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.server.http.Limits;
import io.taskforge.server.outbound.SsrfPolicy;
import io.taskforge.server.secret.EncryptionKeys;
import io.taskforge.text.BoundedText;
import io.taskforge.text.DurationText;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Every setting of a server, and the options that follow from what was set where. */
public final class Settings {
  private static final int SHOWN_BYTES = 100;
  private static final String PREFIX = "TASKFORGE_";
  // Say to the command line where a server is and how to get in, and nothing to a server.
  private static final Set<String> OTHERS = Set.of("TASKFORGE_SERVER", "TASKFORGE_API_KEY");
  // A URL may hold one.
  private static final Set<String> SECRET =
      Set.of("db", "dbPassword", "encryptionKey", "encryptionOldKeys");
  // A name that was misspelt may be that of a secret all the same.
  private static final Pattern MAY_BE_SECRET =
      Pattern.compile("(?i).*(key|pass|secret|token|encr|db).*");

  private static final Setting<String> HOST =
      new Setting<>("host", "127.0.0.1", "the address to listen on", Settings::notBlank);
  private static final Setting<Integer> PORT =
      new Setting<>("port", "8080", "the port to listen on; 0 for any", whole(0, 65_535));
  private static final Setting<Path> DATA =
      new Setting<>("data", "taskforge-data", "the embedded store's directory", Settings::path);
  private static final Setting<String> DB =
      new Setting<>(
          "db", "", "a PostgreSQL database instead: jdbc:postgresql:…", Settings::jdbcUrl);
  private static final Setting<String> DB_USER =
      new Setting<>("dbUser", "", "who the server is at the database", text -> text);
  private static final Setting<String> DB_PASSWORD =
      new Setting<>("dbPassword", "", "and its password", text -> text);
  private static final Setting<String> ALLOW_TARGETS =
      new Setting<>(
          "allowTargets", "", "inside addresses that outbound calls may reach", Settings::targets);
  private static final Setting<Integer> CONCURRENCY =
      new Setting<>("concurrency", "50", "how many jobs run here at once", whole(1, 10_000));
  private static final Setting<Duration> LEASE =
      new Setting<>("lease", "15s", "how long a crash goes unnoticed", between("1s", "1h"));
  private static final Setting<Duration> GRACE =
      new Setting<>("shutdownGrace", "10s", "how long running jobs may go on", between("0s", "1h"));
  private static final Setting<RetryPolicy> POLICY =
      new Setting<>(
          "retryPolicy", "default", "the preset where nothing else is set", Settings::preset);
  private static final Setting<Duration> KEEP_SUCCEEDED = kept("keepSucceeded", "7d");
  private static final Setting<Duration> KEEP_FAILED = kept("keepFailed", "30d");
  private static final Setting<Duration> KEEP_DEAD = kept("keepDead", "30d");
  private static final Setting<Duration> KEEP_CANCELLED = kept("keepCancelled", "7d");
  private static final Setting<Duration> KEEP_AUDIT =
      new Setting<>(
          "keepAudit", "365d", "how long audit entries are kept", between("0s", "36500d"));
  private static final Setting<Integer> PER_ADDRESS =
      new Setting<>(
          "connectionsPerAddress",
          "200",
          "how many connections each other machine may have",
          whole(1, Limits.MAX_CONNECTIONS));
  private static final Setting<Boolean> LOG =
      new Setting<>("log", "text", "text or json", Settings::jsonLog);

  private static final List<Setting<?>> ALL =
      List.of(
          HOST,
          PORT,
          DATA,
          DB,
          DB_USER,
          DB_PASSWORD,
          ALLOW_TARGETS,
          CONCURRENCY,
          LEASE,
          GRACE,
          POLICY,
          KEEP_SUCCEEDED,
          KEEP_FAILED,
          KEEP_DEAD,
          KEEP_CANCELLED,
          KEEP_AUDIT,
          EncryptionSettings.KEY,
          EncryptionSettings.FILE,
          EncryptionSettings.OLD_KEYS,
          PER_ADDRESS,
          LOG);

  private final Map<String, String> given = new TreeMap<>();
  private final List<Fault> faults = new ArrayList<>();

  /** Returns a line for each setting: its name in a file, what it means, and its default. */
  public static List<String> described() {
    return ALL.stream().map(Setting::described).toList();
  }

  /** Takes what a file says; an unknown name is a fault. */
  public Settings file(Map<String, String> entries) {
    entries.forEach((name, value) -> put("", name, value));
    return this;
  }

  /** Takes what environment variables say, over what the file does. */
  public Settings environment(Map<String, String> variables) {
    Map<String, Setting<?>> known =
        ALL.stream().collect(Collectors.toMap(Setting::variable, setting -> setting));
    variables.forEach(
        (variable, value) -> {
          Setting<?> setting = known.get(variable);
          if (setting != null) {
            given.put(setting.name(), value);
          } else if (variable.startsWith(PREFIX) && !OTHERS.contains(variable)) {
            faults.add(new Fault(variable, shown(variable, value), unknown(known.keySet())));
          }
        });
    return this;
  }

  /** Takes what a flag says, over everything else; null where it was not given. */
  public Settings flag(String name, @Nullable Object value) {
    if (value != null) {
      put("--", name, value.toString());
    }
    return this;
  }

  private void put(String prefix, String name, String value) {
    Set<String> names = ALL.stream().map(Setting::name).collect(Collectors.toSet());
    if (names.contains(name)) {
      given.put(name, value);
    } else {
      faults.add(new Fault(prefix + shown(name), shown(name, value), unknown(names)));
    }
  }

  private static String unknown(Set<String> names) {
    return "unknown; known are " + names.stream().sorted().collect(Collectors.joining(", "));
  }

  /**
   * Returns the options.
   *
   * @throws InvalidSettingsException with everything that is wrong
   */
  public ServerOptions options() {
    for (Setting<?> setting : ALL) {
      check(setting);
    }
    checkKeys();
    if (!faults.isEmpty()) {
      throw new InvalidSettingsException(faults);
    }
    return new ServerOptions(
        value(HOST),
        value(PORT),
        value(DATA),
        orNull(DB),
        orNull(DB_USER),
        orNull(DB_PASSWORD),
        orNull(ALLOW_TARGETS),
        value(CONCURRENCY),
        value(LEASE),
        value(GRACE),
        value(POLICY),
        new Retention(
            value(KEEP_SUCCEEDED),
            value(KEEP_FAILED),
            value(KEEP_DEAD),
            value(KEEP_CANCELLED),
            value(KEEP_AUDIT)),
        encryption(),
        value(PER_ADDRESS),
        value(LOG));
  }

  private void checkKeys() {
    boolean key = !text(EncryptionSettings.KEY).isEmpty();
    boolean file = !text(EncryptionSettings.FILE).isEmpty();
    if (key && file) {
      faults.add(new Fault("encryptionKeyFile", "a file", "cannot be combined with encryptionKey"));
    }
    if (!key && !file && !text(EncryptionSettings.OLD_KEYS).isEmpty()) {
      faults.add(new Fault("encryptionOldKeys", "***", "needs an encryptionKey to seal with"));
    }
  }

  private EncryptionKeys encryption() {
    String key = value(EncryptionSettings.KEY) + value(EncryptionSettings.FILE);
    return key.isEmpty()
        ? EncryptionKeys.NONE
        : EncryptionKeys.of(key, text(EncryptionSettings.OLD_KEYS));
  }

  private void check(Setting<?> setting) {
    try {
      value(setting);
    } catch (IllegalArgumentException e) {
      String text = text(setting);
      boolean secret = SECRET.contains(setting.name());
      faults.add(
          new Fault(setting.name(), secret ? "***" : shown(text), String.valueOf(e.getMessage())));
    }
  }

  private <T> T value(Setting<T> setting) {
    return setting.parse().apply(text(setting));
  }

  private @Nullable String orNull(Setting<String> setting) {
    String value = value(setting);
    return value.isEmpty() ? null : value;
  }

  private String text(Setting<?> setting) {
    return given.getOrDefault(setting.name(), setting.usual()).strip();
  }

  private static Setting<Duration> kept(String name, String usual) {
    String state = name.substring("keep".length()).toLowerCase(Locale.ROOT);
    return new Setting<>(
        name, usual, "how long " + state + " jobs are kept", between("0s", "36500d"));
  }

  private static String notBlank(String text) {
    if (text.isBlank()) {
      throw new IllegalArgumentException("must not be empty");
    }
    return text;
  }

  private static Path path(String text) {
    try {
      return Path.of(notBlank(text));
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException("must be a path", e);
    }
  }

  private static String jdbcUrl(String text) {
    if (!text.isEmpty() && !text.startsWith("jdbc:postgresql:")) {
      throw new IllegalArgumentException("must begin with jdbc:postgresql:");
    }
    return text;
  }

  private static String targets(String text) {
    if (!text.isEmpty()) {
      SsrfPolicy.allowing(text);
    }
    return text;
  }

  private static RetryPolicy preset(String text) {
    RetryPolicy policy = RetryPolicies.all().get(text);
    if (policy == null) {
      throw new IllegalArgumentException(
          "must be one of " + String.join(", ", RetryPolicies.all().keySet()));
    }
    return policy;
  }

  private static boolean jsonLog(String text) {
    if (!text.equals("text") && !text.equals("json")) {
      throw new IllegalArgumentException("must be text or json");
    }
    return text.equals("json");
  }

  private static Function<String, Integer> whole(int min, int max) {
    return text -> {
      try {
        int value = Integer.parseInt(text);
        if (value >= min && value <= max) {
          return value;
        }
      } catch (NumberFormatException e) {
        // Falls through to the one message that says what is allowed.
      }
      throw new IllegalArgumentException("must be a whole number from " + min + " to " + max);
    };
  }

  private static Function<String, Duration> between(String min, String max) {
    return text -> {
      Duration value = DurationText.parse(text);
      if (value.compareTo(DurationText.parse(min)) < 0
          || value.compareTo(DurationText.parse(max)) > 0) {
        throw new IllegalArgumentException("must be from " + min + " to " + max);
      }
      return value;
    };
  }

  private static String shown(String name, String value) {
    return MAY_BE_SECRET.matcher(name).matches() ? "***" : shown(value);
  }

  private static String shown(String text) {
    return BoundedText.of(text, SHOWN_BYTES);
  }
}
