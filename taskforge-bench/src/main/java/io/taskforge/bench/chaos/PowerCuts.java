package io.taskforge.bench.chaos;

import io.taskforge.jdbc.sqlite.SqliteJobStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Cuts the power at moments of a recorded program, and opens what is left. Half of the moments are
 * those right after an acknowledgement, the others are any.
 */
final class PowerCuts {
  // The -shm file is rebuilt when the database is opened.
  private static final List<String> FILES =
      Stream.of("", "-wal", "-journal").map(end -> PowerCutProgram.DATABASE + end).toList();

  private final Path directory;
  private final boolean ignoreSyncs;
  private final List<String> losses = new ArrayList<>();
  private int cuts;
  private long recorded;
  private long syncs;
  private long acknowledged;
  private long checked;
  private long lost;
  private long unreadable;

  PowerCuts(Path directory, boolean ignoreSyncs) {
    this.directory = directory;
    this.ignoreSyncs = ignoreSyncs;
  }

  /** Cuts the power of a program until there were {@code most} cuts. */
  void replay(List<DiskRecord> records, int most, long seed, Runnable progress) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    VolatileDisk disk = new VolatileDisk(ignoreSyncs);
    AcknowledgedJobs jobs = new AcknowledgedJobs();
    int events =
        records.stream()
            .filter(each -> each.name().equals(PowerCutProgram.EVENTS))
            .mapToInt(DiskRecord::file)
            .findFirst()
            .orElseThrow();
    NavigableSet<Integer> moments = moments(records, events, most - cuts, random);
    for (int i = 0; i < records.size(); i++) {
      DiskRecord record = records.get(i);
      syncs += record.operation() == DiskRecord.Operation.SYNCED ? 1 : 0;
      if (record.file() != events) {
        disk.apply(record);
      } else if (record.operation() == DiskRecord.Operation.WRITTEN) {
        jobs.accept(record.data());
      }
      if (moments.contains(i)) {
        cut(disk, jobs, random, "seed %d, record %d".formatted(seed, i));
        progress.run();
      }
    }
    recorded += records.size();
    acknowledged += jobs.size();
  }

  private static NavigableSet<Integer> moments(
      List<DiskRecord> records, int events, int count, SplittableRandom random) {
    int[] acknowledgements =
        IntStream.range(0, records.size()).filter(i -> records.get(i).file() == events).toArray();
    NavigableSet<Integer> moments = new TreeSet<>();
    while (moments.size() < Math.min(count, records.size())) {
      moments.add(
          random.nextBoolean()
              ? acknowledgements[random.nextInt(acknowledgements.length)]
              : random.nextInt(records.size()));
    }
    return moments;
  }

  private void cut(VolatileDisk disk, AcknowledgedJobs jobs, SplittableRandom random, String when)
      throws IOException {
    clear(directory);
    VolatileDisk.Survivors[] all = VolatileDisk.Survivors.values();
    VolatileDisk.Survivors survivors = all[random.nextInt(all.length)];
    disk.cut(survivors, random, directory, FILES);
    cuts++;
    checked += jobs.size();
    Path file = directory.resolve(PowerCutProgram.DATABASE);
    try (SqliteJobStore store = SqliteJobStore.open(file)) {
      checkIntegrity(file);
      List<String> gone = jobs.lostIn(store);
      lost += gone.size();
      gone.forEach(each -> losses.add("%s, %s: %s".formatted(when, survivors, each)));
    } catch (SQLException | RuntimeException e) { // a damaged file can have any content
      unreadable++;
      losses.add("%s, %s: unreadable: %s".formatted(when, survivors, e));
    }
  }

  private static void checkIntegrity(Path file) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("PRAGMA integrity_check(1)")) {
      if (!rows.next() || !rows.getString(1).equals("ok")) {
        throw new SQLException("damaged: " + rows.getString(1));
      }
    }
  }

  static void clear(Path directory) throws IOException {
    try (Stream<Path> old = Files.list(directory)) {
      for (Path each : old.toList()) {
        Files.delete(each);
      }
    }
  }

  int cuts() {
    return cuts;
  }

  boolean isClean() {
    return losses.isEmpty();
  }

  List<String> losses() {
    return losses;
  }

  Map<String, Long> figures() {
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("power cuts", (long) cuts);
    figures.put("recorded operations", recorded);
    figures.put("syncs", syncs);
    figures.put("acknowledged jobs", acknowledged);
    figures.put("acknowledged jobs checked after cuts", checked);
    figures.put("lost, or in an earlier state", lost);
    figures.put("files that are unreadable", unreadable);
    return figures;
  }
}
