package io.taskforge.value;

import java.lang.invoke.VarHandle;
import java.util.function.Consumer;

/**
 * An immutable object whose methods return changed copies. Such a class can gain fields without
 * breaking its callers: no constructor lists them.
 *
 * @param <S> the class itself; only {@link #with} changes its fields
 */
public abstract class Copyable<S extends Copyable<S>> implements Cloneable {
  /** Creates an object with the fields of its class. */
  protected Copyable() {}

  /** Returns a copy of this object with a change. */
  protected final S with(Consumer<S> change) {
    S copy = copy();
    change.accept(copy);
    copy.check();
    VarHandle.storeStoreFence(); // as safe to share between threads as final fields
    return copy;
  }

  @SuppressWarnings("unchecked") // S is the class of this object
  private S copy() {
    try {
      return (S) clone();
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Throws {@link IllegalArgumentException} if a field has a value that is not allowed. */
  protected void check() {}
}
