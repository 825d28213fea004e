package io.taskforge.bench.chaos;

import io.taskforge.simulator.check.Event;
import io.taskforge.simulator.check.EventLines;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * The events of one process, in an append-only file. Each is handed to the operating system before
 * the process continues, so that a kill loses none.
 */
final class EventFile implements Consumer<Event>, AutoCloseable {
  private final OutputStream out; // unbuffered

  EventFile(Path file) {
    try {
      this.out = Files.newOutputStream(file);
    } catch (IOException e) {
      throw new UncheckedIOException("could not create " + file, e);
    }
  }

  @Override
  public synchronized void accept(Event event) {
    try {
      out.write((EventLines.write(event) + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("could not record an event", e);
    }
  }

  @Override
  public synchronized void close() throws IOException {
    out.close();
  }
}
