package io.taskforge.architecture.broken.retry;

import tools.jackson.databind.json.JsonMapper;

/** Depends on JSON but is not one of the classes that may. */
final class ReadsJsonElsewhere {
  final Class<?> library = JsonMapper.class;
}
