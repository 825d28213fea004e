package io.taskforge.bench.chart;

import java.util.List;
import java.util.Locale;

/** The text of an SVG image. */
final class Svg {
  private static final String INK = "#888888";

  private final StringBuilder text = new StringBuilder();

  Svg(int width, int height, String title) {
    text.append(
        format(
            """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">
            """,
            width, height));
    text(10, 20, "start", title);
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }

  Svg rectangle(double x, double y, double width, double height, String colour) {
    text.append(
        format(
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>%n",
            x, y, Math.max(0, width), height, colour));
    return this;
  }

  Svg line(double x1, double y1, double x2, double y2) {
    text.append(
        format(
            "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>%n",
            x1, y1, x2, y2, INK));
    return this;
  }

  /** Draws a curve over time in a box, with its axes. */
  Svg curve(
      List<LineChart.Point> points, double x, double y, double width, double height, Scale scale) {
    line(x, y + height, x + width, y + height);
    line(x, y, x, y + height);
    text(x - 6, y + 10, "end", format(scale.numbers, scale.most));
    text(x - 6, y + height, "end", "0");
    text(x + width, y + height + 18, "end", format("%.0f s", scale.last));
    StringBuilder path = new StringBuilder();
    for (LineChart.Point point : points) {
      path.append(
          format(
              "%.1f,%.1f ",
              x + point.seconds() / scale.last * width,
              y + height - point.value() / scale.most * height));
    }
    return path(path.toString().strip(), "#2f6fdb");
  }

  /** The largest time and value of a curve, and how its values are written. */
  record Scale(double last, double most, String numbers) {}

  private Svg path(String points, String colour) {
    text.append(
        format(
            "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>%n",
            points, colour));
    return this;
  }

  Svg text(double x, double y, String anchor, String words) {
    text.append(
        format(
            "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"%s\">%s</text>%n",
            x, y, anchor, INK, escaped(words)));
    return this;
  }

  static String escaped(String words) {
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  @Override
  public String toString() {
    return text + "</svg>\n";
  }
}
