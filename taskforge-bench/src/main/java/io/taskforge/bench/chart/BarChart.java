package io.taskforge.bench.chart;

import java.util.List;

/** A chart with one horizontal bar per system. */
public final class BarChart {
  private static final int LEFT = 150;
  private static final int WIDTH = 420;
  private static final int ROW = 24;

  private BarChart() {}

  /**
   * A bar with its spread.
   *
   * @param emphasized whether it has the colour of our own system
   * @param caption the value as text
   */
  public record Bar(
      String name, double value, double min, double max, boolean emphasized, String caption) {}

  /** Returns an SVG image; the longest spread has the full width. */
  public static String svg(String title, List<Bar> bars) {
    double most = bars.stream().mapToDouble(Bar::max).max().orElse(1);
    double scale = most > 0 ? WIDTH / most : 0;
    Svg svg = new Svg(LEFT + WIDTH + 130, 40 + ROW * bars.size(), title);
    double y = 34;
    for (Bar bar : bars) {
      svg.text(LEFT - 8, y + 13, "end", bar.name())
          .rectangle(
              LEFT, y, bar.value() * scale, ROW - 8, bar.emphasized() ? "#2f6fdb" : "#9aa5b1")
          .line(LEFT + bar.min() * scale, y + 8, LEFT + bar.max() * scale, y + 8)
          .text(LEFT + bar.max() * scale + 6, y + 13, "start", bar.caption());
      y += ROW;
    }
    return svg.toString();
  }
}
