package io.taskforge.bench.chart;

import java.util.List;
import java.util.Locale;

/** A chart of a value over time, with a shaded interval. */
public final class LineChart {
  private static final int LEFT = 80;
  private static final int TOP = 36;
  private static final int WIDTH = 600;
  private static final int HEIGHT = 160;

  private LineChart() {}

  /** A value at a time in seconds. */
  public record Point(double seconds, double value) {}

  /**
   * Returns an SVG image.
   *
   * @param from the start of the shaded interval, in seconds
   * @param to its end
   */
  public static String svg(String title, List<Point> points, double from, double to) {
    double last = Math.max(to, points.stream().mapToDouble(Point::seconds).max().orElse(1));
    double most = Math.max(1e-9, points.stream().mapToDouble(Point::value).max().orElse(1));
    double across = WIDTH / Math.max(1e-9, last);
    Svg svg = new Svg(LEFT + WIDTH + 20, TOP + HEIGHT + 30, title);
    svg.rectangle(LEFT + from * across, TOP, (to - from) * across, HEIGHT, "#f3d9b1")
        .line(LEFT, TOP + HEIGHT, LEFT + WIDTH, TOP + HEIGHT)
        .line(LEFT, TOP, LEFT, TOP + HEIGHT)
        .text(LEFT - 6, TOP + 10, "end", String.format(Locale.ROOT, "%,.1f", most))
        .text(LEFT - 6, TOP + HEIGHT, "end", "0")
        .text(LEFT + WIDTH, TOP + HEIGHT + 18, "end", String.format(Locale.ROOT, "%.0f s", last));
    StringBuilder path = new StringBuilder();
    for (Point point : points) {
      path.append(
          String.format(
              Locale.ROOT,
              "%.1f,%.1f ",
              LEFT + point.seconds() * across,
              TOP + HEIGHT - point.value() / most * HEIGHT));
    }
    return svg.path(path.toString().strip(), "#2f6fdb").toString();
  }
}
