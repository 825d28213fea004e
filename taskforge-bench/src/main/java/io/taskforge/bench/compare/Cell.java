package io.taskforge.bench.compare;

import io.taskforge.cli.output.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;

/**
 * One measurement: a system, what it runs on, and how large the load is.
 *
 * @param jobs the number of jobs of a fast system
 * @param backlog the number of jobs in a large table
 * @param node the command that runs the peers on Node
 * @param bar creates a progress bar, given its total
 */
record Cell(
    Peer peer,
    int jobs,
    int backlog,
    Postgres postgres,
    List<String> node,
    Path out,
    LongFunction<Progress> bar) {
  static final String DATABASE = "bench";

  /** Starts worker processes on an empty database. */
  Workers open(int processes) throws IOException, SQLException {
    Path file = out.resolve("sqlite").resolve("bench.db");
    if (peer.onSqlite()) {
      Files.createDirectories(out.resolve("sqlite"));
      for (String suffix : new String[] {"", "-wal", "-shm"}) {
        Files.deleteIfExists(Path.of(file + suffix));
      }
    } else {
      postgres.create(DATABASE);
    }
    Path log = Files.createDirectories(out.resolve("logs")).resolve(peer.label() + ".log");
    List<WorkerProcess> started = new ArrayList<>();
    for (int i = 0; i < processes; i++) {
      started.add(WorkerProcess.start(command(file), log));
    }
    return new Workers(this, started);
  }

  private List<String> command(Path file) {
    if (peer.onNode()) {
      List<String> command = new ArrayList<>(node);
      command.add(peer.label());
      command.add(postgres.plainUrl(DATABASE));
      return command;
    }
    String url = peer.onSqlite() ? "jdbc:sqlite:" + file : postgres.url(DATABASE);
    return WorkerProcess.java(Worker.class.getName(), peer.label(), url);
  }

  boolean hasUnfinishedJobs() throws SQLException {
    String sql = peer.unfinishedSql();
    return !sql.isEmpty() && postgres.text(DATABASE, sql).equals("t");
  }
}
