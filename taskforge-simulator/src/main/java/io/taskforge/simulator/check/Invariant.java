package io.taskforge.simulator.check;

/** What TaskForge promises under faults. The numbers are used in reports and in the guide. */
public enum Invariant {
  I1("every acknowledged enqueue is kept and ends in a final state once faults stop"),
  I2("an enqueue whose answer was lost is stored as a whole or not at all, and never twice"),
  I3("fencing tokens of a job only grow, and at most one lease is valid at any time"),
  I4("nothing is committed with a token below the highest issued"),
  I5("the handler of an AT_MOST_ONCE job starts at most once"),
  I6("failures and lost leases are counted exactly and limited; interruptions cost nothing"),
  I7("each delay lies in its policy's interval, and no attempt starts before it is due"),
  I8("history has no gap, is never rewritten, and shows only legal transitions"),
  I9("a job is in exactly one of waiting, running, finished and dead letter"),
  I10("a schedule creates one job per occurrence, with any number of nodes"),
  I11("a tenant's idempotency key has one job"),
  I12("nothing is read or changed across tenants"),
  I13("after the faults stop everything ends within a bound"),
  I14("no node exits, except by design"),
  I15("held and refunded jobs use up no retry, and no closed lane is claimed once its node knows"),
  I16("a job is dead-lettered as poison only if it was in quarantine when its worker died");

  private final String promise;

  Invariant(String promise) {
    this.promise = promise;
  }

  /** The promise in one sentence. */
  public String promise() {
    return promise;
  }
}
