package io.taskforge.cli;

import io.taskforge.cli.client.ApiAnswer;
import io.taskforge.cli.client.ApiClient;
import io.taskforge.cli.output.JsonCell;
import io.taskforge.json.strict.Json;
import io.taskforge.text.PrintableText;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/** Changes each of the named items; a failure does not stop the others. */
@Command
final class ChangeCommand extends ResourceCommand {
  /** The change of the item of this name. */
  @FunctionalInterface
  interface Change {
    ApiAnswer apply(ApiClient api, ChangeCommand command, String name);
  }

  private final String done;
  private final Change change;

  /** Creates a command that reports {@code done}, such as "cancelled". */
  ChangeCommand(Resource resource, String done, Change change) {
    super(resource.console(), resource);
    this.done = done;
    this.change = change;
  }

  @Override
  int run(ApiClient api) {
    return each(names(), name -> report(name, change.apply(api, this, name)));
  }

  private void report(String id, ApiAnswer answer) {
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
    if (answer.isPending() && !madeJob) {
      say(shown + "  will be " + done + " when its worker responds");
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
