package io.taskforge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.output.Console;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.json.strict.Json;
import io.taskforge.server.Repository;
import io.taskforge.server.alert.AlertRule;
import io.taskforge.server.alert.AlertRules;
import io.taskforge.server.alert.AlertSubject;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AlertsCommandsTest {
  private static final Pattern COMMAND = Pattern.compile("\\./taskforge ([a-z0-9 .=-]*[a-z0-9])");
  private static final Pattern PAGE = Pattern.compile("docs/[a-z/-]+\\.md");
  private static final String ALERT =
      "{\"id\":\"0123456789ab\",\"state\":\"open\",\"severity\":\"critical\",\"rule\":\"no-worker\","
          + "\"tenant\":\"bolt\",\"queue\":\"mail\",\"text\":\"7 jobs are due. Start a worker.\","
          + "\"acknowledgedBy\":null}";

  private final StubApi api = new StubApi();

  @AfterEach
  void stop() {
    api.close();
  }

  @Test
  void alerts_are_listed_with_or_without_the_list_subcommand_and_filtered() {
    String answer = "200 {\"items\":[" + ALERT + "],\"next\":null}";
    api.on("GET /alerts?limit=50", answer)
        .on("GET /alerts?state=open&limit=5", answer)
        .on("GET /alerts?rule=no-worker&limit=50", answer)
        .on("GET /alerts?queue=mail&limit=1000", answer)
        .on("GET /alerts?tenant=acme&limit=50", answer);

    CliRun run = api.run("alerts");

    assertThat(run.out()).contains("0123456789ab", "no-worker", "7 jobs are due");
    assertThat(run.out()).doesNotContain("Start a worker", "acknowledgedBy");
    assertThat(api.run("alerts", "list").out()).isEqualTo(run.out());
    assertThat(Json.read(api.run("alerts", "--json").out()).get("items").size()).isEqualTo(1);
    assertThat(api.run("alerts", "list", "--state", "open", "--limit", "5").out())
        .isEqualTo(run.out());
    assertThat(api.run("alerts", "--rule", "no-worker").out()).isEqualTo(run.out());
    assertThat(api.run("alerts", "--queue", "mail", "--all").out()).isEqualTo(run.out());
    assertThat(api.run("alerts", "--tenant", "acme").out()).isEqualTo(run.out());
    assertThat(run.out()).contains("tenant", "bolt");
  }

  @Test
  void an_alert_is_shown_with_its_advice() {
    api.on("GET /alerts/0123456789ab", "200 " + ALERT);

    assertThat(api.run("alerts", "show", "0123456789ab").out()).contains("Start a worker.");
  }

  @Test
  void an_unknown_alert_does_not_stop_others_from_being_acknowledged() {
    api.on("POST /alerts/unknown/acknowledge", "404 {\"title\":\"Not found\",\"detail\":\"none\"}")
        .on(
            "POST /alerts/0123456789ab/acknowledge",
            "200 {\"id\":\"0123456789ab\",\"acknowledgedBy\":\"local\"}");

    CliRun run = api.run("alerts", "ack", "unknown", "0123456789ab", "--note", "on it");

    assertThat(run.exitCode()).isEqualTo(ExitCodes.NOT_FOUND);
    assertThat(run.out()).isEqualToIgnoringNewLines("0123456789ab  acknowledged by local");
    assertThat(api.asked()).endsWith("POST /alerts/0123456789ab/acknowledge {\"note\":\"on it\"}");
    assertThat(api.run("alerts", "ack").exitCode()).isEqualTo(ExitCodes.INVALID);
  }

  static Stream<String> advice() {
    return AlertRules.all().stream()
        .map(
            (AlertRule rule) ->
                rule.advice(new AlertSubject(TenantId.DEFAULT, new QueueName("mail"), null)));
  }

  @ParameterizedTest
  @MethodSource("advice")
  void commands_and_pages_in_an_alerts_advice_exist(String advice) {
    List<String> commands =
        COMMAND.matcher(advice).results().map((MatchResult found) -> found.group(1)).toList();

    assertThat(commands).isNotEmpty();
    for (String command : commands) {
      assertThatCode(() -> TaskForgeCli.commandLine(console()).parseArgs(command.split(" ", -1)))
          .as(command)
          .doesNotThrowAnyException();
    }
    assertThat(PAGE.matcher(advice).results().map(MatchResult::group))
        .isNotEmpty()
        .allMatch(page -> Files.exists(Repository.root().resolve(page)));
  }

  private static Console console() {
    return new Console(
        InputStream.nullInputStream(),
        new PrintWriter(new StringWriter()),
        new PrintWriter(new StringWriter()),
        StandardCharsets.UTF_8,
        false,
        Console.UNLIMITED,
        Map.of(),
        CliRun.CLOCK);
  }
}
