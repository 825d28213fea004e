package io.taskforge.simulator.chart;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A line chart as a self-contained SVG image. Immutable.
 *
 * @param limit a dashed horizontal line, or null
 * @param shade a shaded range of x, or null
 */
public record LineChart(
    String title,
    Axis x,
    Axis y,
    List<Series> series,
    @Nullable Limit limit,
    @Nullable Shade shade) {
  private static final int WIDTH = 820;
  private static final int LEFT = 70;
  private static final int RIGHT = 20;
  private static final int TOP = 44;
  private static final int PLOT_HEIGHT = 280;
  private static final int LEGEND_LINE = 20;
  private static final int TICKS = 6;
  private static final List<String> COLOURS =
      List.of("#1f6feb", "#d1242f", "#1a7f37", "#9a6700", "#8250df", "#57606a");

  /** The name and the range of an axis. */
  public record Axis(String name, double from, double to) {
    public Axis {
      if (!(to > from)) {
        throw new IllegalArgumentException(
            "axis '%s' must end after its start but was %s to %s".formatted(name, from, to));
      }
    }
  }

  /** A line through points. */
  public record Series(String name, List<Point> points) {
    public Series {
      points = List.copyOf(points);
    }
  }

  /** A point of a line. */
  public record Point(double x, double y) {}

  /** A named value of y. */
  public record Limit(String name, double y) {}

  /** A named range of x. */
  public record Shade(String name, double from, double to) {}

  public LineChart {
    series = List.copyOf(series);
  }

  /** Returns the SVG document. */
  public String svg() {
    int height = TOP + PLOT_HEIGHT + 50 + LEGEND_LINE * series.size();
    StringBuilder svg = new StringBuilder(16_384);
    svg.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">
        <rect width="100%%" height="100%%" fill="#ffffff"/>
        <text x="%d" y="24" font-size="15" font-weight="bold" fill="#1f2328">%s</text>
        """
            .formatted(WIDTH, height, LEFT, escaped(title)));
    appendShade(svg);
    appendGrid(svg);
    appendLimit(svg);
    for (int i = 0; i < series.size(); i++) {
      appendLine(svg, series.get(i), COLOURS.get(i % COLOURS.size()));
      appendLegend(svg, i);
    }
    return svg.append("</svg>\n").toString();
  }

  private void appendShade(StringBuilder svg) {
    if (shade != null) {
      svg.append(
          """
          <rect x="%s" y="%d" width="%s" height="%d" fill="#fff1e5"/>
          <text x="%s" y="%d" fill="#953800">%s</text>
          """
              .formatted(
                  number(left(shade.from)),
                  TOP,
                  number(left(shade.to) - left(shade.from)),
                  PLOT_HEIGHT,
                  number(left(shade.from) + 6),
                  TOP + 16,
                  escaped(shade.name)));
    }
  }

  private void appendGrid(StringBuilder svg) {
    for (double tick : ticks(y)) {
      svg.append(
          """
          <line x1="%d" y1="%s" x2="%d" y2="%s" stroke="#d8dee4"/>
          <text x="%d" y="%s" text-anchor="end" fill="#57606a">%s</text>
          """
              .formatted(
                  LEFT,
                  number(top(tick)),
                  WIDTH - RIGHT,
                  number(top(tick)),
                  LEFT - 6,
                  number(top(tick) + 4),
                  label(tick)));
    }
    for (double tick : ticks(x)) {
      svg.append(
          """
          <text x="%s" y="%d" text-anchor="middle" fill="#57606a">%s</text>
          """
              .formatted(number(left(tick)), TOP + PLOT_HEIGHT + 16, label(tick)));
    }
    svg.append(
        """
        <text x="%d" y="%d" text-anchor="end" fill="#57606a">%s</text>
        <text x="%d" y="%d" fill="#57606a">%s</text>
        """
            .formatted(
                WIDTH - RIGHT,
                TOP + PLOT_HEIGHT + 34,
                escaped(x.name),
                LEFT,
                TOP - 6,
                escaped(y.name)));
  }

  private void appendLimit(StringBuilder svg) {
    if (limit != null) {
      svg.append(
          """
          <line x1="%d" y1="%s" x2="%d" y2="%s" stroke="#57606a" stroke-dasharray="6 4"/>
          <text x="%d" y="%s" text-anchor="end" fill="#57606a">%s</text>
          """
              .formatted(
                  LEFT,
                  number(top(limit.y)),
                  WIDTH - RIGHT,
                  number(top(limit.y)),
                  WIDTH - RIGHT,
                  number(top(limit.y) - 5),
                  escaped(limit.name)));
    }
  }

  private void appendLine(StringBuilder svg, Series line, String colour) {
    svg.append("<polyline fill=\"none\" stroke-width=\"1.5\" stroke=\"").append(colour);
    svg.append("\" points=\"");
    for (Point point : line.points) {
      svg.append(number(left(point.x))).append(',').append(number(top(point.y))).append(' ');
    }
    svg.append("\"/>\n");
  }

  private void appendLegend(StringBuilder svg, int index) {
    int height = TOP + PLOT_HEIGHT + 50 + LEGEND_LINE * index;
    svg.append(
        """
        <rect x="%d" y="%d" width="14" height="4" fill="%s"/>
        <text x="%d" y="%d" fill="#1f2328">%s</text>
        """
            .formatted(
                LEFT,
                height - 4,
                COLOURS.get(index % COLOURS.size()),
                LEFT + 22,
                height + 2,
                escaped(series.get(index).name)));
  }

  private double left(double value) {
    return LEFT + (value - x.from) / (x.to - x.from) * (WIDTH - LEFT - RIGHT);
  }

  private double top(double value) {
    double share = (value - y.from) / (y.to - y.from);
    return TOP + (1 - Math.max(0, Math.min(1, share))) * PLOT_HEIGHT;
  }

  /** Returns round numbers in the range of an axis. */
  private static double[] ticks(Axis axis) {
    double step = roundUp((axis.to - axis.from) / TICKS);
    double first = Math.ceil(axis.from / step) * step;
    int count = (int) Math.floor((axis.to - first) / step + 1e-9) + 1;
    double[] ticks = new double[count];
    for (int i = 0; i < count; i++) {
      ticks[i] = first + i * step;
    }
    return ticks;
  }

  /** Returns the next of 1, 2, 5, 10, 20, 50 …. */
  private static double roundUp(double value) {
    double power = Math.pow(10, Math.floor(Math.log10(value)));
    for (int factor : new int[] {1, 2, 5}) {
      if (value <= factor * power) {
        return factor * power;
      }
    }
    return 10 * power;
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }

  private static String label(double value) {
    return value == Math.rint(value)
        ? String.format(Locale.ROOT, "%,.0f", value + 0.0)
        : String.format(Locale.ROOT, "%.2f", value);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
