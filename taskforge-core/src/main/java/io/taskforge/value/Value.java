package io.taskforge.value;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A {@link Copyable} that is equal to others with equal fields. */
public abstract class Value<S extends Value<S>> extends Copyable<S> {
  /** All fields, in the order in which {@link #toString} shows them. */
  protected abstract List<@Nullable Object> fields();

  @Override
  public final boolean equals(@Nullable Object other) {
    return other instanceof Value<?> that
        && getClass() == that.getClass()
        && fields().equals(that.fields());
  }

  @Override
  public final int hashCode() {
    return fields().hashCode();
  }

  @Override
  public String toString() {
    return getClass().getSimpleName() + fields();
  }
}
