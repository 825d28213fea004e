/** The SQLite and PostgreSQL stores of TaskForge. */
module io.taskforge.jdbc {
  requires transitive io.taskforge.core;
  requires com.zaxxer.hikari;
  requires org.slf4j;

  exports io.taskforge.jdbc.postgres;
  exports io.taskforge.jdbc.sqlite;
}
