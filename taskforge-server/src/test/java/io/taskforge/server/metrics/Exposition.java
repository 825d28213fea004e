package io.taskforge.server.metrics;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Validates text in Prometheus' exposition format, version 0.0.4. */
final class Exposition {
  private static final String NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
  private static final Pattern HELP = Pattern.compile("# HELP (" + NAME + ") \\S.*");
  private static final Pattern TYPE =
      Pattern.compile("# TYPE (" + NAME + ") (counter|gauge|histogram|summary|untyped)");
  private static final Pattern SAMPLE =
      Pattern.compile(
          "("
              + NAME
              + ")(\\{(?:[a-zA-Z_][a-zA-Z0-9_]*=\"(?:[^\"\\\\]|\\\\[\\\\n\"])*\",?)*})?"
              + " (NaN|[+-]Inf|[-+0-9.eE]+)( -?\\d+)?");

  private final List<String> faults = new ArrayList<>();
  private final Set<String> helped = new HashSet<>();
  private final Map<String, String> types = new HashMap<>();
  private final Set<String> series = new HashSet<>();

  private Exposition() {}

  /** Returns the faults of a text, line by line. */
  static List<String> faults(String text) {
    Exposition exposition = new Exposition();
    if (!text.endsWith("\n")) {
      exposition.faults.add("the last line has no end");
    }
    text.lines().forEach(exposition::line);
    return exposition.faults;
  }

  private void line(String line) {
    if (line.startsWith("# HELP ")) {
      Matcher help = HELP.matcher(line);
      if (!help.matches() || !helped.add(help.group(1))) {
        faults.add("no help, or a second one: " + line);
      }
    } else if (line.startsWith("# TYPE ")) {
      Matcher type = TYPE.matcher(line);
      if (!type.matches() || types.put(type.group(1), type.group(2)) != null) {
        faults.add("no type, or a second one: " + line);
      } else if (type.group(2).equals("counter") != type.group(1).endsWith("_total")) {
        faults.add("counters, and only they, end in _total: " + line);
      }
    } else if (!line.isEmpty() && !line.startsWith("#")) {
      sample(line);
    }
  }

  private void sample(String line) {
    Matcher sample = SAMPLE.matcher(line);
    if (!sample.matches()) {
      faults.add("no sample: " + line);
      return;
    }
    String name = sample.group(1);
    if (!series.add(name + sample.group(2))) {
      faults.add("the same series twice: " + line);
    }
    String family = types.containsKey(name) ? name : name.replaceFirst("_(bucket|count|sum)$", "");
    if (!types.containsKey(family) || !helped.contains(family)) {
      faults.add("neither type nor help: " + line);
    }
  }
}
