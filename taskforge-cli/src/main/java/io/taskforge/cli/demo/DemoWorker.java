package io.taskforge.cli.demo;

import io.taskforge.cli.client.ApiClient;
import io.taskforge.json.strict.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A worker that runs in its own process and uses only the HTTP API, as a worker in any language
 * could: it claims one job, works on it in steps, and completes it. It reads the server's URL from
 * standard input, and exits when that is closed.
 */
public final class DemoWorker {
  static final String TYPE = "demo-parcel";
  static final int STEPS = 5;

  private static final String LEASE = "3s";
  private static final long STEP_MILLIS = 400;
  private static final long POLL_MILLIS = 200;

  private final BufferedReader in;
  private final PrintWriter out;
  private final long pid;
  private final CountDownLatch orphaned = new CountDownLatch(1);

  /** Creates a worker that prints its steps to {@code out}. */
  public DemoWorker(InputStream in, PrintWriter out, long pid) {
    this.in = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    this.out = out;
    this.pid = pid;
  }

  /** Works until one job is done, or until the parent process has exited. */
  public void run() throws IOException, InterruptedException {
    String url = in.readLine();
    if (url == null) {
      return;
    }
    Thread listener = new Thread(this::awaitEnd, "taskforge-demo-input");
    listener.setDaemon(true);
    listener.start();
    ApiClient api = ApiClient.of(url, null);
    JsonNode job = claim(api);
    if (job != null) {
      work(api, job.path("token").asString());
    }
  }

  private void awaitEnd() {
    try {
      while (in.readLine() != null) {
        // Further input is ignored.
      }
    } catch (IOException e) {
      // Same as the end of the input.
    }
    orphaned.countDown();
  }

  private @Nullable JsonNode claim(ApiClient api) throws InterruptedException {
    JsonNode request =
        Json.read(
            """
            {"worker": "demo-worker-%d", "queues": ["%s"], "types": ["%s"], "lease": "%s"}
            """
                .formatted(pid, Stories.QUEUE, TYPE, LEASE));
    do {
      JsonNode items = api.post("/claims", request).json().path("items");
      if (!items.isEmpty()) {
        return items.get(0);
      }
    } while (!orphaned.await(POLL_MILLIS, TimeUnit.MILLISECONDS));
    return null;
  }

  private void work(ApiClient api, String token) throws InterruptedException {
    for (int step = 1; step <= STEPS; step++) {
      say("step " + step + " of " + STEPS);
      if (orphaned.await(STEP_MILLIS, TimeUnit.MILLISECONDS)) {
        return;
      }
      api.post("/leases/" + token + "/extend", Json.object().put("lease", LEASE));
    }
    api.post("/leases/" + token + "/complete", Json.object().put("result", "delivered"));
    say("done");
  }

  private void say(String text) {
    out.println(text);
    out.flush();
  }
}
