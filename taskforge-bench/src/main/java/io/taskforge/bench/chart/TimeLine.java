package io.taskforge.bench.chart;

import io.taskforge.bench.chart.LineChart.Point;
import java.util.List;
import java.util.Map;

/** A chart of a value over time, above rows of what happened meanwhile. */
public final class TimeLine {
  private static final int LEFT = 190;
  private static final int TOP = 36;
  private static final int WIDTH = 700;
  private static final int HEIGHT = 160;
  private static final int ROW = 18;
  private static final double LEAST_WIDTH = 1.5;

  private TimeLine() {}

  /** An interval or a moment, in seconds. */
  public record Span(double from, double to) {}

  /** Returns an SVG image with one row for each name. */
  public static String svg(String title, List<Point> points, Map<String, List<Span>> rows) {
    double last = points.stream().mapToDouble(Point::seconds).max().orElse(1);
    last = Math.max(1, last);
    for (List<Span> row : rows.values()) {
      last = Math.max(last, row.stream().mapToDouble(Span::to).max().orElse(0));
    }
    double most = Math.max(1, points.stream().mapToDouble(Point::value).max().orElse(1));
    double across = WIDTH / last;
    Svg svg = new Svg(LEFT + WIDTH + 20, TOP + HEIGHT + 30 + ROW * rows.size(), title);
    svg.curve(points, LEFT, TOP, WIDTH, HEIGHT, new Svg.Scale(last, most, "%,.0f"));
    double y = TOP + HEIGHT + 26.0;
    for (Map.Entry<String, List<Span>> row : rows.entrySet()) {
      svg.text(LEFT - 6, y + 10, "end", row.getKey());
      for (Span span : row.getValue()) {
        svg.rectangle(
            LEFT + span.from() * across,
            y,
            Math.max(LEAST_WIDTH, (span.to() - span.from()) * across),
            ROW - 5,
            "#c2410c");
      }
      y += ROW;
    }
    return svg.toString();
  }

  /** Returns text as it is written in SVG and HTML. */
  public static String escaped(String text) {
    return Svg.escaped(text);
  }
}
