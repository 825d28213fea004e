package io.taskforge.server.dashboard;

import io.taskforge.server.access.Access;
import io.taskforge.server.http.Route;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The routes of the dashboard: its page at {@code /}, and each file that the page links or that a
 * linked script imports. There is a route for each file and none for others, so that path traversal
 * is impossible.
 */
public final class Dashboard {
  private static final String PAGE = "index.html";
  private static final String ROOT = "/dashboard/";
  private static final Pattern LINK = Pattern.compile("(?:src|href)=\"dashboard/([^\"]+)\"");
  private static final Pattern IMPORT = Pattern.compile("\\bfrom \"(\\.[^\"]+)\"");

  // The files are part of the program: they are read once, however many servers it has.
  private static final List<Route> ROUTES = read();

  private Dashboard() {}

  /** Returns the routes, which need no API key because they contain no data. */
  public static List<Route> routes() {
    return ROUTES;
  }

  private static List<Route> read() {
    StaticFile page = StaticFile.read(PAGE);
    List<Route> routes = new ArrayList<>();
    routes.add(route("/", page));
    files(page).forEach((name, file) -> routes.add(route(ROOT + name, file)));
    return List.copyOf(routes);
  }

  /** Returns the files that the page needs, by name. */
  private static Map<String, StaticFile> files(StaticFile page) {
    Map<String, StaticFile> files = new TreeMap<>();
    Deque<String> next = new ArrayDeque<>();
    Matcher links = LINK.matcher(page.text());
    while (links.find()) {
      next.add(links.group(1));
    }
    while (!next.isEmpty()) {
      String name = next.remove();
      if (!files.containsKey(name)) {
        StaticFile file = StaticFile.read(name);
        files.put(name, file);
        Matcher imports = IMPORT.matcher(name.endsWith(".js") ? file.text() : "");
        while (imports.find()) {
          String path = URI.create(ROOT + name).resolve(imports.group(1)).getPath();
          next.add(path.substring(ROOT.length()));
        }
      }
    }
    return files;
  }

  private static Route route(String path, StaticFile file) {
    return Route.get(path, "")
        .summary("Shows the dashboard")
        .access(Access.OPEN)
        .answers(200)
        .by(file::answer);
  }
}
