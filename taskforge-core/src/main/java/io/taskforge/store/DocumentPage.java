package io.taskforge.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of documents. It ends at the limit, or with the document whose JSON brings the page to
 * {@link PageBytes#MAX}.
 *
 * @param next the cursor of the next page, or null if this is the last
 */
public record DocumentPage(List<Document> items, @Nullable DocumentKey next) {
  public DocumentPage {
    items = List.copyOf(items);
  }
}
