package io.taskforge.server.webhook;

import io.taskforge.store.StoreException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Learns every second which webhooks other nodes have changed. */
final class WebhookRefresh implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WebhookRefresh.class);

  private static final int PATIENCE_MILLIS = 500;

  private final WebhookCatalog catalog;
  private final ScheduledThreadPoolExecutor timer =
      new ScheduledThreadPoolExecutor(1, WebhookRefresh::daemon);
  private boolean failed; // used by the timer's one thread only

  private WebhookRefresh(WebhookCatalog catalog) {
    this.catalog = catalog;
  }

  static WebhookRefresh start(WebhookCatalog catalog) {
    WebhookRefresh refresh = new WebhookRefresh(catalog);
    var ignored = refresh.timer.scheduleWithFixedDelay(refresh::read, 1, 1, TimeUnit.SECONDS);
    return refresh;
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "taskforge-webhooks");
    thread.setDaemon(true);
    return thread;
  }

  /** A timer drops what throws; and one line for several tries is enough. */
  private void read() {
    try {
      catalog.refresh();
      failed = false;
    } catch (StoreException e) {
      LOG.atLevel(failed ? Level.DEBUG : e.logLevel())
          .log("webhooks not read, the last known remain in force: {}", e.getMessage());
      failed = true;
    } catch (RuntimeException e) {
      LOG.error("webhooks not read, the last known remain in force", e);
    }
  }

  /** Lets a reading end first: the store may be closed next. */
  @Override
  public void close() {
    timer.shutdown();
    try {
      if (!timer.awaitTermination(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
        timer.shutdownNow();
      }
    } catch (InterruptedException e) {
      timer.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
