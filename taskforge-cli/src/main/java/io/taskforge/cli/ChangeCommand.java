package io.taskforge.cli;

import io.taskforge.json.Json;
import io.taskforge.text.PrintableText;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** Does one thing to each of the things that are named; a failure does not stop the others. */
@Command
final class ChangeCommand extends ApiCommand {
  /** What is done to one thing, given its id as a segment of a path. */
  @FunctionalInterface
  interface Change {
    ApiAnswer apply(ApiClient api, String id, CommandSpec spec);

    /** Posts to a path below the thing. */
    static Change post(String before, String after) {
      return (api, id, spec) -> api.post(TenantOption.at(before + id + after, spec));
    }

    /** Deletes the thing. */
    static Change delete(String before) {
      return (api, id, spec) -> api.delete(TenantOption.at(before + id, spec));
    }

    /** Sets one of the fields that the thing is replaced by. */
    static Change set(String before, List<String> fields, String field, boolean value) {
      return (api, id, spec) ->
          new SettingsChange(api, TenantOption.at(before + id, spec), fields)
              .ofExisting(Json.object().put(field, value));
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
        if (e.stopsAll()) {
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
    JsonNode after = answer.body().isBlank() ? Json.object() : answer.json();
    String state = JsonCell.shown(after.path("state"), 20);
    String made = JsonCell.text(after.path("id"));
    boolean madeJob = !made.isEmpty() && !made.equals(id);
    if (answer.goesOn() && !madeJob) {
      say(shown + "  will be " + done + " as soon as its worker notices");
      return;
    }
    say(
        shown
            + "  "
            + done
            + (madeJob ? ": job " + PrintableText.escaped(made) : "")
            + (state.equals(JsonCell.NOTHING) ? "" : ", now " + paint().state(state, state)));
  }
}
