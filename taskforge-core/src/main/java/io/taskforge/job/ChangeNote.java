package io.taskforge.job;

import io.taskforge.text.StoredText;
import org.jspecify.annotations.Nullable;

/**
 * Who requested a change of a job and why, for the job's history.
 *
 * @param by who requested it, such as the id of an API key; null if not known
 * @param reason why, or null
 */
public record ChangeNote(@Nullable String by, @Nullable String reason) {
  /** Neither is known. */
  public static final ChangeNote NONE = new ChangeNote(null, null);

  public ChangeNote {
    by = by == null ? null : StoredText.text(by);
    reason = reason == null ? null : StoredText.text(reason);
  }
}
