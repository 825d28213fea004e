package io.taskforge.server.api;

import io.taskforge.json.Json;
import io.taskforge.server.http.Reply;
import io.taskforge.store.PageBytes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.util.ByteArrayBuilder;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/**
 * One page of a list. It ends before it would be longer than {@link PageBytes#MAX}, whatever the
 * limit; an item that is longer than that by itself is a page of its own. Each item becomes text at
 * once, so that a page is never in memory as a tree.
 */
final class PageReply {
  private final List<byte[]> items = new ArrayList<>();
  private long bytes;

  /**
   * Returns an answer with as many of {@code found} as fit.
   *
   * @param next the cursor after the last of {@code found}; null if there are no others
   * @param cursor the cursor after an item
   */
  static <T> Reply of(
      List<T> found,
      Function<T, JsonNode> shown,
      @Nullable String next,
      Function<T, String> cursor) {
    PageReply page = new PageReply();
    for (T item : found) {
      if (!page.add(shown.apply(item))) {
        return page.reply(cursor.apply(found.get(page.size() - 1)));
      }
    }
    return page.reply(next);
  }

  /** Adds an item; false if the page is full, and the item is not on it. */
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

  /** Turns the order of the items around. */
  PageReply reversed() {
    Collections.reverse(items);
    return this;
  }

  /**
   * Returns the answer.
   *
   * @param next the cursor of the next page, or null
   */
  Reply reply(@Nullable String next) {
    try (ByteArrayBuilder out = new ByteArrayBuilder()) {
      out.write(utf8("{\"items\":["));
      for (int i = 0; i < items.size(); i++) {
        if (i > 0) {
          out.write(',');
        }
        out.write(items.get(i));
        items.set(i, new byte[0]);
      }
      out.write(utf8("],\"next\":" + (next == null ? "null" : StringNode.valueOf(next)) + "}"));
      return Reply.ok(out.toByteArray());
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
