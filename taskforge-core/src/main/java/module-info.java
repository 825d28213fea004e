/** Domain, retry policies, engine and the in-memory store of TaskForge. */
module io.taskforge.core {
  requires static transitive org.jspecify;
  requires transitive java.sql;
  requires tools.jackson.core;
  requires tools.jackson.databind;

  exports io.taskforge;
  exports io.taskforge.job;
  exports io.taskforge.retry;
  exports io.taskforge.store;
  exports io.taskforge.store.memory;
  exports io.taskforge.text;
}
