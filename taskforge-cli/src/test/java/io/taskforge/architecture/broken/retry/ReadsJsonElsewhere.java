package io.taskforge.architecture.broken.retry;

import tools.jackson.databind.json.JsonMapper;

/** Knows of JSON and is not one of the classes that may. */
final class ReadsJsonElsewhere {
  final Class<?> library = JsonMapper.class;
}
