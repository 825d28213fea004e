package io.taskforge.server.config;

import io.taskforge.destination.DestinationMode;
import io.taskforge.destination.DestinationSettings;
import io.taskforge.job.Retention;
import io.taskforge.json.Fault;
import io.taskforge.retry.PolicyChoice;
import io.taskforge.server.http.Limits;
import io.taskforge.server.outbound.SsrfPolicy;
import io.taskforge.server.secret.EncryptionKeys;
import io.taskforge.store.JobStore;
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

/**
 * All settings of a server, from a file, environment variables and flags. To add one, define it
 * here and pass it to {@link ServerOptions}.
 */
public final class Settings {
  private static final int SHOWN_BYTES = 100;
  private static final String PREFIX = "TASKFORGE_";
  // For the command line's client, not for a server.
  private static final Set<String> OTHERS = Set.of("TASKFORGE_SERVER", "TASKFORGE_API_KEY");
  // A database URL may contain a password.
  private static final Set<String> SECRET =
      Set.of("db", "dbPassword", "encryptionKey", "encryptionOldKeys");
  // A misspelled name may be that of a secret.
  private static final Pattern MAY_BE_SECRET =
      Pattern.compile("(?i).*(key|pass|secret|token|encr|db).*");

  // In the order in which they are defined.
  private static final List<Setting<?>> ALL = new ArrayList<>();

  private static final Setting<String> HOST =
      setting("host", "127.0.0.1", "address to listen on", Settings::notBlank);
  private static final Setting<Integer> PORT =
      setting("port", "8080", "port to listen on; 0 for any free port", whole(0, 65_535));
  private static final Setting<Path> DATA =
      setting("data", "taskforge-data", "directory of the embedded store", Settings::path);
  private static final Setting<String> DB =
      setting("db", "", "PostgreSQL database to use instead: jdbc:postgresql:…", Settings::jdbcUrl);
  private static final Setting<String> DB_USER =
      setting("dbUser", "", "database user name", text -> text);
  private static final Setting<String> DB_PASSWORD =
      setting("dbPassword", "", "database password", text -> text);
  private static final Setting<String> ALLOW_TARGETS =
      setting(
          "allowTargets", "", "private addresses that outbound calls may reach", Settings::targets);
  private static final Setting<Integer> CONCURRENCY =
      setting("concurrency", "50", "maximum number of jobs that run at once", whole(1, 10_000));
  private static final Setting<Duration> LEASE =
      setting(
          "lease",
          DurationText.format(JobStore.DEFAULT_LEASE),
          "lease duration: how soon a crashed worker's jobs are rescued",
          between("1s", "1h"));
  private static final Setting<Duration> GRACE =
      setting(
          "shutdownGrace",
          "10s",
          "how long running jobs may continue at shutdown",
          between("0s", "1h"));
  private static final Setting<PolicyChoice> POLICY =
      setting(
          "retryPolicy",
          "default",
          "default retry policy: a name, JSON, or @FILE",
          PolicySetting::read);
  private static final Setting<DestinationMode> DESTINATIONS =
      setting(
          "circuitBreakers",
          "on",
          "whether jobs are held while their destination is down: on, shadow (only logs) or off",
          Settings::destinationMode);
  private static final Setting<DestinationSettings> SLOW_FACTOR =
      setting(
          "circuitBreakerSlowFactor",
          "0",
          "calls that take this many times as long as usual count as failed; 0 counts none",
          Settings::slowFactor);
  private static final Setting<Duration> KEEP_SUCCEEDED = kept("keepSucceeded", "7d");
  private static final Setting<Duration> KEEP_FAILED = kept("keepFailed", "30d");
  private static final Setting<Duration> KEEP_DEAD = kept("keepDead", "30d");
  private static final Setting<Duration> KEEP_CANCELLED = kept("keepCancelled", "7d");
  private static final Setting<Duration> KEEP_AUDIT =
      setting("keepAudit", "365d", "how long audit entries are kept", between("0s", "36500d"));
  private static final Setting<Duration> KEEP_STATISTICS =
      setting("keepStatistics", "400d", "how long statistics are kept", between("0s", "36500d"));
  private static final Setting<String> KEY =
      setting(
          "encryptionKey",
          "",
          "key for stored secrets: 32 bytes in base64",
          EncryptionSettings::key);
  private static final Setting<String> KEY_FILE =
      setting(
          "encryptionKeyFile", "", "file that contains that key", EncryptionSettings::keyInFile);
  private static final Setting<EncryptionKeys> OLD_KEYS =
      setting(
          "encryptionOldKeys",
          "",
          "comma-separated old keys, for decryption only",
          EncryptionKeys::several);
  private static final Setting<Integer> PER_ADDRESS =
      setting(
          "connectionsPerAddress",
          "200",
          "most connections from one remote address",
          whole(1, Limits.MAX_CONNECTIONS));
  private static final Setting<Boolean> LOG =
      setting("log", "text", "log format: text or json", Settings::jsonLog);

  private final Map<String, String> given = new TreeMap<>();
  private final List<Fault> faults = new ArrayList<>();

  /** Returns a line for each setting: name, description and default. */
  public static List<String> described() {
    return ALL.stream().map(Setting::described).toList();
  }

  /** Adds the settings of a file; an unknown name is a fault. */
  public Settings file(Map<String, String> entries) {
    entries.forEach((name, value) -> put("", name, value));
    return this;
  }

  /** Adds environment variables, which override the file. */
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

  /** Adds a flag, which overrides everything else; null if it was not given. */
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
   * @throws InvalidSettingsException with all faults
   */
  public ServerOptions options() {
    ALL.forEach(this::check);
    checkKeys();
    if (!faults.isEmpty()) {
      throw new InvalidSettingsException(faults);
    }
    return new ServerOptions(
        new ServerOptions.Listener(value(HOST), value(PORT), value(PER_ADDRESS)),
        new ServerOptions.Database(value(DATA), orNull(DB), orNull(DB_USER), orNull(DB_PASSWORD)),
        new ServerOptions.Worker(
            value(CONCURRENCY),
            value(LEASE),
            value(GRACE),
            value(POLICY),
            Retention.DEFAULT
                .succeeded(value(KEEP_SUCCEEDED))
                .failed(value(KEEP_FAILED))
                .dead(value(KEEP_DEAD))
                .cancelled(value(KEEP_CANCELLED))
                .audit(value(KEEP_AUDIT))
                .statistics(value(KEEP_STATISTICS)),
            value(DESTINATIONS),
            value(SLOW_FACTOR)),
        orNull(ALLOW_TARGETS),
        encryption(),
        value(LOG));
  }

  private void checkKeys() {
    boolean key = !text(KEY).isEmpty();
    boolean file = !text(KEY_FILE).isEmpty();
    if (key && file) {
      faults.add(new Fault("encryptionKeyFile", "a file", "cannot be combined with encryptionKey"));
    }
    if (!key && !file && !text(OLD_KEYS).isEmpty()) {
      faults.add(new Fault("encryptionOldKeys", "***", "requires an encryptionKey"));
    }
  }

  private EncryptionKeys encryption() {
    String key = value(KEY) + value(KEY_FILE);
    return key.isEmpty() ? EncryptionKeys.NONE : EncryptionKeys.of(key, text(OLD_KEYS));
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

  private static <T> Setting<T> setting(
      String name, String usual, String description, Function<String, T> parse) {
    Setting<T> setting = new Setting<>(name, usual, description, parse);
    ALL.add(setting);
    return setting;
  }

  private static Setting<Duration> kept(String name, String usual) {
    String state = name.substring("keep".length()).toLowerCase(Locale.ROOT);
    return setting(name, usual, "how long " + state + " jobs are kept", between("0s", "36500d"));
  }

  private static DestinationMode destinationMode(String text) {
    for (DestinationMode mode : DestinationMode.values()) {
      if (mode.name().toLowerCase(Locale.ROOT).equals(text)) {
        return mode;
      }
    }
    throw new IllegalArgumentException("must be on, shadow or off");
  }

  private static DestinationSettings slowFactor(String text) {
    try {
      return DestinationSettings.defaults().slowFactor(Double.parseDouble(text));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("must be 0 or from 2 to 1000", e);
    }
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
