package io.taskforge.deadletter;

import java.util.List;

/**
 * One page of redrives.
 *
 * @param items redrives in order of id
 * @param more whether there is a next page
 */
public record RedrivePage(List<Redrive> items, boolean more) {
  public RedrivePage {
    items = List.copyOf(items);
  }
}
