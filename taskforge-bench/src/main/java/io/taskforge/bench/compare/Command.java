package io.taskforge.bench.compare;

import java.util.LinkedHashMap;
import java.util.Map;

/** A command to a worker process, as one line: its name and options such as {@code jobs=1000}. */
record Command(String name, Map<String, Long> options) {
  static Command parse(String line) {
    String[] words = line.strip().split(" ", -1);
    Map<String, Long> options = new LinkedHashMap<>();
    for (int i = 1; i < words.length; i++) {
      String[] pair = words[i].split("=", 2);
      options.put(pair[0], Long.parseLong(pair[1]));
    }
    return new Command(words[0], options);
  }

  long get(String option) {
    return options.getOrDefault(option, 0L);
  }
}
