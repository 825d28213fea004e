package io.taskforge.bench.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.bench.chart.BarChart.Bar;
import io.taskforge.bench.chart.LineChart.Point;
import java.io.StringReader;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

class ChartsTest {
  private static Document parsed(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(svg)));
  }

  private static double width(Document svg, int bar) {
    return Double.parseDouble(
        ((Element) svg.getElementsByTagName("rect").item(bar)).getAttribute("width"));
  }

  @Test
  void bars_are_proportional_to_their_values() throws Exception {
    Document svg =
        parsed(
            BarChart.svg(
                "a < b & c",
                List.of(
                    new Bar("ours", 100, 90, 120, true, "100 jobs/s"),
                    new Bar("other", 50, 50, 50, false, "50 jobs/s"))));

    assertThat(svg.getDocumentElement().getTextContent()).contains("a < b & c", "50 jobs/s");
    assertThat(width(svg, 0)).isEqualTo(2 * width(svg, 1));
  }

  @Test
  void a_line_goes_through_its_points_and_the_interval_is_shaded() throws Exception {
    Document svg =
        parsed(LineChart.svg("dead rows", List.of(new Point(0, 0), new Point(30, 10)), 10, 20));

    Element line = (Element) svg.getElementsByTagName("polyline").item(0);
    assertThat(line.getAttribute("points")).isEqualTo("80.0,196.0 680.0,36.0");
    assertThat(width(svg, 0)).isEqualTo(200);
  }

  @Test
  void charts_without_values_are_still_images() throws Exception {
    assertThat(parsed(BarChart.svg("none", List.of())).getDocumentElement().getTagName())
        .isEqualTo("svg");
    assertThat(parsed(LineChart.svg("none", List.of(), 0, 0)).getDocumentElement().getTagName())
        .isEqualTo("svg");
  }
}
