/** Runs jobs in a user's tests, without waiting. */
module io.taskforge.testing {
  requires transitive io.taskforge.core;
  requires transitive org.assertj.core;

  exports io.taskforge.testing;
}
