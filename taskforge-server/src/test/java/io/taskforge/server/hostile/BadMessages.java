package io.taskforge.server.hostile;

import io.taskforge.server.wire.RawHttp;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Malformed HTTP messages. */
final class BadMessages {
  private static final String JOBS = "/api/v1/jobs";

  private final RawHttp http;

  BadMessages(RawHttp http) {
    this.http = http;
  }

  Stream<Hostile> all() {
    return Stream.of(lines(), headers(), methods(), halves()).flatMap(each -> each);
  }

  private Stream<Hostile> lines() {
    return Stream.of(
            "GET " + JOBS + "\r\n\r\n",
            "GET  " + JOBS + " HTTP/1.1\r\nHost: x\r\n\r\n",
            "GET " + JOBS + " HTTP/9.9\r\nHost: 127.0.0.1\r\n\r\n",
            "GET " + JOBS + " HTCPCP/1.0\r\n\r\n",
            "GET " + JOBS + " HTTP/1.1\r\n\r\n",
            "GET " + JOBS + " HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
            "GET //" + JOBS + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
            "GET /api//v1/jobs HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
            "GET /api/v1/../v1/jobs/x HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
            "GET /../../etc/passwd HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
            "GET /api/v1/jobs/ HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
            "GET http://evil.example/api/v1/jobs HTTP/1.1\r\nHost: evil.example\r\n\r\n",
            "GET /" + "x".repeat(20_000) + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
            "GET /?" + "x=1&".repeat(6_000) + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
            "GET nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
            "GET /\u0000 HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
            "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\r\n\r\n",
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            "hello\r\n\r\n",
            "{\"type\": \"mail\"}\r\n\r\n",
            "CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\nConnection: close\r\n\r\n")
        .map(line -> Hostile.refused("the message " + start(line), line));
  }

  private Stream<Hostile> headers() {
    String many =
        IntStream.range(0, 2_000).mapToObj(i -> "X-" + i + ": y\r\n").collect(Collectors.joining());
    Stream<Hostile> refused =
        Stream.of(
                "X-Long: " + "y".repeat(20_000) + "\r\n",
                many,
                "No colon here\r\n",
                ": no name\r\n",
                "Bad Name: x\r\n",
                "X-Nul: a\u0000b\r\n",
                " folded: x\r\n",
                "Transfer-Encoding: gzip\r\n",
                "Transfer-Encoding: chunked, identity\r\n",
                "Content-Length: abc\r\n",
                "Content-Length: 0x10\r\n",
                "Expect: the-unexpected\r\n")
            .map(header -> Hostile.refused("the header " + start(header), get(header)));
    Stream<Hostile> odd =
        Stream.of(
                "If-Match: nonsense\r\n",
                "If-Match: \"99999999999999999999999\"\r\n",
                "Last-Event-ID: -99999999999999999999\r\n",
                "Accept: \u0001;;;q=x\r\n",
                "Accept-Encoding: gzip;q=nan, bomb\r\n",
                "Cookie: =;;=\u0080\r\n",
                "Range: bytes=-99999999999999999999-\r\n",
                "X-Forwarded-For: ' OR 1=1\r\n",
                "X-HTTP-Method-Override: DELETE\r\n",
                "Upgrade: websocket\r\n",
                "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n")
            .map(header -> Hostile.odd("the header " + start(header), get(header)));
    Stream<Hostile> keys =
        Stream.of(" ", "k".repeat(256), "é".repeat(128), "a\u0001b")
            .map(
                key ->
                    Hostile.odd(
                        "the Idempotency-Key " + start(key),
                        http.head(
                                "POST",
                                JOBS,
                                "Content-Type: application/json\r\nContent-Length: 16\r\n")
                            + "Idempotency-Key: "
                            + key
                            + "\r\n\r\n{\"type\": \"mail\"}"));
    Stream<Hostile> hosts =
        Stream.of("evil.example", "127.0.0.1.evil.example", "", "a b", "[::1", "localhost:x", "@")
            .map(
                host ->
                    Hostile.refused(
                        "the Host " + host,
                        "GET "
                            + JOBS
                            + " HTTP/1.1\r\nHost: "
                            + host
                            + "\r\nConnection: close\r\n\r\n"));
    return Stream.of(refused, odd, keys, hosts).flatMap(each -> each);
  }

  private Stream<Hostile> methods() {
    return Stream.of(
            "PATCH",
            "TRACE",
            "FOO",
            "get",
            "DELETE",
            "PUT",
            "PROPFIND",
            "G\u00c9T",
            "X".repeat(500))
        .map(
            method ->
                Hostile.refused(
                    "the method " + start(method), http.head(method, JOBS, "") + "\r\n"));
  }

  private Stream<Hostile> halves() {
    return List.of(
            "",
            "G",
            "GET " + JOBS,
            "GET " + JOBS + " HTTP/1.1\r\nHo",
            http.head("GET", JOBS, ""),
            http.head("POST", JOBS, "Content-Type: application/json\r\nContent-Length: 50\r\n")
                + "\r\n{\"type\": \"mail\"}",
            http.head(
                    "POST",
                    JOBS,
                    "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n")
                + "\r\n10\r\n{\"type\": \"mail\"}\r\n")
        .stream()
        .map(half -> Hostile.half("half of a message: " + start(half), half));
  }

  private String get(String header) {
    return http.head("GET", JOBS, header) + "\r\n";
  }

  private static String start(String text) {
    return text.substring(0, Math.min(60, text.length())).strip();
  }
}
