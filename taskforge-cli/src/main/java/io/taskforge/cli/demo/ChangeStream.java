package io.taskforge.cli.demo;

import io.taskforge.cli.client.EventReader;
import io.taskforge.json.strict.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The changes of jobs, read from the server's event stream by a thread of its own. */
final class ChangeStream implements AutoCloseable {
  private final BlockingQueue<Change> changes = new LinkedBlockingQueue<>();
  private final EventReader events;

  ChangeStream(EventReader events) {
    this.events = events;
    Thread reader = new Thread(this::read, "taskforge-demo-events");
    reader.setDaemon(true);
    reader.start();
  }

  private void read() {
    try {
      for (EventReader.Event event = events.next(); event != null; event = events.next()) {
        JsonNode data = Json.read(event.data());
        // ENQUEUED is not a transition, and the demo shows itself when a story begins.
        if (event.name().equals("job") && !data.path("transition").asString().equals("ENQUEUED")) {
          changes.add(Change.of(data));
        }
      }
    } catch (IOException e) {
      // The demo or the server closed the stream.
    }
  }

  /** Returns the next change, or null after {@code timeout}. */
  @Nullable Change next(Duration timeout) throws InterruptedException {
    return changes.poll(timeout.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    try {
      events.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
