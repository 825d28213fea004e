package io.taskforge.bench.chart;

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

  Svg path(String points, String colour) {
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

  private static String escaped(String words) {
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  @Override
  public String toString() {
    return text + "</svg>\n";
  }
}
