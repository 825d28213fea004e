package io.taskforge.server.hostile;

import io.taskforge.query.JobFilter;
import io.taskforge.server.contract.Contract;
import io.taskforge.server.wire.RawAnswer;
import io.taskforge.server.wire.RawHttp;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.JobStore;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Sends hostile requests and collects the harm they did. */
final class Harm implements AutoCloseable {
  private static final int MAX = 200;

  private final RawHttp http;
  private final JobStore store;
  private final Connection file;
  private final List<String> complaints = new ArrayList<>();
  private int sent;
  private long version = -1; // of the file when its contents were read
  private List<Object> contents = List.of();

  /**
   * @param store the server's store
   * @param database the SQLite file of the store
   */
  Harm(RawHttp http, JobStore store, Path database) {
    this.http = http;
    this.store = store;
    try {
      this.file = DriverManager.getConnection("jdbc:sqlite:" + database);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  void send(Stream<Hostile> requests) {
    requests.forEach(this::send);
  }

  private void send(Hostile hostile) {
    sent++;
    readContents();
    RawAnswer answer =
        hostile.ends() ? http.sendAndEnd(hostile.bytes()) : http.send(hostile.bytes());
    int status = answer.status();
    if (answer.hung()) {
      complain("hung", hostile, answer);
    }
    if (status >= 500) {
      complain("a fault of ours", hostile, answer);
    }
    if (status >= 400
        && !Contract.isProblem(answer.header("Content-Type"), answer.body(), status)) {
      complain("no problem", hostile, answer);
    }
    // A server may close the connection on malformed HTTP, but must not accept it.
    if (status < 400 && status != 0 && hostile.mustBeRefused()) {
      complain("taken", hostile, answer);
    }
    if (status == 0 || status >= 400) {
      List<Object> before = contents;
      readContents();
      if (!contents.equals(before)) {
        complain("something was stored", hostile, answer);
      }
    }
  }

  private void complain(String harm, Hostile hostile, RawAnswer answer) {
    complaints.add("%s: %s was answered: %.300s".formatted(harm, hostile.what(), answer.text()));
  }

  /** Reads the store again if anything was written to its file since the last time. */
  private void readContents() {
    long now = version();
    if (now != version) {
      contents = stored();
      version = now;
    }
  }

  /** A number that changes with every transaction of the store that writes. */
  private long version() {
    try (Statement statement = file.createStatement();
        ResultSet rows = statement.executeQuery("PRAGMA data_version")) {
      return rows.getLong(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private List<Object> stored() {
    List<Object> all = new ArrayList<>();
    all.addAll(store.queries().list(JobFilter.all(MAX).withoutPayloads()).items());
    all.addAll(store.queues());
    for (DocumentKind kind : DocumentKind.values()) {
      store.documents().forEach(kind, null, all::add);
    }
    return all;
  }

  List<String> complaints() {
    return complaints;
  }

  int sent() {
    return sent;
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
