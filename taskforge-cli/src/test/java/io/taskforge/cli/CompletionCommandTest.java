package io.taskforge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs the completion scripts in their shells. A shell that is not installed is skipped. */
@Timeout(120)
class CompletionCommandTest {
  private static final String PROGRAM =
      """
      #!/bin/sh
      echo "$*" >>'%s'
      echo ran-taskforge
      """;

  @TempDir Path directory;
  private Path calls;

  @BeforeEach
  void install() throws IOException {
    calls = Files.createFile(directory.resolve("calls"));
    Path program = directory.resolve("taskforge");
    Files.writeString(program, PROGRAM.formatted(calls));
    assertThat(program.toFile().setExecutable(true)).isTrue();
    for (String shell : List.of("bash", "zsh", "fish")) {
      CliRun run = CliRun.of("completion", shell);
      assertThat(run.exitCode()).as(run.err()).isZero();
      Files.writeString(directory.resolve(shell), run.out());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "jo | jobs",
        "jobs  | list show enqueue cancel cancel-retries retry dead-letter reschedule why retries recommendation",
        "jobs list --st | --state",
        "jobs list --state  | queued running retrying succeeded failed dead cancelled",
        "alerts --state  | open resolved",
        "jobs list --limit  | ''",
        "jobs enqueue --policy pa | patient",
        "schedules create --misfire r | run_once_now run_all",
        "policy show pa | patient",
        "keys create --scope  | read write admin",
        "webhooks create --event alert | alert.raised alert.resolved",
        "completion  | bash zsh fish",
        "queues set mail --dead-letter-on  | exhausted all",
        "jobs list --tenant  | ''",
      },
      ignoreLeadingAndTrailingWhitespace = false)
  void commands_options_and_values_are_completed(String typedAndBlank, String offered)
      throws Exception {
    String typed = typedAndBlank.substring(0, typedAndBlank.length() - 1);
    String[] expected = offered.isBlank() ? new String[0] : offered.strip().split(" ");

    assertThat(inBash(typed)).containsExactlyInAnyOrder(expected);
    if (isInstalled("fish")) {
      assertThat(inFish(typed)).containsExactlyInAnyOrder(expected);
    }
  }

  @Test
  void fish_completes_a_value_after_an_equals_sign() throws Exception {
    assumeTrue(isInstalled("fish"));

    assertThat(inFish("jobs list --state=q")).containsExactly("--state=queued");
  }

  @Test
  void zsh_completes_typed_commands() throws Exception {
    assumeTrue(isInstalled("zsh"));
    Path terminal = directory.resolve("terminal.zsh");
    Files.writeString(
        terminal,
        """
        zmodload zsh/zpty
        zpty shell 'TERM=dumb zsh -f -i'
        zpty -w shell "source ./zsh; PS1='pro''mpt>'"
        zpty -r -m shell out '*prompt>*'
        zpty -w -n shell $'./taskforge jobs list --sta\\tq\\t--payl\\t'
        zpty -r -m shell out '*--payload*'
        zpty -w -n shell $'\\r'
        zpty -r -m shell out '*ran-taskforge*'
        zpty -d shell
        """);

    run("zsh", "-f", terminal.toString());

    assertThat(Files.readAllLines(calls)).containsExactly("jobs list --state queued --payload");
  }

  @Test
  void an_unknown_shell_is_a_usage_error() {
    assertThat(CliRun.of("completion", "tcsh").exitCode()).isEqualTo(2);
  }

  /** Calls the completion function as bash does after a tab at the end of the line. */
  private List<String> inBash(String typed) throws Exception {
    List<String> command = new ArrayList<>();
    String function =
        """
        source ./bash
        compopt() { :; } # fails outside of a completion
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        _complete_taskforge
        printf '%s\\n' "${COMPREPLY[@]}"
        """;
    command.addAll(List.of("bash", "--norc", "-c", function, "bash", "./taskforge"));
    command.addAll(List.of(typed.split(" ", -1)));
    return run(command.toArray(String[]::new));
  }

  private List<String> inFish(String typed) throws Exception {
    return run(
            "fish", "--no-config", "-c", "source ./fish; complete -C './taskforge " + typed + "'")
        .stream()
        .map(line -> line.split("\t", 2)[0])
        .toList();
  }

  private List<String> run(String... command) throws Exception {
    Path output = Files.createTempFile(directory, "output", "");
    Process process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .start();
    boolean ended = process.waitFor(60, TimeUnit.SECONDS);
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    String out = Files.readString(output);
    assertThat(ended).as(out).isTrue();
    assertThat(process.exitValue()).as(out).isZero();
    return out.lines().filter(line -> !line.isBlank()).toList();
  }

  private static boolean isInstalled(String shell) {
    return Stream.of(System.getenv("PATH").split(":"))
        .anyMatch(path -> Files.isExecutable(Path.of(path, shell)));
  }
}
