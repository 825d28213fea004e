package io.taskforge.server.http;

import io.taskforge.json.strict.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The schema of a JSON value in the OpenAPI document. Objects have names and are components. */
public class Schema {
  private final Consumer<ObjectNode> keywords;
  private final @Nullable String name;
  private final Map<String, Property> properties;
  private final List<Schema> parts;
  private final boolean nullable;

  private record Property(Schema schema, String description, boolean required) {}

  Schema(@Nullable String name, Consumer<ObjectNode> keywords) {
    this(name, keywords, new LinkedHashMap<>(), new ArrayList<>(), false);
  }

  private Schema(
      @Nullable String name,
      Consumer<ObjectNode> keywords,
      Map<String, Property> properties,
      List<Schema> parts,
      boolean nullable) {
    this.name = name;
    this.keywords = keywords;
    this.properties = properties;
    this.parts = parts;
    this.nullable = nullable;
  }

  private static Schema type(String type) {
    return new Schema(null, json -> json.put("type", type));
  }

  private Schema with(Consumer<ObjectNode> more) {
    return new Schema(name, keywords.andThen(more), properties, parts, nullable);
  }

  private Schema format(String format) {
    return with(json -> json.put("format", format));
  }

  public static Schema text() {
    return type("string");
  }

  /** A text of a known format, such as {@code date-time}. */
  public static Schema text(String format) {
    return text().format(format);
  }

  public static Schema time() {
    return text("date-time");
  }

  /** A duration: {@code 30s}, {@code 5m}, {@code PT1M30S}. */
  public static Schema duration() {
    return text().with(json -> json.putArray("examples").add("30s").add("5m").add("PT1H30M"));
  }

  public static Schema oneOf(Object... words) {
    return text()
        .with(
            json ->
                Arrays.stream(words).forEach(word -> json.withArray("enum").add(word.toString())));
  }

  /** A count, a version or another whole number that may need 64 bits. */
  public static Schema integer() {
    return type("integer").format("int64");
  }

  public static Schema integer(int min, int max) {
    return type("integer")
        .format("int32")
        .with(json -> json.put("minimum", min).put("maximum", max));
  }

  public static Schema number() {
    return type("number").format("double");
  }

  public static Schema number(double min, double max) {
    return number().with(json -> json.put("minimum", min).put("maximum", max));
  }

  public static Schema bool() {
    return type("boolean");
  }

  public static Schema any() {
    return new Schema(null, json -> {});
  }

  public static Schema list(Schema items) {
    Schema list = type("array").with(json -> json.set("items", items.reference()));
    list.parts.add(items);
    return list;
  }

  /** An object with any keys. */
  public static Schema map(Schema values) {
    Schema map = type("object").with(json -> json.set("additionalProperties", values.reference()));
    map.parts.add(values);
    return map;
  }

  /** A value that has exactly one of several forms. */
  public static Schema union(String name, Schema... forms) {
    Schema union =
        new Schema(
            name,
            json ->
                Arrays.stream(forms)
                    .forEach(form -> json.withArray("oneOf").add(form.reference())));
    union.parts.addAll(List.of(forms));
    return union;
  }

  /** An object with known keys and no others. */
  public static Schema object(String name) {
    return new Schema(name, json -> json.put("type", "object"));
  }

  /** A page of a list, with the cursor of the next page. */
  public static Schema page(Schema items) {
    return object(items.name() + "Page")
        .required("items", list(items), "one page")
        .required("next", text().orNull(), "the cursor of the next page; null on the last");
  }

  /** Adds a key that is always present. */
  public Schema required(String key, Schema schema, String description) {
    properties.put(key, new Property(schema, description, true));
    return this;
  }

  /** Adds a key that may be missing. */
  public Schema optional(String key, Schema schema, String description) {
    properties.put(key, new Property(schema, description, false));
    return this;
  }

  void addProperties(Schema other) {
    properties.putAll(other.properties);
  }

  public Schema example(String json) {
    JsonNode value = Json.read(json);
    return with(definition -> definition.withArrayProperty("examples").add(value));
  }

  /**
   * Returns this schema with null allowed too. An object allows null wherever it is used, because
   * code generators make a wrapper class of {@code anyOf} an object and null.
   */
  public Schema orNull() {
    return new Schema(name, keywords, properties, parts, true);
  }

  boolean isList() {
    return definition().path("type").asString("").equals("array");
  }

  String name() {
    if (name == null) {
      throw new IllegalStateException("only objects have names");
    }
    return name;
  }

  /** Returns a reference to a named schema, or this schema inline. */
  ObjectNode reference() {
    return name == null ? definition() : Json.object().put("$ref", "#/components/schemas/" + name);
  }

  /** Adds this schema and the schemas it refers to to the components. */
  void collect(Map<String, ObjectNode> components) {
    parts.forEach(part -> part.collect(components));
    if (name == null) {
      return;
    }
    ObjectNode definition = definition();
    ObjectNode known = components.put(name, definition);
    if (known == null) {
      properties.values().forEach(property -> property.schema.collect(components));
    } else if (!known.equals(definition)) {
      throw new IllegalStateException("two different schemas have the name " + name);
    }
  }

  private ObjectNode definition() {
    ObjectNode json = Json.object();
    keywords.accept(json);
    if (nullable) {
      allowNull(json);
    }
    properties.forEach(
        (key, property) -> {
          ObjectNode described = property.schema.reference();
          described.put("description", property.description);
          json.withObjectProperty("properties").set(key, described);
          if (property.required) {
            json.withArrayProperty("required").add(key);
          }
        });
    if (!properties.isEmpty()) {
      json.put("additionalProperties", false);
    }
    return json;
  }

  private static void allowNull(ObjectNode json) {
    JsonNode type = json.get("type");
    if (type == null) {
      throw new IllegalStateException("only a schema with a type can allow null: " + json);
    }
    json.putArray("type").add(type).add("null");
    if (json.has("enum")) {
      json.withArrayProperty("enum").addNull();
    }
  }
}
