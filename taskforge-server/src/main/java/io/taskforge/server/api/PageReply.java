package io.taskforge.server.api;

import io.taskforge.json.strict.Json;
import io.taskforge.server.http.Reply;
import io.taskforge.store.PageBytes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.util.ByteArrayBuilder;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * One page of a list, with a cursor for keyset pagination. A page has at most {@link PageBytes#MAX}
 * bytes, or one item. Each item is serialized at once, so that no page is in memory as a tree.
 */
final class PageReply {
  private final List<byte[]> items = new ArrayList<>();
  private long bytes;

  /**
   * Returns a page with as many items as fit.
   *
   * @param next the cursor after the last item; null if it is the last of the list
   * @param cursor returns the cursor after an item
   */
  static <T> Reply of(
      List<T> found, Function<T, JsonNode> shown, @Nullable Object next, Function<T, ?> cursor) {
    PageReply page = new PageReply();
    for (T item : found) {
      if (!page.add(shown.apply(item))) {
        return page.reply(String.valueOf(cursor.apply(found.get(page.size() - 1))));
      }
    }
    return page.reply(next == null ? null : next.toString());
  }

  /** Returns a whole list in one page. */
  static <T> Reply all(Collection<T> found, Function<T, ? extends JsonNode> shown) {
    return all(200, found, shown);
  }

  static <T> Reply all(int status, Collection<T> found, Function<T, ? extends JsonNode> shown) {
    return Reply.json(status, list(found, shown));
  }

  /** Returns a whole list as one page, to which the caller may add keys. */
  static <T> ObjectNode list(Collection<T> found, Function<T, ? extends JsonNode> shown) {
    ObjectNode json = Json.object();
    ArrayNode items = json.putArray("items");
    found.forEach(item -> items.add(shown.apply(item)));
    return json.putNull("next");
  }

  /** Adds an item; returns false if the page is full and the item was not added. */
  boolean add(JsonNode item) {
    byte[] json = Json.bytes(item);
    if (!items.isEmpty() && bytes + json.length > PageBytes.MAX) {
      return false;
    }
    items.add(json);
    bytes += json.length;
    return true;
  }

  int size() {
    return items.size();
  }

  PageReply reversed() {
    Collections.reverse(items);
    return this;
  }

  /**
   * @param next the cursor of the next page, or null
   */
  Reply reply(@Nullable String next) {
    return reply(next, "");
  }

  /**
   * @param others further keys of the page as JSON, each after a comma
   */
  Reply reply(@Nullable String next, String others) {
    try (ByteArrayBuilder out = new ByteArrayBuilder()) {
      out.write(utf8("{\"items\":["));
      for (int i = 0; i < items.size(); i++) {
        if (i > 0) {
          out.write(',');
        }
        out.write(items.get(i));
        items.set(i, new byte[0]);
      }
      out.write(
          utf8("],\"next\":" + (next == null ? "null" : StringNode.valueOf(next)) + others + "}"));
      return Reply.ok(out.toByteArray());
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
