package io.taskforge.jdbc.postgres;

import io.taskforge.store.ClaimRequest;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.lane.LaneClaims;
import io.taskforge.store.lane.LaneLook;
import io.taskforge.store.lane.LaneShare;
import io.taskforge.store.lane.LaneStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** Claims on one connection, in the caller's transaction. */
record ConnectionLanes(Connection connection, ClaimJobs statements)
    implements LaneStore<SQLException> {
  static List<ClaimedJob> claim(
      Connection connection, PostgresFixture fixture, ClaimRequest request) throws SQLException {
    Statements statements =
        new Statements(new TableNames(fixture.schema, "taskforge_"), fixture.clock);
    return new LaneClaims(() -> 0, Duration.ZERO)
        .claim(
            new ConnectionLanes(
                connection, new ClaimJobs(statements, new PostgresColumns(), () -> 0)),
            request);
  }

  @Override
  public LaneLook look(ClaimRequest request, List<From> queues, int most) throws SQLException {
    return statements.look(connection, request, queues, most);
  }

  @Override
  public List<ClaimedJob> take(
      ClaimRequest request, List<LaneShare> shares, int limit, int maxBytes) throws SQLException {
    return statements.take(connection, request, shares, limit, maxBytes);
  }
}
