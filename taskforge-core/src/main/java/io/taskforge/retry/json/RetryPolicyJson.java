package io.taskforge.retry.json;

import io.taskforge.json.Fault;
import io.taskforge.json.InvalidJsonException;
import io.taskforge.json.strict.Json;
import io.taskforge.json.strict.JsonValue;
import io.taskforge.json.strict.StrictJson;
import io.taskforge.retry.Backoff;
import io.taskforge.retry.FailureFilter;
import io.taskforge.retry.InvalidPolicyException;
import io.taskforge.retry.Jitter;
import io.taskforge.retry.PolicyChoice;
import io.taskforge.retry.PolicyName;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.text.DurationText;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads and writes retry policies as JSON. Reading is strict and reports all faults at once:
 * unknown and repeated keys, wrong types and values out of range. Immutable and thread-safe.
 */
public final class RetryPolicyJson {
  private static final StrictJson JSON = new StrictJson(16, 256 * 1024);
  private static final RetryPolicyJson STANDARD = new RetryPolicyJson(Map.of());

  private final Map<String, Strategy<?>> strategies;

  private RetryPolicyJson(Map<String, Strategy<?>> strategies) {
    this.strategies = strategies;
  }

  /** Returns the form with the five built-in backoff strategies. */
  public static RetryPolicyJson standard() {
    return STANDARD;
  }

  /**
   * Returns this form with a custom backoff strategy.
   *
   * @param name its name in {@code backoff.strategy}
   * @param type its class
   * @param read creates it from the other keys of {@code backoff}; throws {@link
   *     IllegalArgumentException} with what is allowed if a value is invalid
   * @param write returns those keys; values are strings, numbers, booleans or lists of them
   */
  public <B extends Backoff> RetryPolicyJson withStrategy(
      String name,
      Class<B> type,
      Function<Map<String, Object>, B> read,
      Function<B, Map<String, ?>> write) {
    if (BackoffReader.BUILT_IN.contains(name) || strategies.containsKey(name)) {
      throw new IllegalArgumentException("there is a strategy '" + name + "' already");
    }
    Map<String, Strategy<?>> more = new TreeMap<>(strategies);
    more.put(name, new Strategy<>(type, read, write));
    return new RetryPolicyJson(more);
  }

  /**
   * Returns the policy that {@code json} describes.
   *
   * @throws InvalidPolicyException if {@code json} is not a valid policy
   */
  public RetryPolicy read(String json) {
    return new PolicyReader(strategies).read(parse(json));
  }

  /**
   * Returns the choice that {@code json} describes: an object is a policy, a string a policy's
   * name.
   *
   * @throws InvalidPolicyException if it is neither
   */
  public PolicyChoice readChoice(String json) {
    return choice(parse(json));
  }

  private PolicyChoice choice(JsonNode root) {
    if (!root.isString()) {
      return new PolicyChoice.Inline(new PolicyReader(strategies).read(root));
    }
    String name = root.stringValue();
    if (!PolicyName.isLegal(name)) {
      throw new InvalidPolicyException(
          List.of(new Fault("policy", JsonValue.shown(root), "a name " + PolicyName.RULE)));
    }
    return PolicyChoice.named(name);
  }

  /**
   * Like {@link #readChoice}, for a job: an object with {@code overrides} is a policy with
   * overrides, and has the policy in {@code base} unless it is that of the job's type or queue.
   *
   * @throws InvalidPolicyException if it is none of them
   */
  public PolicyChoice readJobChoice(String json) {
    JsonNode root = parse(json);
    return root.has(OverridesJson.OVERRIDES)
        ? OverridesJson.read(root, this::choice)
        : choice(root);
  }

  private static JsonNode parse(String json) {
    try {
      return JSON.read(json);
    } catch (InvalidJsonException e) {
      throw new InvalidPolicyException(List.of(e.fault("policy")));
    }
  }

  /**
   * Returns {@code policy} as JSON in one line, including default values.
   *
   * @throws IllegalArgumentException if this form does not know its backoff strategy
   */
  public String write(RetryPolicy policy) {
    return Json.write(tree(policy));
  }

  /**
   * Returns {@code choice} as JSON that {@link #readJobChoice} reads: a policy as {@link #write}
   * does, a name as a string.
   *
   * @throws IllegalArgumentException if this form does not know its backoff strategy
   */
  public String writeChoice(PolicyChoice choice) {
    return Json.write(tree(choice));
  }

  private JsonNode tree(PolicyChoice choice) {
    if (choice instanceof PolicyChoice.Overriding overriding) {
      PolicyChoice base = overriding.base();
      return OverridesJson.tree(overriding.overrides(), base == null ? null : tree(base));
    }
    return choice instanceof PolicyChoice.Named named
        ? Json.of(named.name().value())
        : tree(((PolicyChoice.Inline) choice).policy());
  }

  /** Returns a policy as JSON, indented. */
  public String writeIndented(RetryPolicy policy) {
    return Json.writePretty(tree(policy));
  }

  private ObjectNode tree(RetryPolicy policy) {
    ObjectNode root = Json.object();
    root.put("maxRetries", policy.maxRetries());
    root.set("backoff", backoff(policy.backoff()));
    root.put("maxDelay", DurationText.format(policy.maxDelay()));
    ObjectNode jitter = root.putObject("jitter");
    jitter.put("type", JsonValue.word(policy.jitter().type()));
    if (policy.jitter().type() == Jitter.Type.PROPORTIONAL) {
      jitter.put("factor", policy.jitter().factor());
    }
    filter(root, "retryOn", policy.retryOn());
    filter(root, "neverOn", policy.neverOn());
    Duration maxElapsed = policy.maxElapsed();
    if (maxElapsed != null) {
      root.put("maxElapsed", DurationText.format(maxElapsed));
    }
    root.put("maxRetryAfter", DurationText.format(policy.maxRetryAfter()));
    return root;
  }

  private ObjectNode backoff(Backoff backoff) {
    ObjectNode node = Json.object();
    node.put("strategy", backoff.strategy());
    if (backoff instanceof Backoff.Fixed fixed) {
      node.put("delay", DurationText.format(fixed.delay()));
    } else if (backoff instanceof Backoff.Linear linear) {
      node.put("initial", DurationText.format(linear.initial()));
      node.put("increment", DurationText.format(linear.increment()));
    } else if (backoff instanceof Backoff.Exponential exponential) {
      node.put("initial", DurationText.format(exponential.initial()));
      node.put("multiplier", exponential.multiplier());
    } else if (backoff instanceof Backoff.Fibonacci fibonacci) {
      node.put("base", DurationText.format(fibonacci.base()));
    } else if (backoff instanceof Backoff.Listed list) {
      ArrayNode delays = node.putArray("delays");
      list.delays().forEach(delay -> delays.add(DurationText.format(delay)));
    } else {
      custom(backoff).forEach((key, value) -> node.set(key, Json.of(value)));
    }
    return node;
  }

  private Map<String, ?> custom(Backoff backoff) {
    Strategy<?> strategy = strategies.get(backoff.strategy());
    if (strategy == null) {
      throw new IllegalArgumentException(
          "strategy '" + backoff.strategy() + "' has no JSON form: give it one with withStrategy");
    }
    return strategy.write(backoff);
  }

  private static void filter(ObjectNode root, String key, FailureFilter filter) {
    if (filter.isEmpty()) {
      return;
    }
    ObjectNode node = root.putObject(key);
    array(node, "errors", filter.errors(), (array, error) -> array.add(error.name()));
    array(node, "statusCodes", filter.statusCodes(), ArrayNode::add);
  }

  private static <T> void array(
      ObjectNode node, String key, Collection<T> values, BiConsumer<ArrayNode, T> add) {
    if (!values.isEmpty()) {
      ArrayNode array = node.putArray(key);
      values.forEach(value -> add.accept(array, value));
    }
  }

  record Strategy<B extends Backoff>(
      Class<B> type, Function<Map<String, Object>, B> read, Function<B, Map<String, ?>> write) {
    Map<String, ?> write(Backoff backoff) {
      return write.apply(type.cast(backoff));
    }
  }
}
