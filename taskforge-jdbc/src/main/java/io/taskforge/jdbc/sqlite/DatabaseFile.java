package io.taskforge.jdbc.sqlite;

import io.taskforge.jdbc.NamedSql;
import io.taskforge.job.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The database file: checks its location and integrity, and opens connections. */
final class DatabaseFile {
  private static final String OPEN = "open the job store";
  private static final Set<String> NETWORK =
      Set.of(
          "9p",
          "afs",
          "beegfs",
          "ceph",
          "cifs",
          "davfs",
          "glusterfs",
          "gpfs",
          "lustre",
          "ncpfs",
          "nfs",
          "nfs4",
          "smb",
          "smb2",
          "smb3",
          "smbfs",
          "webdav");
  private static final Set<String> NETWORK_FUSE =
      Set.of("ceph", "davfs", "glusterfs", "rclone", "s3fs", "sshfs");
  // Switching to WAL needs an exclusive lock, for which SQLite does not wait.
  private static final int WAL_TRIES = 100;
  private static final long WAL_PAUSE_NANOS = 50_000_000;

  private static final List<String> BESIDE = List.of("-wal", "-shm", "-journal");

  private final Path path;

  private DatabaseFile(Path path) {
    this.path = path;
  }

  /**
   * Creates the file if it is missing, and restricts access to its owner.
   *
   * @param directoryToo whether to restrict the directory too, even if it existed before
   */
  static DatabaseFile at(Path file, boolean directoryToo) {
    Path path = file.toAbsolutePath().normalize();
    if (path.toString().indexOf('?') >= 0) {
      throw new IllegalArgumentException(
          "the job store's path must not hold '?' but was '" + path + "'");
    }
    try {
      OwnerOnlyFiles access = new OwnerOnlyFiles();
      Path directory = path.getParent();
      if (directory != null) {
        access.makeDirectories(directory);
        refuseNetwork(path, Files.getFileStore(directory).type());
        if (directoryToo) {
          access.restrict(directory);
        }
      }
      // SQLite creates the WAL and shared-memory files with the same mode.
      access.makeFile(path);
      for (String suffix : BESIDE) {
        access.restrict(path.resolveSibling(path.getFileName() + suffix));
      }
      access.log();
    } catch (IOException e) {
      throw new StoreException(OPEN + " " + path, false, e);
    }
    return new DatabaseFile(path);
  }

  static void refuseNetwork(Path path, String type) {
    if (isNetwork(type)) {
      throw new StoreException(
          OPEN + " " + path,
          false,
          new IllegalStateException(
              ("it is on a network file system (%s), whose locks and shared memory SQLite can't"
                      + " rely on, so that jobs could be lost; put the file on a local disk, or"
                      + " use PostgreSQL")
                  .formatted(type)));
    }
  }

  static boolean isNetwork(String type) {
    String name = type.toLowerCase(Locale.ROOT);
    return name.startsWith("fuse.")
        ? NETWORK_FUSE.contains(name.substring("fuse.".length()))
        : NETWORK.contains(name);
  }

  /**
   * Checks the file's integrity if a write-ahead log exists: the last program did not close the
   * file, or another process has it open, in which case the check is harmless.
   */
  void checkAfterUncleanStop() {
    Path log = path.resolveSibling(path.getFileName() + "-wal");
    try {
      if (!Files.exists(log) || Files.size(log) == 0) {
        return;
      }
      try (Connection connection = connect();
          Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery("PRAGMA quick_check(5)")) {
        List<String> faults = new ArrayList<>();
        while (rows.next()) {
          faults.add(rows.getString(1));
        }
        if (!faults.equals(List.of("ok"))) {
          throw damaged(String.join("; ", faults), null);
        }
      }
    } catch (IOException e) {
      throw new StoreException(OPEN + " " + path, false, e);
    } catch (SQLException e) {
      throw ErrorCodes.isBusy(e)
          ? ErrorCodes.storeException(OPEN + " " + path, e)
          : damaged(String.valueOf(e.getMessage()), e);
    }
  }

  private StoreException damaged(String faults, @Nullable Throwable e) {
    return new StoreException(
        OPEN + " " + path,
        false,
        new IllegalStateException(
            ("it was not closed properly and is damaged (%s); restore a backup, or save what can"
                    + " be read with sqlite3's .recover")
                .formatted(faults),
            e));
  }

  /** Opens the write connection. */
  Session writer(NamedSql.Cache statements) {
    return open(
        statements,
        "PRAGMA wal_autocheckpoint = 4000",
        "PRAGMA journal_size_limit = 67108864",
        "PRAGMA cache_size = -65536");
  }

  /** Opens a read-only connection. */
  Session reader(NamedSql.Cache statements) {
    return open(statements, "PRAGMA cache_size = -8192", "PRAGMA query_only = ON");
  }

  private Session open(NamedSql.Cache statements, String... pragmas) {
    try {
      Connection connection = connect();
      try (Statement statement = connection.createStatement()) {
        turnOnWriteAheadLog(statement);
        statement.execute("PRAGMA synchronous = FULL");
        statement.execute("PRAGMA temp_store = MEMORY");
        for (String pragma : pragmas) {
          statement.execute(pragma);
        }
      } catch (SQLException | RuntimeException e) {
        connection.close();
        throw e;
      }
      return Session.owning(connection, statements);
    } catch (SQLException e) {
      throw ErrorCodes.storeException(OPEN + " " + path, e);
    }
  }

  private Connection connect() throws SQLException {
    Connection connection = DriverManager.getConnection("jdbc:sqlite:" + path);
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA busy_timeout = 10000");
    }
    return connection;
  }

  private static void turnOnWriteAheadLog(Statement statement) throws SQLException {
    for (int tried = 1; ; tried++) {
      try {
        statement.execute("PRAGMA journal_mode = WAL");
        return;
      } catch (SQLException e) {
        if (!ErrorCodes.isBusy(e) || tried == WAL_TRIES) {
          throw e;
        }
        LockSupport.parkNanos(WAL_PAUSE_NANOS);
      }
    }
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
