package io.taskforge.cli.demo;

import io.taskforge.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The server's changes as they come, read from its event stream. */
final class ChangeStream implements AutoCloseable {
  private static final String DATA = "data:";

  private final BlockingQueue<Change> changes = new LinkedBlockingQueue<>();
  private final InputStream body;
  private final BufferedReader lines;

  private ChangeStream(InputStream body) {
    this.body = body;
    this.lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
  }

  /** Opens the stream; what happens once this has returned is in it. */
  static ChangeStream open(ApiCalls api) throws InterruptedException {
    ChangeStream stream = new ChangeStream(api.stream("/api/v1/events"));
    try {
      // The server greets with a comment as soon as it listens for us.
      if (stream.lines.readLine() == null) {
        throw new IllegalStateException("the server's event stream ended at once");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread reader = new Thread(stream::read, "taskforge-demo-events");
    reader.setDaemon(true);
    reader.start();
    return stream;
  }

  /** Alerts are none, and that a job is new the demo knows. */
  private static boolean isChange(JsonNode event) {
    return event.has("transition") && !event.path("transition").asString().equals("ENQUEUED");
  }

  private void read() {
    try {
      String line = lines.readLine();
      while (line != null) {
        if (line.startsWith(DATA)) {
          JsonNode event = Json.read(line.substring(DATA.length()));
          if (isChange(event)) {
            changes.add(Change.of(event));
          }
        }
        line = lines.readLine();
      }
    } catch (IOException e) {
      // Closed: by us, or with the server. Either way there is no more to come.
    }
  }

  /** Returns the next change, or null if none came in time. */
  @Nullable Change next(Duration patience) throws InterruptedException {
    return changes.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    try {
      // Not the reader: it can't be closed while it waits for a line.
      body.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
