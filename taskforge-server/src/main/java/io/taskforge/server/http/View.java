package io.taskforge.server.http;

import io.taskforge.json.strict.Json;
import io.taskforge.json.strict.JsonValue;
import io.taskforge.text.DurationText;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/**
 * The JSON form of a value in responses: the schema of an object, and the value of each of its
 * keys. Methods that end in {@code OrNull} add a key whose value may be null.
 */
public final class View<T> extends Schema {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final List<Key<T>> keys = new ArrayList<>();

  /**
   * Returns the value of a key: a number, a boolean, a duration, JSON, a list or map of them, or
   * anything else as text; null for none.
   */
  @FunctionalInterface
  public interface Value<T> {
    @Nullable Object of(T source);
  }

  private record Key<T>(String name, Value<T> value, boolean required) {}

  private View(String name) {
    super(name, json -> json.put("type", "object"));
  }

  public static <T> View<T> of(String name) {
    return new View<>(name);
  }

  /** Adds a key that is always present. */
  public View<T> key(String key, Value<T> value, Schema schema, String description) {
    required(key, schema, description);
    keys.add(new Key<>(key, value, true));
    return this;
  }

  /** Adds a key that is missing where its value is null. */
  public View<T> optional(String key, Value<T> value, Schema schema, String description) {
    optional(key, schema, description);
    keys.add(new Key<>(key, value, false));
    return this;
  }

  public View<T> text(String key, Value<T> value, String description) {
    return key(key, value, Schema.text(), description);
  }

  public View<T> textOrNull(String key, Value<T> value, String description) {
    return key(key, value, Schema.text().orNull(), description);
  }

  public View<T> uuid(String key, Value<T> value, String description) {
    return key(key, value, Schema.text("uuid"), description);
  }

  public View<T> word(
      String key, Value<T> value, Class<? extends Enum<?>> type, String description) {
    return key(key, value, Schema.oneOf((Object[]) type.getEnumConstants()), description);
  }

  public <E extends Enum<E>> View<T> lowerCaseWord(
      String key, Function<T, E> value, Class<E> type, String description) {
    return key(
        key,
        source -> JsonValue.word(value.apply(source)),
        Schema.oneOf(Arrays.stream(type.getEnumConstants()).map(JsonValue::word).toArray()),
        description);
  }

  public View<T> time(String key, Value<T> value, String description) {
    return key(key, value, Schema.time(), description);
  }

  public View<T> timeOrNull(String key, Value<T> value, String description) {
    return key(key, value, Schema.time().orNull(), description);
  }

  public View<T> duration(String key, Value<T> value, String description) {
    return key(key, value, Schema.duration(), description);
  }

  public View<T> durationOrNull(String key, Value<T> value, String description) {
    return key(key, value, Schema.duration().orNull(), description);
  }

  public View<T> integer(String key, Value<T> value, String description) {
    return key(key, value, Schema.integer(), description);
  }

  public View<T> integerOrNull(String key, Value<T> value, String description) {
    return key(key, value, Schema.integer().orNull(), description);
  }

  public View<T> number(String key, Value<T> value, String description) {
    return key(key, value, Schema.number(), description);
  }

  public View<T> numberOrNull(String key, Value<T> value, String description) {
    return key(key, value, Schema.number().orNull(), description);
  }

  public View<T> bool(String key, Value<T> value, String description) {
    return key(key, value, Schema.bool(), description);
  }

  /** Adds JSON text unchanged, so that numbers keep their exact form. */
  public View<T> raw(String key, Function<T, @Nullable String> text, String description) {
    return raw(key, text, Schema.any(), description);
  }

  public View<T> raw(
      String key, Function<T, @Nullable String> text, Schema schema, String description) {
    return key(
        key,
        source -> {
          String json = text.apply(source);
          return json == null ? null : NODES.rawValueNode(new RawValue(json));
        },
        schema,
        description);
  }

  public <V> View<T> object(String key, Function<T, V> value, View<V> view, String description) {
    return key(key, source -> view.json(value.apply(source)), view, description);
  }

  public <V> View<T> objectOrNull(
      String key, Function<T, @Nullable V> value, View<V> view, String description) {
    return key(
        key,
        source -> {
          @Nullable V shown = value.apply(source);
          return shown == null ? null : view.json(shown);
        },
        view.orNull(),
        description);
  }

  public <V> View<T> list(
      String key, Function<T, ? extends Collection<V>> items, View<V> view, String description) {
    return key(
        key,
        source -> items.apply(source).stream().map(view::json).toList(),
        Schema.list(view),
        description);
  }

  /** Adds an object whose keys are not known, with objects as values. */
  public <V> View<T> map(
      String key, Function<T, ? extends Map<?, V>> entries, View<V> view, String description) {
    return key(
        key,
        source -> {
          Map<String, JsonNode> shown = new LinkedHashMap<>();
          entries
              .apply(source)
              .forEach((name, each) -> shown.put(name.toString(), view.json(each)));
          return shown;
        },
        Schema.map(view),
        description);
  }

  /** Adds the keys of another view. */
  public <V> View<T> with(View<V> other, Function<T, V> value) {
    addProperties(other);
    for (Key<V> key : other.keys) {
      keys.add(new Key<>(key.name, source -> key.value.of(value.apply(source)), key.required));
    }
    return this;
  }

  public ObjectNode json(T source) {
    ObjectNode json = Json.object();
    for (Key<T> key : keys) {
      Object value = key.value.of(source);
      if (value != null || key.required) {
        json.set(key.name, node(value));
      }
    }
    return json;
  }

  private static JsonNode node(@Nullable Object value) {
    if (value == null) {
      return NODES.nullNode();
    } else if (value instanceof JsonNode node) {
      return node;
    } else if (value instanceof Integer number) {
      return NODES.numberNode(number);
    } else if (value instanceof Long number) {
      return NODES.numberNode(number);
    } else if (value instanceof Double number) {
      return NODES.numberNode(number);
    } else if (value instanceof BigDecimal number) {
      return NODES.numberNode(number);
    } else if (value instanceof Boolean bool) {
      return NODES.booleanNode(bool);
    } else if (value instanceof Duration duration) {
      return NODES.stringNode(DurationText.format(duration));
    } else if (value instanceof Collection<?> items) {
      ArrayNode list = Json.array();
      items.forEach(item -> list.add(node(item)));
      return list;
    } else if (value instanceof Map<?, ?> entries) {
      ObjectNode object = Json.object();
      entries.forEach((key, each) -> object.set(key.toString(), node(each)));
      return object;
    }
    return NODES.stringNode(value.toString());
  }
}
