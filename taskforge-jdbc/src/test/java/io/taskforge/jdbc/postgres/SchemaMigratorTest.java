package io.taskforge.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.taskforge.jdbc.Migration;
import io.taskforge.job.StoreException;
import io.taskforge.store.StoreHealth;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Creating and migrating the schema, by one node or by several concurrently. */
final class SchemaMigratorTest {
  private static final int NODES = 8;

  private final String schema = PostgresDatabase.freshSchema();
  private final TableNames names = new TableNames(schema, "tf_");
  private final Transactions transactions =
      new Transactions(
          ConnectionSource.of(PostgresDatabase.dataSource()),
          new StoreHealth(System::nanoTime),
          new Random(1));

  @AfterEach
  void dropSchema() throws Exception {
    PostgresDatabase.drop(schema);
  }

  @Test
  void an_empty_database_is_migrated_once_and_a_second_start_changes_nothing() throws Exception {
    new SchemaMigrator(transactions, names).migrate();
    new SchemaMigrator(transactions, names).migrate();

    assertThat(versions()).isEqualTo(SchemaMigrator.FILES.size());
    assertThat(tables()).isPositive();
  }

  @RepeatedTest(5)
  void nodes_that_start_concurrently_migrate_once_without_errors() throws Exception {
    atOnce(() -> builder().build().close());

    assertThat(versions()).isEqualTo(SchemaMigrator.FILES.size());
    assertThat(partitions()).as("three days and a default partition of five tables").isEqualTo(20);
  }

  @RepeatedTest(3)
  void nodes_that_create_partitions_concurrently_get_no_errors() throws Exception {
    new SchemaMigrator(transactions, names).migrate();
    long before = partitions();
    RetentionCleanup upkeep = new RetentionCleanup(transactions, new Statements(names, null));
    atOnce(() -> upkeep.makePartitions(Instant.parse("2030-01-01T12:00:00Z")));

    assertThat(partitions() - before).isEqualTo(15);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE SCHEMA %1$s",
        "CREATE SCHEMA %1$s; CREATE TABLE %1$s.tf_schema_version (version integer PRIMARY KEY, name"
            + " text NOT NULL, applied_at timestamptz NOT NULL)"
      })
  void a_node_uses_the_schema_that_another_node_creates_meanwhile(String sql) throws Exception {
    ExecutorService nodes = Executors.newSingleThreadExecutor();
    try (Connection first = PostgresDatabase.dataSource().getConnection();
        Statement statement = first.createStatement()) {
      first.setAutoCommit(false);
      statement.execute(sql.formatted(schema));
      Future<?> second = nodes.submit(() -> builder().build().close());
      await().until(() -> waitsForAnother() || second.isDone());
      first.commit();
      second.get();
    }
    nodes.shutdown();

    assertThat(versions()).isEqualTo(SchemaMigrator.FILES.size());
  }

  private boolean waitsForAnother() throws Exception {
    return PostgresDatabase.number(
            "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                + " AND query LIKE 'CREATE%"
                + schema
                + "%'")
        > 0;
  }

  private static void atOnce(Runnable work) throws Exception {
    ExecutorService nodes = Executors.newFixedThreadPool(NODES);
    CyclicBarrier go = new CyclicBarrier(NODES);
    List<Future<?>> started = new ArrayList<>();
    for (int i = 0; i < NODES; i++) {
      started.add(
          nodes.submit(
              () -> {
                go.await();
                work.run();
                return null;
              }));
    }
    for (Future<?> node : started) {
      node.get();
    }
    nodes.shutdown();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_database_that_a_newer_program_expanded_is_accepted(boolean migrate) throws Exception {
    new SchemaMigrator(transactions, names).migrate();
    PostgresDatabase.execute(
        "INSERT INTO " + schema + ".tf_schema_version VALUES (99, 'V099_later.sql', now())");

    try (PostgresJobStore store = builder().migrate(migrate).build()) {
      assertThat(store.contractSchema()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_database_that_a_newer_program_contracted_is_rejected(boolean migrate) throws Exception {
    new SchemaMigrator(transactions, names).migrate();
    PostgresDatabase.execute(
        "INSERT INTO " + schema + ".tf_schema_version VALUES (99, 'C099_later.sql', now())");

    assertThatThrownBy(() -> builder().migrate(migrate).build())
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("'C099_later.sql'")
        .hasMessageContaining("up to " + SchemaMigrator.FILES.size())
        .hasMessageContaining("run a newer TaskForge");
  }

  @Test
  void a_contraction_waits_until_it_is_asked_for() throws Exception {
    List<Migration> later =
        new ArrayList<>(Migration.load("postgres", SchemaMigrator.FILES, "tf_"));
    later.add(
        new Migration(
            later.size() + 1, "C_smaller.sql", "ALTER TABLE tf_worker DROP COLUMN host;\n"));
    SchemaMigrator migrator = new SchemaMigrator(transactions, names, later);

    migrator.migrate();
    assertThat(versions()).isEqualTo(later.size() - 1);
    assertThat(migrator.contract()).containsExactly("C_smaller.sql");
    assertThat(migrator.contract()).isEmpty();
    assertThat(versions()).isEqualTo(later.size());
    assertThat(
            PostgresDatabase.number(
                "SELECT count(*) FROM information_schema.columns WHERE table_schema = '%s' AND table_name = 'tf_worker' AND column_name = 'host'"
                    .formatted(schema)))
        .isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_schema_made_by_another_version_of_a_migration_is_rejected(boolean migrate)
      throws Exception {
    new SchemaMigrator(transactions, names).migrate();
    PostgresDatabase.execute(
        "UPDATE %s.tf_schema_version SET name = 'V001_schema.sql 0badc0de' WHERE version = 1"
            .formatted(schema));

    assertThatThrownBy(() -> builder().migrate(migrate).build())
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("created by migration 'V001_schema.sql 0badc0de'")
        .hasMessageContaining("run the TaskForge version that created it");
  }

  @Test
  void a_missing_schema_is_rejected_if_migration_is_disabled() throws Exception {
    assertThatThrownBy(() -> builder().migrate(false).build())
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("lacks migration V001_schema.sql")
        .hasMessageContaining("schema print");
    assertThat(tables()).isZero();
  }

  @Test
  void the_printed_schema_can_be_applied_by_hand() throws Exception {
    PostgresDatabase.execute(PostgresJobStore.schemaSql(schema, "tf_"));

    builder().migrate(false).build().close();
  }

  @Test
  void an_aborted_migration_leaves_nothing_behind_and_can_be_repeated() throws Exception {
    List<Migration> real = Migration.load("postgres", SchemaMigrator.FILES, "tf_");
    List<Migration> broken = new ArrayList<>(real);
    broken.add(
        new Migration(
            real.size() + 1, "V_broken.sql", "CREATE TABLE tf_half (id int);\nSELECT 1 / 0;\n"));

    assertThatThrownBy(() -> new SchemaMigrator(transactions, names, broken).migrate())
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("migrate the schema");
    assertThat(tables()).as("only the version table").isEqualTo(1);

    new SchemaMigrator(transactions, names).migrate();
    assertThat(versions()).isEqualTo(SchemaMigrator.FILES.size());
  }

  @Test
  void a_later_migration_is_applied_once_and_keeps_the_rows() throws Exception {
    new SchemaMigrator(transactions, names).migrate();
    PostgresDatabase.execute(
        "INSERT INTO %s.tf_queue (name, paused, created_at, changed_at) VALUES ('mail', true, now(), now())"
            .formatted(schema));
    List<Migration> later =
        new ArrayList<>(Migration.load("postgres", SchemaMigrator.FILES, "tf_"));
    later.add(
        new Migration(
            later.size() + 1,
            "V_later.sql",
            "ALTER TABLE tf_queue ADD COLUMN owner text;\nUPDATE tf_queue SET owner = 'ops';\n"));

    new SchemaMigrator(transactions, names, later).migrate();
    new SchemaMigrator(transactions, names, later).migrate();

    assertThat(versions()).isEqualTo(later.size());
    assertThat(
            PostgresDatabase.number(
                "SELECT count(*) FROM %s.tf_queue WHERE name = 'mail' AND paused AND owner = 'ops'"
                    .formatted(schema)))
        .isEqualTo(1);
  }

  @Test
  void names_that_would_need_quotes_are_rejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TableNames("Jobs; DROP TABLE x", "tf_"))
        .withMessageContaining("schema must match");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TableNames(null, "tf-"))
        .withMessageContaining("prefix must match");
  }

  private PostgresJobStoreBuilder builder() {
    return PostgresJobStore.builder(PostgresDatabase.dataSource()).schema(schema).prefix("tf_");
  }

  private long versions() throws Exception {
    return PostgresDatabase.number(
        "SELECT count(*) FROM " + schema + ".tf_schema_version WHERE version > 0");
  }

  private long partitions() throws Exception {
    return PostgresDatabase.number(
        "SELECT count(*) FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid"
            + " JOIN pg_namespace n ON n.oid = c.relnamespace"
            + " WHERE c.relkind = 'r' AND n.nspname = '"
            + schema
            + "'");
  }

  private long tables() throws Exception {
    return PostgresDatabase.number(
        "SELECT count(*) FROM pg_tables WHERE schemaname = '" + schema + "'");
  }
}
