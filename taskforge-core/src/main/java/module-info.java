/** Domain, retry policies, engine and the in-memory store of TaskForge. */
module io.taskforge.core {
  requires static transitive org.jspecify;
  requires tools.jackson.core;
  requires tools.jackson.databind;

  exports io.taskforge.retry;
  exports io.taskforge.text;
}
