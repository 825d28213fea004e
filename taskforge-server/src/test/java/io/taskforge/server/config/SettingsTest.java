package io.taskforge.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.taskforge.destination.DestinationMode;
import io.taskforge.destination.DestinationSettings;
import io.taskforge.job.Retention;
import io.taskforge.json.Fault;
import io.taskforge.retry.PolicyChoice;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.retry.json.RetryPolicyJson;
import io.taskforge.server.secret.EncryptionKeys;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsTest {
  private static final String KEY = Base64.getEncoder().encodeToString(new byte[32]);

  @TempDir Path directory;

  @Test
  void by_default_the_server_listens_on_loopback_with_an_embedded_store() {
    ServerOptions options = new Settings().options();

    assertThat(options)
        .isEqualTo(
            new ServerOptions(
                new ServerOptions.Listener("127.0.0.1", 8080, 200),
                new ServerOptions.Database(Path.of("taskforge-data"), null, null, null),
                new ServerOptions.Worker(
                    50,
                    Duration.ofSeconds(15),
                    Duration.ofSeconds(10),
                    PolicyChoice.named("default"),
                    Retention.DEFAULT,
                    DestinationMode.ON,
                    DestinationSettings.defaults()),
                null,
                EncryptionKeys.NONE,
                false));
  }

  @Test
  void flags_override_variables_which_override_the_file() {
    Settings settings =
        new Settings()
            .file(Map.of("port", "1", "host", "10.0.0.1", "lease", "20s"))
            .environment(
                Map.of("TASKFORGE_PORT", "2", "TASKFORGE_HOST", "10.0.0.2", "PATH", "/bin"))
            .flag("port", 3)
            .flag("data", null);

    ServerOptions options = settings.options();
    assertThat(options.listener().port()).isEqualTo(3);
    assertThat(options.listener().host()).isEqualTo("10.0.0.2");
    assertThat(options.worker().lease()).isEqualTo(Duration.ofSeconds(20));
  }

  @Test
  void the_default_retry_policy_is_a_name_json_or_a_file() throws IOException {
    RetryPolicy fixed = RetryPolicy.fixed(Duration.ofSeconds(30)).maxRetries(5);
    String json = RetryPolicyJson.standard().write(fixed);
    Path file = Files.writeString(directory.resolve("policy.json"), json);

    assertThat(retryPolicy("patient")).isEqualTo(PolicyChoice.named("patient"));
    assertThat(retryPolicy("mine")).isEqualTo(PolicyChoice.named("mine"));
    assertThat(retryPolicy(json)).isEqualTo(PolicyChoice.of(fixed));
    assertThat(retryPolicy("@" + file)).isEqualTo(PolicyChoice.of(fixed));
  }

  @Test
  void an_invalid_default_retry_policy_is_rejected() {
    assertThat(fault("no name"))
        .startsWith("retryPolicy: no name is not allowed: must be a preset (default, ")
        .endsWith("the name of a stored policy, a policy in JSON, or @FILE");
    assertThat(fault("{\"maxRetries\": 1}")).contains("must be a valid policy: backoff: missing");
    assertThat(fault("@" + directory.resolve("missing.json")))
        .endsWith("must name a file that can be read");
  }

  private static String fault(String text) {
    return catchThrowableOfType(InvalidSettingsException.class, () -> retryPolicy(text))
        .faults()
        .get(0)
        .toString();
  }

  private static PolicyChoice retryPolicy(String text) {
    return new Settings().flag("retryPolicy", text).options().worker().retryPolicy();
  }

  @Test
  void all_faults_are_reported_together_without_secrets() {
    Settings settings =
        new Settings()
            .file(Map.of("prot", "8080", "lease", "soon", "db", "mysql://user:secret@host/db"))
            .environment(Map.of("TASKFORGE_LOG", "loud", "TASKFORGE_COLOUR", "red"))
            .flag("port", 70_000);

    InvalidSettingsException refused =
        catchThrowableOfType(InvalidSettingsException.class, settings::options);

    assertThat(refused.faults())
        .extracting(Fault::key)
        .containsExactlyInAnyOrder("prot", "TASKFORGE_COLOUR", "lease", "db", "log", "port");
    assertThat(refused.faults().toString()).doesNotContain("secret");
  }

  @Test
  void invalid_encryption_keys_are_rejected_without_being_repeated() throws IOException {
    Path file = Files.writeString(directory.resolve("key"), "hidden-in-a-file");
    for (Settings settings :
        List.of(
            new Settings().file(Map.of("encryptionKey", "hidden-hidden-hidden")),
            new Settings().file(Map.of("encryptionKey", "aGlkZGVuaGlkZGVu")),
            new Settings().file(Map.of("encryptionKey", KEY, "encryptionOldKeys", "hidden,hidden")),
            new Settings().file(Map.of("encryptionKey", KEY, "encryptionKeyFile", file.toString())),
            new Settings().file(Map.of("encryptionKeyFile", file.toString())),
            new Settings().file(Map.of("encryptionKeyFile", "no/such/file")),
            new Settings().file(Map.of("encryptionOldKeys", KEY)),
            new Settings().file(Map.of("encryptKey", "hidden")),
            new Settings().environment(Map.of("TASKFORGE_ENCRYPTIONKEY", "hidden")))) {
      InvalidSettingsException refused =
          catchThrowableOfType(InvalidSettingsException.class, settings::options);

      assertThat(refused.faults()).isNotEmpty();
      StringWriter printed = new StringWriter();
      refused.printStackTrace(new PrintWriter(printed));
      assertThat(printed + refused.faults().toString()).doesNotContain("hidden", "aGlkZGVu", KEY);
    }
  }

  @Test
  void an_encryption_key_is_read_from_a_variable_or_file_and_never_shown() throws IOException {
    Path file = Files.writeString(directory.resolve("key"), KEY + "\n");
    ServerOptions given =
        new Settings().environment(Map.of("TASKFORGE_ENCRYPTION_KEY", KEY)).options();
    ServerOptions read =
        new Settings()
            .file(
                Map.of("encryptionKeyFile", file.toString(), "encryptionOldKeys", KEY + "," + KEY))
            .options();

    assertThat(given.encryption().keys()).hasSize(1);
    assertThat(read.encryption().keys()).hasSize(3).containsOnly(given.encryption().keys().get(0));
    assertThat(given + " " + given.encryption()).doesNotContain(KEY);
    assertThat(new Settings().options().encryption()).isEqualTo(EncryptionKeys.NONE);
    assertThat(
            new Settings().file(Map.of("keepAudit", "30d")).options().worker().retention().audit())
        .isEqualTo(Duration.ofDays(30));
  }

  @Test
  void yaml_files_can_contain_lists_and_properties_files_are_recognised_by_name()
      throws IOException {
    Path yaml =
        Files.writeString(
            directory.resolve("server.yaml"), "port: 9\nallowTargets: [10.0.0.0/8, '::1/128']\n");
    Path properties = Files.writeString(directory.resolve("server.properties"), "keepDead=90d\n");

    assertThat(SettingsFile.read(yaml))
        .isEqualTo(Map.of("port", "9", "allowTargets", "10.0.0.0/8,::1/128"));
    assertThat(SettingsFile.read(properties)).isEqualTo(Map.of("keepDead", "90d"));
  }

  @Test
  void a_file_that_is_not_a_map_of_settings_is_rejected() throws IOException {
    Path broken = Files.writeString(directory.resolve("a.yaml"), "port: [1\n");
    Path scalar = Files.writeString(directory.resolve("b.yaml"), "hello\n");
    Path nested = Files.writeString(directory.resolve("c.yaml"), "server:\n  port: 1\n");
    Path twice = Files.writeString(directory.resolve("d.yaml"), "port: 1\nport: 2\n");

    for (Path file : new Path[] {broken, scalar, nested, twice}) {
      assertThatThrownBy(() -> SettingsFile.read(file))
          .as(file.toString())
          .isInstanceOf(InvalidSettingsException.class);
    }
    assertThatThrownBy(() -> SettingsFile.read(directory.resolve("none.yaml")))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void options_never_show_a_password() {
    ServerOptions options =
        new Settings()
            .environment(
                Map.of(
                    "TASKFORGE_DB",
                    "jdbc:postgresql://h/d?password=hidden",
                    "TASKFORGE_DB_PASSWORD",
                    "hidden"))
            .options();

    assertThat(options + " " + options.database()).doesNotContain("hidden");
    assertThat(options.database().password()).isEqualTo("hidden");
  }
}
