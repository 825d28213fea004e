package io.taskforge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** A command must fail if a script's empty variable leaves an argument missing or empty. */
class MissingArgumentsTest {
  private final StubApi api = new StubApi();

  @AfterEach
  void stop() {
    api.close();
  }

  @Test
  void every_argument_is_required_with_few_exceptions() {
    List<String> optional =
        Commands.all().stream()
            .filter(
                command ->
                    command.getCommandSpec().positionalParameters().stream()
                        .anyMatch(parameter -> parameter.arity().min() == 0))
            .map(command -> String.join(" ", Commands.words(command)))
            .toList();

    assertThat(optional).containsExactlyInAnyOrder("jobs enqueue", "dlq redrive");
  }

  static Stream<String> commandsWithRequiredParameters() {
    return Commands.all().stream()
        .filter(command -> !required(command).isEmpty())
        .map(command -> String.join(" ", Commands.words(command)));
  }

  private static List<PositionalParamSpec> required(CommandLine command) {
    return command.getCommandSpec().positionalParameters().stream()
        .filter(parameter -> parameter.arity().min() > 0)
        .toList();
  }

  private static CommandLine find(String path) {
    return Commands.find(Commands.root(), path);
  }

  @ParameterizedTest
  @MethodSource("commandsWithRequiredParameters")
  void a_missing_argument_is_a_usage_error_that_names_it(String path) {
    refused(path, List.of());
  }

  @ParameterizedTest
  @MethodSource("commandsWithRequiredParameters")
  void an_empty_argument_is_a_usage_error_that_names_it(String path) {
    List<String> empty = required(find(path)).stream().map(parameter -> "").toList();

    refused(path, empty);
  }

  @Test
  void an_empty_argument_among_others_stops_the_whole_command() {
    CliRun run = api.run("keys", "revoke", "7f86b7298892", " ");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("ID must not be empty");
    assertThat(api.asked()).isEmpty();
  }

  @Test
  void an_empty_option_is_a_usage_error_that_names_it() {
    CliRun run = api.run("dlq", "redrive", "--all", "--queue", "");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("--queue must not be empty");
    assertThat(api.asked()).isEmpty();
  }

  @Test
  void most_commands_are_checked() {
    assertThat(commandsWithRequiredParameters())
        .hasSizeGreaterThan(20)
        .contains("keys revoke", "queues show", "jobs show", "schedules create");
  }

  private void refused(String path, List<String> arguments) {
    CommandSpec spec = find(path).getCommandSpec();
    List<String> args = new ArrayList<>(List.of(path.split(" ")));
    args.addAll(arguments);
    spec.requiredArgs().stream()
        .filter(OptionSpec.class::isInstance)
        .forEach(option -> args.addAll(List.of(((OptionSpec) option).longestName(), "x")));

    CliRun run =
        spec.findOption("--server") == null
            ? CliRun.of(args.toArray(String[]::new))
            : api.run(args.toArray(String[]::new));

    assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(2);
    assertThat(run.err())
        .contains(required(find(path)).get(0).paramLabel(), spec.qualifiedName() + " --help");
    assertThat(run.out()).isEmpty();
    assertThat(api.asked()).isEmpty();
  }
}
