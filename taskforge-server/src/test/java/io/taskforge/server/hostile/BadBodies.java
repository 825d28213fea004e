package io.taskforge.server.hostile;

import io.taskforge.json.strict.Json;
import io.taskforge.server.contract.Operation;
import io.taskforge.server.contract.SchemaCheck;
import io.taskforge.server.wire.RawHttp;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Invalid bodies: one invalid field at a time, or invalid as a whole. */
final class BadBodies {
  private static final String DEEP = "[".repeat(100_000) + "]".repeat(100_000);
  private static final byte[] TEN_MEGABYTES =
      "x".repeat(10_000_000).getBytes(StandardCharsets.UTF_8);
  private static final List<Value> VALUES =
      Stream.of(
              "null",
              "true",
              "12.5",
              "-1",
              "[]",
              "[[1]]",
              "{}",
              "{\"a\": {\"b\": []}}",
              "\"\"",
              "\" \"",
              "1e400000",
              "-1e-400000",
              "123456789012345678901234567890",
              "9223372036854775808",
              "\"nul \\u0000 nul\"",
              "\"lone \\ud800 surrogate\"",
              "\"'; DROP TABLE taskforge_job; -- \\\" % _ \\\\\"",
              "\"" + "x".repeat(300_000) + "\"",
              "\"9999999999999d\"",
              "\"-5m\"",
              "\"0000-00-00T00:00:00Z\"",
              "\"+999999999-12-31T23:59:59Z\"",
              "\"* * * * * * *\"",
              "\"*/0 * * * *\"",
              "\"🦊\\u202e\"",
              "[".repeat(2_000) + "]".repeat(2_000))
          .map(Value::new)
          .toList();
  private static final Map<String, String> WHOLES =
      Map.ofEntries(
          Map.entry("nothing", ""),
          Map.entry("spaces", "  \n "),
          Map.entry("null", "null"),
          Map.entry("a number", "7"),
          Map.entry("a list", "[]"),
          Map.entry("deep lists", DEEP),
          Map.entry("deep objects", "{\"a\":".repeat(100_000) + "1" + "}".repeat(100_000)),
          Map.entry("cut off", "{\"type\": \"mail\", "),
          Map.entry("two values", "{} {}"),
          Map.entry("single quotes", "{'type': 'mail'}"),
          Map.entry("a comment", "{/* */}"),
          Map.entry("NaN", "{\"priority\": NaN}"),
          Map.entry("a byte order mark", "\ufeff{}"),
          Map.entry("a raw NUL", "{\"type\": \"a\u0000b\"}"),
          Map.entry("a key twice", "{\"zone\": 1, \"zone\": 1}"),
          Map.entry("XML", "<job/>"),
          Map.entry("__proto__", "{\"__proto__\": {\"admin\": true}, \"@class\": \"x\"}"));

  private final RawHttp http;
  private final SchemaCheck schemas;

  /** A JSON value, parsed once for all fields unless it is nested too deep. */
  private static final class Value {
    private final String text;
    private final @Nullable JsonNode parsed;

    Value(String text) {
      this.text = text;
      this.parsed = text.startsWith("[[[") ? null : Json.read(text);
    }

    /** A valid body with this value in one field. */
    byte[] in(ObjectNode good, String key) {
      ObjectNode others = good.deepCopy();
      others.remove(key);
      String rest = Json.write(others);
      return "{\"%s\":%s%s%s"
          .formatted(key, text, others.isEmpty() ? "" : ",", rest.substring(1))
          .getBytes(StandardCharsets.UTF_8);
    }
  }

  BadBodies(RawHttp http, SchemaCheck schemas) {
    this.http = http;
    this.schemas = schemas;
  }

  /** Each field with each value; values that the schema does not allow must be rejected. */
  Stream<Hostile> fields(Operation operation, String path, ObjectNode good, JsonNode form) {
    return form.path("properties").propertyNames().stream()
        .flatMap(
            key ->
                VALUES.stream()
                    .map(
                        value ->
                            new Hostile(
                                "%s with %s = %.60s".formatted(operation, key, value.text),
                                request(operation, path, "application/json", value.in(good, key)),
                                value.parsed == null || !allows(form, key, value.parsed),
                                false)));
  }

  /** Whether the schema allows a value in a field; null is the same as omitting an optional one. */
  private boolean allows(JsonNode form, String key, JsonNode value) {
    boolean required =
        form.path("required").valueStream().anyMatch(each -> each.stringValue().equals(key));
    return (value.isNull() && !required)
        || schemas.faults(form.get("properties").get(key), value).isEmpty();
  }

  /** A body that may still be valid. */
  Hostile mutated(Operation operation, String path, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    return new Hostile(
        "%s with %.300s".formatted(operation, body),
        request(operation, path, "application/json", bytes),
        false,
        false);
  }

  Stream<Hostile> wholes(Operation operation, String path, ObjectNode good) {
    boolean optional = !operation.json().path("requestBody").path("required").asBoolean(false);
    return WHOLES.entrySet().stream()
        .map(
            whole ->
                new Hostile(
                    operation + " with a body of " + whole.getKey(),
                    request(
                        operation,
                        path,
                        "application/json",
                        whole.getValue().getBytes(StandardCharsets.UTF_8)),
                    !(optional && whole.getValue().isEmpty()),
                    false));
  }

  /** A valid body with a wrong content type or encoding, or with an unknown field. */
  Stream<Hostile> contentTypes(Operation operation, String path, ObjectNode good) {
    byte[] body = good.isEmpty() ? "{\"x\": 1}".getBytes(StandardCharsets.UTF_8) : bytes(good);
    byte[] badUtf8 = "{\"x\": \"??\"}".getBytes(StandardCharsets.UTF_8);
    badUtf8[7] = (byte) 0xc3;
    badUtf8[8] = (byte) 0x28;
    byte[] unknown = bytes(good.deepCopy().put("colour", "red"));
    return Stream.concat(
        Stream.of(
                "text/plain",
                "application/x-www-form-urlencoded",
                "multipart/form-data; boundary=x",
                "application/jsonp",
                "application/",
                ";;;=",
                "")
            .map(
                type ->
                    new Hostile(
                        operation + " as '" + type + "'",
                        request(operation, path, type, body),
                        true,
                        false)),
        Stream.of(
            new Hostile(
                operation + " with bad UTF-8",
                request(operation, path, "application/json", badUtf8),
                true,
                false),
            new Hostile(
                operation + " with an unknown field",
                request(operation, path, "application/json", unknown),
                true,
                false),
            new Hostile(
                operation + " in UTF-16",
                request(
                    operation,
                    path,
                    "application/json; charset=utf-16",
                    good.toString().getBytes(StandardCharsets.UTF_16)),
                true,
                false)));
  }

  /** Bodies that are too long, with correct, wrong, missing and chunked lengths. */
  Stream<Hostile> lengths(Operation operation, String path) {
    String json = "Content-Type: application/json\r\n";
    String start = http.head(operation.method(), path, json);
    return Stream.of(
        new Hostile(
            operation + " with 10 MB",
            request(operation, path, "application/json", TEN_MEGABYTES),
            true,
            false),
        new Hostile(
            operation + " with 10 MB in pieces",
            joined(
                start + "Transfer-Encoding: chunked\r\n\r\n989680\r\n",
                TEN_MEGABYTES,
                "\r\n0\r\n\r\n"),
            true,
            false),
        Hostile.refused(
            operation + " that promises 10 MB", start + "Content-Length: 10000000\r\n\r\n"),
        Hostile.refused(
            operation + " that promises 10 GB", start + "Content-Length: 10000000000\r\n\r\n"),
        Hostile.refused(
            operation + " of a length beyond numbers",
            start + "Content-Length: 99999999999999999999\r\n\r\n"),
        Hostile.refused(operation + " of negative length", start + "Content-Length: -1\r\n\r\n"),
        Hostile.refused(
            operation + " of two lengths",
            start + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}"),
        Hostile.refused(
            operation + " with a length and pieces",
            start + "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        Hostile.refused(
            operation + " with a broken piece",
            start + "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n"),
        new Hostile(
            operation + " that ends too soon",
            joined(start + "Content-Length: 100\r\n\r\n{", new byte[0], ""),
            true,
            true));
  }

  private byte[] request(Operation operation, String path, String type, byte[] body) {
    String header = type.isEmpty() ? "" : "Content-Type: " + type + "\r\n";
    String head =
        http.head(operation.method(), path, header + "Content-Length: " + body.length + "\r\n");
    return joined(head + "\r\n", body, "");
  }

  private static byte[] joined(String head, byte[] body, String tail) {
    byte[] before = head.getBytes(StandardCharsets.UTF_8);
    byte[] after = tail.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(before.length + body.length + after.length)
        .put(before)
        .put(body)
        .put(after)
        .array();
  }

  private static byte[] bytes(JsonNode body) {
    return Json.write(body).getBytes(StandardCharsets.UTF_8);
  }
}
