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
          "dialogs.css",
          "dom.js",
          "forms.css",
          "frame.css",
          "frame.js",
          "icon.svg",
          "key.js",
          "lab.css",
          "lists.css",
          "live.js",
          "pages/alert-rules.js",
          "pages/alerts.js",
          "pages/audit.js",
          "pages/dead-letters.js",
          "pages/destinations.js",
          "pages/failure-groups.js",
          "pages/job.js",
          "pages/jobs.js",
          "pages/keys.js",
          "pages/overview.js",
          "pages/policies.js",
          "pages/policy-lab.js",
          "pages/queue.js",
          "pages/queues.js",
          "pages/redrives.js",
          "pages/schedule.js",
          "pages/schedules.js",
          "pages/tenant-overview.js",
          "pages/tenants.js",
          "pages/webhook.js",
          "pages/webhooks.js",
          "pages/workers.js",
          "parts.css",
          "parts/actions.js",
          "parts/alert-groups.js",
          "parts/alert-history.js",
          "parts/bulk.js",
          "parts/changes.js",
          "parts/chart.js",
          "parts/command.js",
          "parts/delays.js",
          "parts/dialog.js",
          "parts/export.js",
          "parts/field.js",
          "parts/figures.js",
          "parts/filters.js",
          "parts/job-buttons.js",
          "parts/job-links.js",
          "parts/job-table.js",
          "parts/line-chart.js",
          "parts/marks.js",
          "parts/names.js",
          "parts/notice.js",
          "parts/payload.js",
          "parts/policy-apply.js",
          "parts/policy-editor.js",
          "parts/policy-form.js",
          "parts/queue-form.js",
          "parts/queue-link.js",
          "parts/redrive-form.js",
          "parts/region.js",
          "parts/schedule-form.js",
          "parts/search.js",
          "parts/selection.js",
          "parts/series-chart.js",
          "parts/state-tabs.js",
          "parts/state.js",
          "parts/table.js",
          "parts/time.js",
          "parts/timeline.js",
          "parts/waiting.js",
          "parts/webhook-form.js",
          "pieces.css",
          "place.js",
          "prefs.js",
          "shortcuts.js",
          "tables.css",
          "text.js",
          "work.css");

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
