package io.taskforge.simulator.cluster;

import io.taskforge.engine.Engine;
import java.time.Duration;
import java.util.function.Function;

/** What the background loops of an engine do. */
enum Duty {
  FETCH(Engine::fetch),
  COMMIT(Engine::commit),
  HEARTBEAT(Engine::heartbeat),
  TIMEOUTS(Engine::watchTimeouts),
  RESCUE(Engine::rescue),
  QUEUES(Engine::readQueues),
  PURGE(Engine::purge),
  SCHEDULES(Engine::fireSchedules),
  REDRIVES(Engine::redrive),
  DESTINATIONS(Engine::watchDestinations);

  private final Function<Engine, Duration> turn;

  Duty(Function<Engine, Duration> turn) {
    this.turn = turn;
  }

  Duration turn(Engine engine) {
    return turn.apply(engine);
  }
}
