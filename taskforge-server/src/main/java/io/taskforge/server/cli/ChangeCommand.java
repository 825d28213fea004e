package io.taskforge.server.cli;

import io.taskforge.server.http.Json;
import io.taskforge.text.PrintableText;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** Does one thing to each of the things that are named; one that can't be done stops no other. */
@Command
final class ChangeCommand extends ApiCommand {
  /**
   * What is done to one thing: something is posted below it, or it is deleted.
   *
   * @param before the path up to its id
   * @param after the rest of the path; null to delete the thing itself
   */
  record Change(String before, @Nullable String after) {
    static Change post(String before, String after) {
      return new Change(before, after);
    }

    static Change delete(String before) {
      return new Change(before, null);
    }

    ApiAnswer apply(ApiClient api, String id, CommandSpec spec) {
      return after == null
          ? api.delete(TenantOption.at(before + id, spec))
          : api.post(TenantOption.at(before + id + after, spec));
    }
  }

  private final String done;
  private final Change change;

  @Spec private CommandSpec spec = CommandSpec.create();

  /** Its word for what was done is {@code done}, such as cancelled. */
  ChangeCommand(Console console, String done, Change change) {
    super(console);
    this.done = done;
    this.change = change;
  }

  @Override
  int run(ApiClient api) {
    return each(Names.of(spec), api);
  }

  private int each(List<String> ids, ApiClient api) {
    int exitCode = ExitCodes.OK;
    for (String id : ids) {
      try {
        told(id, change.apply(api, ApiClient.segment(id), spec));
      } catch (CommandFailure e) {
        TaskForgeCli.error(console(), e.lines());
        exitCode = exitCode == ExitCodes.OK ? e.exitCode() : exitCode;
        if (e.exitCode() == ExitCodes.UNREACHABLE) {
          break;
        }
      }
    }
    return exitCode;
  }

  private void told(String id, ApiAnswer answer) {
    if (json()) {
      if (!answer.body().isBlank()) {
        sayJson(answer.body());
      }
      return;
    }
    String shown = PrintableText.escaped(id);
    if (answer.goesOn()) {
      say(shown + "  will be " + done + " as soon as its worker notices");
      return;
    }
    JsonNode after = answer.body().isBlank() ? Json.object() : answer.json();
    String state = JsonCell.shown(after.path("state"), 20);
    String made = JsonCell.text(after.path("id"));
    say(
        shown
            + "  "
            + done
            + (made.isEmpty() || made.equals(id) ? "" : ": job " + PrintableText.escaped(made))
            + (state.equals(JsonCell.NOTHING) ? "" : ", now " + paint().state(state, state)));
  }
}
