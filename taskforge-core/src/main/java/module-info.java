/** Domain, retry policies, engine and the in-memory store of TaskForge. */
module io.taskforge.core {
  requires static transitive org.jspecify;
  requires transitive java.sql;
  requires org.slf4j;
  requires com.github.f4b6a3.uuid;
  requires static micrometer.core;
  requires tools.jackson.core;
  requires tools.jackson.databind;

  exports io.taskforge;
  exports io.taskforge.audit;
  exports io.taskforge.deadletter;
  exports io.taskforge.destination;
  exports io.taskforge.engine to
      io.taskforge.client,
      io.taskforge.simulator,
      io.taskforge.testing;
  exports io.taskforge.engine.log to
      io.taskforge.testing;
  exports io.taskforge.engine.loop to
      io.taskforge.client,
      io.taskforge.simulator,
      io.taskforge.testing;
  exports io.taskforge.engine.schedule to
      io.taskforge.testing;
  exports io.taskforge.event;
  exports io.taskforge.failure;
  exports io.taskforge.job;
  exports io.taskforge.json;
  exports io.taskforge.json.strict to
      io.taskforge.client;
  exports io.taskforge.metrics;
  exports io.taskforge.query;
  exports io.taskforge.queue;
  exports io.taskforge.remote;
  exports io.taskforge.retry;
  exports io.taskforge.retry.json;
  exports io.taskforge.schedule;
  exports io.taskforge.stats;
  exports io.taskforge.store;
  exports io.taskforge.store.lane;
  exports io.taskforge.store.memory;
  exports io.taskforge.text;
  exports io.taskforge.trace;
  exports io.taskforge.value;
}
