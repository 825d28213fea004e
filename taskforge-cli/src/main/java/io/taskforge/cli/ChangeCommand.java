package io.taskforge.cli;

import io.taskforge.cli.client.ApiAnswer;
import io.taskforge.cli.client.ApiClient;
import io.taskforge.cli.output.Console;
import io.taskforge.cli.output.JsonCell;
import io.taskforge.json.strict.Json;
import io.taskforge.text.PrintableText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** Changes each of the named items; a failure does not stop the others. */
@Command
final class ChangeCommand extends ApiCommand {
  /** The change of one item, given its path. */
  @FunctionalInterface
  interface Change {
    ApiAnswer apply(ApiClient api, String item, TenantOption tenant);
  }

  private final String path;
  private final String done;
  private final Change change;
  private final TenantOption tenant;

  @Spec private CommandSpec spec = CommandSpec.create();

  /** Creates a command that reports {@code done}, such as "cancelled". */
  ChangeCommand(Console console, String path, String done, Change change, TenantOption tenant) {
    super(console);
    this.path = path;
    this.done = done;
    this.change = change;
    this.tenant = tenant;
  }

  @Override
  int run(ApiClient api) {
    return each(
        Resource.names(spec),
        id -> report(id, change.apply(api, path + "/" + ApiClient.segment(id), tenant)));
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
