package io.taskforge.bench.chaos;

import io.taskforge.simulator.check.Event;
import io.taskforge.simulator.check.Event.NodeChange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The worker processes of a run. One that dies is replaced. Only one thread uses it. */
final class Fleet implements AutoCloseable {
  private static final int LONGEST_EXIT_SECONDS = 60;
  private static final int KILLED = 128 + 9;

  private final ChaosOptions options;
  private final Path directory;
  private final Consumer<Event> events;
  private final List<Slot> slots = new ArrayList<>();
  private final List<Path> files = new ArrayList<>();

  Fleet(ChaosOptions options, Path directory, Consumer<Event> events) {
    this.options = options;
    this.directory = directory;
    this.events = events;
    Runtime.getRuntime().addShutdownHook(new Thread(this::killAll));
  }

  private static final class Slot {
    private final String url;
    private WorkerCommand command;
    private int lives;
    private String node = "";
    private volatile Process process;

    Slot(String url, WorkerCommand command, Process process) {
      this.url = url;
      this.command = command;
      this.process = process;
    }
  }

  /** Adds a worker on a database. */
  void add(String url, WorkerCommand command) throws IOException {
    int number = slots.size() + 1;
    String node = "w" + number + ".1";
    Slot slot = new Slot(url, command, launch(url, command, node));
    slot.lives = 1;
    slot.node = node;
    slots.add(slot);
  }

  private Process launch(String url, WorkerCommand command, String node) throws IOException {
    Path file = directory.resolve(node + ".events");
    files.add(file);
    events.accept(new Event.NodeChanged(Instant.now(), node, NodeChange.STARTED, ""));
    return new ProcessBuilder(command.of(options, url, node, file, files.size()))
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.appendTo(directory.resolve("workers.log").toFile()))
        .start();
  }

  int size() {
    return slots.size();
  }

  /** Kills a worker with -9 and starts another. */
  void kill(int index) throws IOException, InterruptedException {
    Slot slot = slots.get(index);
    if (slot.process.destroyForcibly().waitFor() == KILLED) { // else it has exited before
      changed(slot, NodeChange.CRASHED, "kill -9");
      replace(slot, index);
    }
  }

  private void replace(Slot slot, int index) throws IOException {
    slot.lives++;
    slot.node = "w" + (index + 1) + "." + slot.lives;
    slot.process = launch(slot.url, slot.command, slot.node);
  }

  /** Stops a worker, as a long pause of its machine would. */
  void pause(int index) throws IOException, InterruptedException {
    signal("-STOP", slots.get(index));
    changed(slots.get(index), NodeChange.PAUSED, "SIGSTOP");
  }

  void resume(int index) throws IOException, InterruptedException {
    signal("-CONT", slots.get(index));
    changed(slots.get(index), NodeChange.RESUMED, "SIGCONT");
  }

  private static void signal(String name, Slot slot) throws IOException, InterruptedException {
    new ProcessBuilder("kill", name, Long.toString(slot.process.pid()))
        .redirectErrorStream(true)
        .start()
        .waitFor();
  }

  /** Replaces workers that have exited; only jobs may make them. */
  void replaceExited() throws IOException {
    for (int i = 0; i < slots.size(); i++) {
      Slot slot = slots.get(i);
      if (!slot.process.isAlive()) {
        int code = slot.process.exitValue();
        boolean byJob = code == ChaosWorker.KILLED_BY_JOB;
        changed(
            slot,
            byJob ? NodeChange.CRASHED : NodeChange.EXITED,
            byJob ? "killed by its job" : "exit code " + code);
        replace(slot, i);
      }
    }
  }

  private void changed(Slot slot, NodeChange change, String why) {
    events.accept(new Event.NodeChanged(Instant.now(), slot.node, change, why));
  }

  /** The event files of all workers that lived long enough to have one. */
  List<Path> files() {
    return files.stream().filter(Files::exists).toList();
  }

  private void killAll() {
    slots.forEach(slot -> slot.process.destroyForcibly());
  }

  @Override
  public void close() {
    killAll();
  }

  /** Shuts a worker down gracefully and starts one with another command. */
  void upgrade(int index, WorkerCommand command) throws IOException, InterruptedException {
    Slot slot = slots.get(index);
    slot.process.getOutputStream().close();
    awaitExit(slot, "upgraded");
    slot.command = command;
    replace(slot, index);
  }

  /** Shuts all workers down gracefully. */
  void shutDown() throws IOException {
    for (Slot slot : slots) {
      slot.process.getOutputStream().close();
    }
    try {
      for (Slot slot : slots) {
        awaitExit(slot, "");
      }
    } catch (InterruptedException e) {
      killAll();
      Thread.currentThread().interrupt();
    }
  }

  private void awaitExit(Slot slot, String why) throws InterruptedException {
    if (slot.process.waitFor(LONGEST_EXIT_SECONDS, TimeUnit.SECONDS)) {
      changed(slot, NodeChange.STOPPED, why);
    } else {
      slot.process.destroyForcibly();
      changed(slot, NodeChange.EXITED, "did not end when it was asked to");
    }
  }
}
