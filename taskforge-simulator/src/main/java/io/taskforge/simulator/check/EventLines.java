package io.taskforge.simulator.check;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Events as JSON lines: one object per line, whose {@code kind} is the name of its record. Each
 * process of a real run writes a file of its own; {@link #read} merges them by time.
 */
public final class EventLines {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .disable(DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS)
          .disable(DateTimeFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
          .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .build();

  private static final Map<String, Class<? extends Event>> KINDS = kinds();

  private EventLines() {}

  private static Map<String, Class<? extends Event>> kinds() {
    Map<String, Class<? extends Event>> kinds = new LinkedHashMap<>();
    for (Class<?> type : Event.class.getPermittedSubclasses()) {
      kinds.put(type.getSimpleName(), type.asSubclass(Event.class));
    }
    return kinds;
  }

  /** Returns an event as one line, without its end. */
  public static String write(Event event) {
    ObjectNode line = MAPPER.createObjectNode();
    line.put("kind", event.getClass().getSimpleName());
    line.setAll((ObjectNode) MAPPER.valueToTree(event));
    return MAPPER.writeValueAsString(line);
  }

  /**
   * Reads one line.
   *
   * @throws IllegalArgumentException if it is not an event
   */
  public static Event read(String line) {
    try {
      JsonNode read = MAPPER.readTree(line);
      if (!(read instanceof ObjectNode node)) {
        throw new IllegalArgumentException("an event must be a JSON object but was: " + line);
      }
      JsonNode kind = node.remove("kind");
      Class<? extends Event> type = KINDS.get(kind == null ? "" : kind.asString(""));
      if (type == null) {
        throw new IllegalArgumentException(
            "kind must be one of %s but was %s".formatted(KINDS.keySet(), kind));
      }
      return MAPPER.treeToValue(node, type);
    } catch (JacksonException e) {
      throw new IllegalArgumentException("not an event: " + line, e);
    }
  }

  /**
   * Reads the files of all processes of a run, ordered by time. A last line without an end was cut
   * off when its process died, and is skipped.
   */
  public static List<Event> read(List<Path> files) {
    List<Event> events = new ArrayList<>();
    for (Path file : files) {
      try (BufferedReader reader = Files.newBufferedReader(file)) {
        boolean whole = endsWithNewline(file);
        String line = reader.readLine();
        while (line != null) {
          String next = reader.readLine();
          if (next != null || whole) {
            events.add(read(line));
          }
          line = next;
        }
      } catch (IOException e) {
        throw new UncheckedIOException("could not read " + file, e);
      }
    }
    // Stable: events of one process stay in their order.
    events.sort(Comparator.comparing(Event::at));
    return events;
  }

  private static boolean endsWithNewline(Path file) throws IOException {
    try (var channel = Files.newByteChannel(file)) {
      if (channel.size() == 0) {
        return true;
      }
      ByteBuffer last = ByteBuffer.allocate(1);
      channel.position(channel.size() - 1).read(last);
      return last.get(0) == '\n';
    }
  }
}
