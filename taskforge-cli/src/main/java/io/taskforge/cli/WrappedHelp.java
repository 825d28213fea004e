package io.taskforge.cli;

import io.taskforge.cli.output.Console;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi.Text;
import picocli.CommandLine.Help.Column.Overflow;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Help text wrapped at spaces only. picocli's own wrapping breaks URLs, times and paths. */
final class WrappedHelp extends Help {
  private static final int WIDEST = 100;
  private static final int NARROWEST = 60;
  private static final int USUAL = 80;

  WrappedHelp(CommandSpec spec, ColorScheme colors) {
    super(spec, colors);
  }

  /** Returns the width of help on this console: the terminal's, within reason. */
  static int width(Console console) {
    return console.isTerminal() ? Math.max(NARROWEST, Math.min(console.width(), WIDEST)) : USUAL;
  }

  @Override
  public String description(Object... params) {
    return wrapped(commandSpec().usageMessage().description(), params);
  }

  @Override
  public String footer(Object... params) {
    return wrapped(commandSpec().usageMessage().footer(), params);
  }

  @Override
  protected String insertSynopsisCommandName(int headingLength, Text arguments) {
    String name = commandSpec().qualifiedName();
    int indent = headingLength + name.length();
    Column rest = new Column(commandSpec().usageMessage().width() - indent, 1, Overflow.WRAP);
    TextTable table = new WordTable(colorScheme(), rest);
    table.addRowValues(arguments.substring(Math.min(1, arguments.plainString().length())));
    return colorScheme().commandText(name)
        + table.toString().replaceAll("\\R(?=.)", System.lineSeparator() + " ".repeat(indent));
  }

  private String wrapped(String[] paragraphs, Object... params) {
    Column whole = new Column(commandSpec().usageMessage().width(), 0, Overflow.WRAP);
    TextTable table = new WordTable(colorScheme(), whole);
    for (String paragraph : paragraphs) {
      for (Text line : colorScheme().text(String.format(paragraph, params)).splitLines()) {
        table.addRowValues(line);
      }
    }
    return table.toString();
  }

  @Override
  public Layout createDefaultLayout(
      List<OptionSpec> options, List<PositionalParamSpec> positionals, ColorScheme colors) {
    Layout usual = super.createDefaultLayout(options, positionals, colors);
    TextTable table = new WordTable(colors, usual.textTable().columns());
    return new Layout(colors, table, usual.optionRenderer(), usual.parameterRenderer());
  }

  /** A table that hands picocli lines which fit already. */
  private static final class WordTable extends TextTable {
    WordTable(ColorScheme colors, Column... columns) {
      super(colors, columns);
      indentWrappedLines = 0;
    }

    @Override
    public Cell putValue(int row, int column, Text value) {
      Column into = columns()[column];
      if (value == null || into.overflow != Overflow.WRAP) {
        return super.putValue(row, column, value);
      }
      List<int[]> lines = lines(value.plainString(), into.width - into.indent);
      Cell last = new Cell(column, row);
      for (int i = 0; i < lines.size(); i++) {
        if (i > 0) {
          addEmptyRow();
        }
        Text line = value.substring(lines.get(i)[0], lines.get(i)[1]);
        last = super.putValue(row + i, column, line);
      }
      return last;
    }
  }

  /**
   * Returns where each line begins and ends; a word that is longer than a line has its own line.
   */
  private static List<int[]> lines(String text, int width) {
    List<int[]> lines = new ArrayList<>();
    int start = 0;
    while (text.length() - start > width) {
      int space = text.lastIndexOf(' ', start + width);
      int end = space > start ? space : text.indexOf(' ', start + width);
      if (end < 0) {
        break;
      }
      lines.add(new int[] {start, end});
      start = end + 1;
    }
    lines.add(new int[] {start, text.length()});
    return lines;
  }
}
