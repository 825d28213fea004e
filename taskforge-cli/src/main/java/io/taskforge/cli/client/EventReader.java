package io.taskforge.cli.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads server-sent events from a stream. Not thread-safe. */
public final class EventReader implements AutoCloseable {
  /**
   * One server-sent event.
   *
   * @param id empty if it has none
   * @param name the type of the event
   * @param data its JSON
   */
  public record Event(String id, String name, String data) {}

  private final InputStream stream;
  private final BufferedReader lines;

  public EventReader(InputStream stream) {
    this.stream = stream;
    lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
  }

  /** Waits for the next event; returns null at the end of the stream. */
  public @Nullable Event next() throws IOException {
    String id = "";
    String name = "message";
    StringBuilder data = new StringBuilder();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.isEmpty()) {
        if (!data.isEmpty()) {
          return new Event(id, name, data.substring(0, data.length() - 1));
        }
        name = "message";
      } else if (line.startsWith("data:")) {
        data.append(value(line, "data:")).append('\n');
      } else if (line.startsWith("event:")) {
        name = value(line, "event:");
      } else if (line.startsWith("id:")) {
        id = value(line, "id:");
      }
    }
    return null;
  }

  private static String value(String line, String field) {
    String value = line.substring(field.length());
    return value.startsWith(" ") ? value.substring(1) : value;
  }

  @Override
  public void close() throws IOException {
    // Not the reader: closing that waits for a thread that is reading a line.
    stream.close();
  }
}
