package io.taskforge.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.jdbc.NamedSql;
import io.taskforge.job.StoreException;
import io.taskforge.store.StoreHealth;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("jdk")
final class WriterThreadTest {
  private static final String INSERT = "INSERT INTO note (text) VALUES (:text)";
  private static final NamedSql.Cache STATEMENTS = new NamedSql.Cache("");
  private static final int CALLERS = 8;

  @TempDir Path directory;
  private final ExecutorService callers = Executors.newCachedThreadPool();
  private DatabaseFile file;
  private WriterThread writer;

  @BeforeEach
  void open() {
    file = DatabaseFile.at(directory.resolve("notes.db"), false);
    writer = WriterThread.start(() -> file.writer(STATEMENTS), new StoreHealth(System::nanoTime));
    writer.write(
        "make a table",
        session ->
            session
                .statement("CREATE TABLE note (text TEXT NOT NULL CHECK (text <> 'bad')) STRICT")
                .update());
  }

  @AfterEach
  void close() {
    writer.close();
    callers.shutdownNow();
  }

  @Test
  void waiting_callers_share_one_transaction() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    Future<Integer> first = holdUp(go);
    List<Future<Integer>> rest = new ArrayList<>();
    for (int i = 0; i < CALLERS; i++) {
      rest.add(insert("note " + i));
    }
    awaitWaiting(CALLERS);
    long before = writer.commits();
    go.countDown();
    first.get();
    for (Future<Integer> each : rest) {
      assertThat(each.get()).isEqualTo(1);
    }
    assertThat(writer.commits() - before).isEqualTo(2);
    assertThat(notes()).hasSize(CALLERS);
  }

  @Test
  void only_the_failing_request_of_a_group_fails() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    Future<Integer> first = holdUp(go);
    Future<Integer> good = insert("good");
    Future<Integer> bad = insert("bad");
    Future<Integer> alsoGood = insert("also good");
    awaitWaiting(3);
    go.countDown();
    first.get();
    assertThat(good.get()).isEqualTo(1);
    assertThat(alsoGood.get()).isEqualTo(1);
    assertThatThrownBy(bad::get)
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOf(StoreException.class)
        .hasMessageStartingWith("could not write a note: ");
    assertThat(notes()).containsExactlyInAnyOrder("good", "also good");
  }

  @Test
  void a_request_that_throws_is_rolled_back_and_the_writer_continues() {
    assertThatThrownBy(
            () ->
                writer.write(
                    "fail on purpose",
                    session -> {
                      session.statement(INSERT).text("text", "half done").update();
                      throw new AssertionError("broken");
                    }))
        .isInstanceOf(StoreException.class)
        .hasMessage("could not fail on purpose: broken");
    writer.write(
        "write a note", session -> session.statement(INSERT).text("text", "after").update());
    assertThat(notes()).containsExactly("after");
  }

  @Test
  void rows_bound_before_a_failure_are_not_written_after_it() {
    assertThatThrownBy(
            () ->
                writer.write(
                    "bind a row",
                    session -> {
                      session.statement(INSERT).text("text", "stale").addToBatch();
                      throw new SQLException("broken");
                    }))
        .isInstanceOf(StoreException.class);
    writer.write(
        "write a note",
        session -> {
          session.statement(INSERT).text("text", "fresh").addToBatch();
          return session.writeBatch(INSERT);
        });
    assertThat(notes()).containsExactly("fresh");
  }

  @Test
  void closing_fails_waiting_requests_and_finishes_the_current_transaction() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    Future<Integer> begun = holdUp(go);
    Future<Integer> waiting = insert("too late");
    awaitWaiting(1);
    Future<?> closing = callers.submit(writer::close);
    assertThatThrownBy(waiting::get)
        .cause()
        .isInstanceOf(StoreException.class)
        .hasMessage("could not write a note: the store is closed");
    go.countDown();
    assertThat(begun.get()).isZero();
    closing.get();
  }

  @Test
  void closing_again_does_nothing_and_later_calls_are_rejected() throws Exception {
    List<Future<?>> closing = new ArrayList<>();
    for (int i = 0; i < CALLERS; i++) {
      closing.add(callers.submit(writer::close));
    }
    for (Future<?> each : closing) {
      each.get(1, TimeUnit.MINUTES);
    }
    writer.close();
    assertThatThrownBy(() -> writer.write("write a note", session -> 1))
        .isInstanceOf(StoreException.class)
        .hasMessage("could not write a note: the store is closed");
  }

  @Test
  void an_interrupted_caller_gets_the_result_and_stays_interrupted() throws Exception {
    Future<Boolean> caller =
        callers.submit(
            () -> {
              Thread.currentThread().interrupt();
              writer.write(
                  "write a note",
                  session -> session.statement(INSERT).text("text", "kept").update());
              return Thread.interrupted();
            });
    assertThat(caller.get()).isTrue();
    assertThat(notes()).containsExactly("kept");
  }

  private Future<Integer> insert(String text) {
    return callers.submit(
        () ->
            writer.write(
                "write a note", session -> session.statement(INSERT).text("text", text).update()));
  }

  /** Keeps the writer thread in a transaction until {@code go}. */
  private Future<Integer> holdUp(CountDownLatch go) throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    Future<Integer> held =
        callers.submit(
            () ->
                writer.write(
                    "hold up the others",
                    session -> {
                      begun.countDown();
                      awaitUninterruptibly(go);
                      return 0;
                    }));
    begun.await();
    return held;
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void awaitWaiting(int count) {
    Awaitility.await().until(() -> writer.waiting() == count);
  }

  private List<String> notes() {
    try (ReadConnections readers =
        new ReadConnections(() -> file.reader(STATEMENTS), new StoreHealth(System::nanoTime))) {
      return readers.read(
          "read notes",
          session -> session.statement("SELECT text FROM note").list(row -> row.getString(1)));
    }
  }
}
