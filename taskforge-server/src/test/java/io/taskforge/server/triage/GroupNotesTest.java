package io.taskforge.server.triage;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.failure.FailureFingerprint;
import io.taskforge.store.memory.MemoryJobStore;
import io.taskforge.testing.ManualClock;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class GroupNotesTest {
  private static final FailureFingerprint GROUP = new FailureFingerprint("0123456789abcdef");
  private final GroupNotes notes =
      new GroupNotes(
          new MemoryJobStore(ManualClock.startingAt(Instant.parse("2030-01-01T00:00:00Z")))
              .documents());

  @Test
  void an_empty_note_does_not_overlook_one_that_was_made_meanwhile() {
    assertThat(notes.put(null, GROUP, GroupNote.NONE, 0)).contains(GroupNote.NONE);
    GroupNote mine = new GroupNote("ann", null, false, "local", null, 0);
    assertThat(notes.put(null, GROUP, mine, 0)).isPresent();

    assertThat(notes.put(null, GROUP, GroupNote.NONE, 0)).isEmpty();
    assertThat(notes.find(null, GROUP).owner()).isEqualTo("ann");
    assertThat(notes.put(null, GROUP, GroupNote.NONE, notes.find(null, GROUP).version()))
        .contains(GroupNote.NONE);
  }
}
