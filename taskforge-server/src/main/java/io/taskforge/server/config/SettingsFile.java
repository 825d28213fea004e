package io.taskforge.server.config;

import io.taskforge.json.Fault;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Reads a settings file: YAML, or properties if its name ends in {@code .properties}. */
public final class SettingsFile {
  private static final int MAX_BYTES = 1024 * 1024;

  private SettingsFile() {}

  /**
   * @throws IOException if it is unreadable
   * @throws InvalidSettingsException if it is malformed
   */
  public static Map<String, String> read(Path file) throws IOException {
    if (Files.size(file) > MAX_BYTES) {
      throw wrong(file, "must be at most 1 MiB");
    }
    String text = Files.readString(file, StandardCharsets.UTF_8);
    return file.toString().endsWith(".properties") ? properties(text) : yaml(file, text);
  }

  private static Map<String, String> properties(String text) throws IOException {
    Properties properties = new Properties();
    properties.load(new StringReader(text));
    return properties.stringPropertyNames().stream()
        .collect(Collectors.toMap(name -> name, properties::getProperty));
  }

  private static Map<String, String> yaml(Path file, String text) {
    Object loaded;
    try {
      loaded =
          new Load(LoadSettings.builder().setAllowDuplicateKeys(false).build())
              .loadFromString(text);
    } catch (YamlEngineException e) {
      throw wrong(file, "must be YAML: " + e.getMessage());
    }
    if (loaded == null) {
      return Map.of();
    }
    if (!(loaded instanceof Map<?, ?> entries)) {
      throw wrong(file, "must be a mapping of names to values");
    }
    Map<String, String> settings = new LinkedHashMap<>();
    List<Fault> faults = new ArrayList<>();
    entries.forEach((name, value) -> add(settings, faults, String.valueOf(name), value));
    if (!faults.isEmpty()) {
      throw new InvalidSettingsException(faults);
    }
    return settings;
  }

  /** Joins lists with commas, as in flags. */
  private static void add(
      Map<String, String> settings, List<Fault> faults, String name, Object value) {
    if (value instanceof List<?> list) {
      settings.put(name, list.stream().map(String::valueOf).collect(Collectors.joining(",")));
    } else if (value instanceof Map) {
      faults.add(new Fault(name, "an object", "must be a single value or a list"));
    } else if (value != null) {
      settings.put(name, value.toString());
    }
  }

  private static InvalidSettingsException wrong(Path file, String rule) {
    return new InvalidSettingsException(List.of(new Fault("config", file.toString(), rule)));
  }
}
