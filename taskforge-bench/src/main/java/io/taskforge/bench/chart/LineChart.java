package io.taskforge.bench.chart;

import java.util.List;

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
    double last =
        Math.max(Math.max(1e-9, to), points.stream().mapToDouble(Point::seconds).max().orElse(1));
    double most = Math.max(1e-9, points.stream().mapToDouble(Point::value).max().orElse(1));
    double scale = WIDTH / last;
    return new Svg(LEFT + WIDTH + 20, TOP + HEIGHT + 30, title)
        .rectangle(LEFT + from * scale, TOP, (to - from) * scale, HEIGHT, "#f3d9b1")
        .curve(points, LEFT, TOP, WIDTH, HEIGHT, new Svg.Scale(last, most, "%,.1f"))
        .toString();
  }
}
