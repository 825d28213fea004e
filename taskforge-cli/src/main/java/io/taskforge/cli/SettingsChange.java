package io.taskforge.cli;

import io.taskforge.cli.client.ApiAnswer;
import io.taskforge.cli.client.ApiClient;
import io.taskforge.json.strict.Json;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Changes some fields of an item that the API replaces as a whole: reads it, and writes it back
 * with the changes, with optimistic locking.
 *
 * @param path of the item
 * @param fields that a replacement consists of
 */
record SettingsChange(ApiClient api, String path, List<String> fields) {
  SettingsChange {
    fields = List.copyOf(fields);
  }

  /** Changes an existing item. */
  ApiAnswer ofExisting(ObjectNode changes) {
    return replace(api.get(path).json(), changes);
  }

  /** Changes the item, or creates it. */
  ApiAnswer ofAny(ObjectNode changes) {
    Optional<ApiAnswer> before = api.find(path);
    return replace(before.isPresent() ? before.get().json() : Json.object(), changes);
  }

  private ApiAnswer replace(JsonNode before, ObjectNode changes) {
    ObjectNode after = Json.object();
    for (String field : fields) {
      JsonNode value = changes.has(field) ? changes.get(field) : before.path(field);
      if (!value.isNull() && !value.isMissingNode()) {
        after.set(field, value);
      }
    }
    return api.put(path, after, before.path("version").asLong(0));
  }
}
