package io.taskforge.deadletter;

import java.util.List;

/**
 * One page of redrives.
 *
 * @param items by id
 * @param more whether others follow the last of them
 */
public record RedrivePage(List<Redrive> items, boolean more) {
  public RedrivePage {
    items = List.copyOf(items);
  }
}
