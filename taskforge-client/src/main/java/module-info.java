/** Enqueues jobs and runs workers over the HTTP API of a TaskForge server. */
module io.taskforge.client {
  requires transitive io.taskforge.core;
  requires java.net.http;
  requires org.slf4j;
  requires tools.jackson.core;
  requires tools.jackson.databind;

  exports io.taskforge.client;
}
