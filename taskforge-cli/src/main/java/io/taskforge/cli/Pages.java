package io.taskforge.cli;

import io.taskforge.cli.client.ApiAnswer;
import io.taskforge.cli.client.ApiClient;
import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.output.JsonTable;
import io.taskforge.json.strict.Json;
import io.taskforge.server.http.Limits;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A paginated list of the API; only one page at a time is in memory.
 *
 * @param sized whether to request pages as large as needed, not of the server's default size
 */
record Pages(ApiClient api, String path, Map<String, String> query, boolean sized) {
  Pages {
    query = Map.copyOf(query);
  }

  Pages(ApiClient api, String path, Map<String, String> query) {
    this(api, path, query, true);
  }

  /**
   * Prints the items; returns the exit code.
   *
   * @param limit the largest number of items; {@link Integer#MAX_VALUE} for all
   * @param noun the plural name of the items
   */
  int print(ApiCommand command, JsonTable table, int limit, String noun) {
    long shown = 0;
    String next = null;
    boolean last = false;
    for (boolean first = true; !last; first = false) {
      ApiAnswer answer = page(limit - shown, next);
      List<JsonNode> items = new ArrayList<>();
      answer.json().path("items").forEach(items::add);
      boolean none = shown == 0;
      shown += items.size();
      JsonNode cursor = answer.json().path("next");
      next = cursor.isString() ? cursor.stringValue() : null;
      last = next == null || shown >= limit;
      if (command.json()) {
        printJson(command, answer, items, none, first, last);
      } else if (!items.isEmpty()) {
        table.lines(items, command.console()).forEach(command::say);
      }
    }
    if (!command.json() && shown == 0) {
      command.say("no " + noun);
    }
    if (!command.json() && next != null) {
      command.say("%d shown; for more, use --all or a larger --limit".formatted(shown));
    }
    return ExitCodes.OK;
  }

  private ApiAnswer page(long wanted, @Nullable String cursor) {
    Map<String, String> asked = new LinkedHashMap<>(query);
    if (sized) {
      asked.put("limit", Long.toString(Math.max(1, Math.min(wanted, Limits.MAX_PAGE))));
    }
    if (cursor != null) {
      asked.put("cursor", cursor);
    }
    return api.get(path, asked);
  }

  /**
   * Prints a single page unchanged, and several pages as one list.
   *
   * @param none whether no item was printed before
   */
  private static void printJson(
      ApiCommand command,
      ApiAnswer answer,
      List<JsonNode> items,
      boolean none,
      boolean first,
      boolean last) {
    if (first && last) {
      command.sayJson(answer.body());
      return;
    }
    StringBuilder text = new StringBuilder(first ? "{\"items\":[" : "");
    for (int i = 0; i < items.size(); i++) {
      text.append(none && i == 0 ? "" : ",").append(Json.write(items.get(i)));
    }
    if (last) {
      text.append("],\"next\":").append(Json.write(answer.json().path("next"))).append('}');
    }
    command.sayJson(text.toString());
  }
}
