package io.taskforge.store;

import io.taskforge.job.Attempt;
import io.taskforge.job.Job;
import io.taskforge.job.Payload;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The size limit of one page of a list. A page ends with the item that brings its texts to {@link
 * #MAX} bytes of UTF-8, which bounds its heap usage. It has at least one item, unless the list is
 * empty.
 */
public final class PageBytes {

  /** The maximum size of a page, in bytes of UTF-8. */
  public static final int MAX = 4 * 1024 * 1024;

  private PageBytes() {}

  /** Returns the items of {@code all} that fit on the page. */
  public static <T> List<T> cut(List<T> all, ToLongFunction<T> size) {
    List<T> page = new ArrayList<>();
    long bytes = 0;
    for (T item : all) {
      if (bytes >= MAX) {
        break;
      }
      page.add(item);
      bytes += size.applyAsLong(item);
    }
    return page;
  }

  /** Returns the size of a job's texts. */
  public static long of(Job job) {
    Payload result = job.result();
    return of(job.payload().json())
        + of(result == null ? null : result.json())
        + of(job.retryPolicy())
        + of(job.lastError() == null ? null : job.lastError().message());
  }

  /** Returns the size of an attempt's texts. */
  public static long of(Attempt attempt) {
    return of(attempt.message())
        + of(attempt.stackTrace())
        + of(attempt.explanation())
        + of(String.join("\n", attempt.log()));
  }

  /** Returns the size of a document's JSON. */
  public static long of(Document document) {
    return of(document.json());
  }

  /** Returns the size of a text; 0 for null. */
  public static long of(@Nullable String text) {
    return text == null ? 0 : text.getBytes(StandardCharsets.UTF_8).length;
  }
}
