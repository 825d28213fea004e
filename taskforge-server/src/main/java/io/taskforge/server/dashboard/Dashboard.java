package io.taskforge.server.dashboard;

import io.taskforge.server.access.Access;
import io.taskforge.server.http.Route;
import java.util.ArrayList;
import java.util.List;

/**
 * The routes of the dashboard: its page at {@code /}, and a fixed list of static files, so that
 * path traversal is impossible.
 */
public final class Dashboard {
  private static final String PAGE = "index.html";
  private static final List<String> FILES =
      List.of(
          "api.js",
          "app.js",
          "base.css",
          "caller.js",
          "dom.js",
          "forms.css",
          "icon.svg",
          "key.js",
          "lists.css",
          "live.js",
          "pages/alerts.js",
          "pages/audit.js",
          "pages/dead-letters.js",
          "pages/failure-groups.js",
          "pages/job.js",
          "pages/jobs.js",
          "pages/overview.js",
          "pages/queue.js",
          "pages/queues.js",
          "pages/redrives.js",
          "pages/schedule.js",
          "pages/schedules.js",
          "pages/tenant-overview.js",
          "pages/webhook.js",
          "pages/webhooks.js",
          "parts.css",
          "parts/actions.js",
          "parts/chart.js",
          "parts/command.js",
          "parts/dialog.js",
          "parts/filters.js",
          "parts/job-table.js",
          "parts/notice.js",
          "parts/payload.js",
          "parts/queue-form.js",
          "parts/queue-link.js",
          "parts/redrive-form.js",
          "parts/region.js",
          "parts/state.js",
          "parts/table.js",
          "parts/time.js",
          "parts/timeline.js",
          "parts/waiting.js",
          "pieces.css",
          "shortcuts.js",
          "text.js");

  private Dashboard() {}

  /** Returns the routes, which need no API key because they contain no data. */
  public static List<Route> routes() {
    List<Route> routes = new ArrayList<>();
    routes.add(route("/", PAGE));
    FILES.forEach(name -> routes.add(route("/dashboard/" + name, name)));
    return List.copyOf(routes);
  }

  private static Route route(String path, String name) {
    StaticFile file = StaticFile.read(name);
    return Route.get(path, "")
        .summary("Shows the dashboard")
        .access(Access.OPEN)
        .answers(200)
        .by(file::answer);
  }
}
