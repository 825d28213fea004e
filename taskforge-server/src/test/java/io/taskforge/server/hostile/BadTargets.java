package io.taskforge.server.hostile;

import io.taskforge.server.contract.Operation;
import io.taskforge.server.wire.RawHttp;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Malformed paths and queries. */
final class BadTargets {
  private static final List<String> SEGMENTS =
      List.of(
          "..",
          ".",
          "%2e%2e",
          "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
          "..%2f..%2fetc%2fpasswd",
          "..;/x",
          "%00",
          "a%00b",
          "%",
          "%zz",
          "%c0%80",
          "%ff%fe",
          "%ed%a0%80",
          "a%2fb",
          "a%5cb",
          "%252e",
          "é",
          "%F0%9F%A6%8A",
          "'%20OR%201=1%20--",
          "1;DROP%20TABLE%20x",
          "<script>",
          "x".repeat(3_000),
          "00000000-0000-0000-0000-000000000000",
          "00000000-0000-7000-8000-00000000000g",
          "-1",
          "99999999999999999999999999",
          "{id}",
          "a b",
          "a\tb");
  private static final List<String> VALUES =
      List.of(
          "",
          "%00",
          "%",
          "%zz",
          "%c0%80",
          "%ff",
          "%ed%a0%80",
          "-1",
          "0",
          "1e9",
          "99999999999999999999",
          "'%20OR%201=1",
          "%F0%9F%A6%8A",
          "x".repeat(5_000),
          "%2e%2e%2f",
          "null",
          "[]",
          "2030-13-45T99:99:99Z");

  private final RawHttp http;

  BadTargets(RawHttp http) {
    this.http = http;
  }

  /** Each path parameter replaced by each malformed segment; no such resource exists. */
  Stream<Hostile> paths(Operation operation) {
    return operation.parameters("path").stream()
        .flatMap(
            name ->
                SEGMENTS.stream()
                    .map(
                        segment ->
                            request(
                                operation + " at " + name + " = " + shown(segment),
                                operation,
                                operation.path(each -> each.equals(name) ? segment : "x"),
                                !operation.method().equals("PUT") && !isName(name, segment))));
  }

  /** Whether an odd segment is still a valid name, which an earlier PUT may have created. */
  private static boolean isName(String parameter, String segment) {
    return parameter.equals("name") && segment.matches("[a-z0-9][a-z0-9._-]{0,63}");
  }

  Stream<Hostile> queries(Operation operation, UnaryOperator<String> path) {
    String target = operation.path(path);
    Stream<Hostile> known =
        operation.parameters("query").stream()
            .flatMap(
                name ->
                    Stream.concat(
                        VALUES.stream()
                            .map(
                                value ->
                                    request(
                                        "%s?%s=%s".formatted(operation, name, shown(value)),
                                        operation,
                                        target + "?" + name + "=" + value,
                                        value.equals("%") || value.equals("%zz"))),
                        Stream.of(
                            request(
                                "%s with %s twice".formatted(operation, name),
                                operation,
                                target + "?" + name + "=1&" + name + "=2",
                                true))));
    Stream<Hostile> unknown =
        Stream.of("?colour=red", "?%00=1", "?=", "?%zz=%zz", "?a=1&a=1", "?a[b]=1", "?%ff=%ff")
            .map(
                query ->
                    request(operation + query, operation, target + query, !query.equals("?=")));
    return Stream.concat(known, unknown);
  }

  private Hostile request(String what, Operation operation, String target, boolean refused) {
    String body = operation.body() == null ? "" : "Content-Type: application/json\r\n";
    String request =
        http.head(operation.method(), target, body)
            + (body.isEmpty() ? "\r\n" : "Content-Length: 2\r\n\r\n{}");
    return refused ? Hostile.refused(what, request) : Hostile.odd(what, request);
  }

  private static String shown(String text) {
    return text.length() > 60 ? text.substring(0, 60) + "…" : text;
  }
}
