package io.taskforge.cli.demo;

import io.taskforge.cli.output.Paint.Style;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Runs the story of a worker process that is killed, and of another that takes over its job. */
final class KilledWorker implements AutoCloseable {
  private static final int LAST_STEP = 2;

  private final WorkerProcess first;
  private final WorkerProcess second;
  private final Screen screen;

  private KilledWorker(WorkerProcess first, WorkerProcess second, Screen screen) {
    this.first = first;
    this.second = second;
    this.screen = screen;
  }

  /** Starts both processes; both wait. */
  static KilledWorker prepare(Screen screen, Class<?> main) {
    return new KilledWorker(WorkerProcess.start(main), WorkerProcess.start(main), screen);
  }

  /** Runs the story in a new thread. */
  void play(String serverUrl) {
    Thread thread = new Thread(() -> playNow(serverUrl), "taskforge-demo-killer");
    thread.setDaemon(true);
    thread.start();
  }

  private void playNow(String serverUrl) {
    try {
      first.serve(serverUrl);
      String lastWords = "step " + LAST_STEP + " of " + DemoWorker.STEPS;
      String line = said(first);
      while (line != null && !line.equals(lastWords)) {
        line = said(first);
      }
      first.kill();
      tell(Style.RED, "process " + first.pid() + " is killed");
      second.serve(serverUrl);
      line = said(second);
      while (line != null) {
        line = said(second);
      }
    } catch (IOException e) {
      tell(Style.RED, "no connection to the process: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private @Nullable String said(WorkerProcess worker) throws IOException {
    String line = worker.line();
    if (line != null) {
      tell(Style.CYAN, "process " + worker.pid() + ": " + line);
    }
    return line;
  }

  private void tell(Style style, String text) {
    screen.happened(Stories.KILLED_WORKER, style, text);
  }

  @Override
  public void close() {
    first.close();
    second.close();
  }
}
