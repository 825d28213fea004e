package io.taskforge.jdbc.postgres;

import static io.taskforge.jdbc.postgres.SettlementArrays.longs;
import static io.taskforge.jdbc.postgres.SettlementArrays.texts;

import io.taskforge.jdbc.NamedStatement;
import io.taskforge.query.StatisticsFilter;
import io.taskforge.stats.AttemptCategory;
import io.taskforge.store.Settlement;
import io.taskforge.store.StatisticsCell;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The distinct cells of statistics that a batch of settlements adds to, as one array per column.
 * The commit statement then groups by one integer instead of five columns.
 */
final class CellArrays {
  // The hour of an entry that never started is that of the commit, which the database knows.
  private static final Instant AT_COMMIT = Instant.EPOCH;
  private static final long HOUR_OF_COMMIT = StatisticsFilter.hour(AT_COMMIT);

  private final Map<StatisticsCell, Integer> numbers = new HashMap<>();
  private final List<StatisticsCell> cells = new ArrayList<>();

  /** Returns the number of a settlement's cell, from 1. */
  int number(Settlement settlement) {
    StatisticsCell cell =
        new StatisticsCell(
            StatisticsFilter.hour(settlement.finishedAt(AT_COMMIT)),
            settlement.job().tenant(),
            settlement.job().queue(),
            settlement.job().type(),
            StatisticsCell.category(settlement).code());
    return numbers.computeIfAbsent(
        cell,
        added -> {
          cells.add(added);
          return cells.size();
        });
  }

  void bind(NamedStatement statement) throws SQLException {
    statement
        .longsOrNulls(
            "cell_hours",
            longs(cells, cell -> cell.hour() == HOUR_OF_COMMIT ? null : (Long) cell.hour()))
        .texts("cell_queues", texts(cells, cell -> cell.queue().value()))
        .texts("cell_tenants", texts(cells, cell -> cell.tenant().value()))
        .texts("cell_types", texts(cells, cell -> cell.type().value()))
        .ints("cell_categories", cells.stream().mapToInt(StatisticsCell::category).toArray())
        .ints(
            "cell_cancelled",
            cells.stream()
                .mapToInt(cell -> AttemptCategory.of(cell.category()).cancelled().code())
                .toArray());
  }
}
