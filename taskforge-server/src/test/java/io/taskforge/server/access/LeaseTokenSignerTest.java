package io.taskforge.server.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.job.JobId;
import io.taskforge.remote.LeaseToken;
import io.taskforge.store.LeaseRef;
import io.taskforge.store.memory.MemoryJobStore;
import java.time.InstantSource;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class LeaseTokenSignerTest {
  private final MemoryJobStore store = new MemoryJobStore(InstantSource.system());
  private final LeaseTokenSigner signer =
      LeaseTokenSigner.of(store.documents(), new SplittableRandom(1));
  private final LeaseToken token =
      new LeaseToken(new LeaseRef(7, 0), new JobId(new UUID(0x1111, 0x2222)));

  @Test
  void a_token_signed_by_one_node_is_verified_by_another() {
    LeaseTokenSigner other = LeaseTokenSigner.of(store.documents(), new SplittableRandom(2));

    assertThat(other.verify(signer.sign(token))).isEqualTo(token);
  }

  @Test
  void a_forged_token_is_rejected() {
    LeaseToken neighbour = new LeaseToken(new LeaseRef(7, 1), token.job());
    String sealed = signer.sign(token);

    for (String forged :
        new String[] {
          token.text(),
          token.text() + ".",
          token.text() + ".AAAAAAAAAAAAAAAAAAAAAA",
          neighbour.text() + sealed.substring(sealed.indexOf('.')),
          sealed + "A",
          "." + sealed,
          ""
        }) {
      assertThatThrownBy(() -> signer.verify(forged))
          .as(forged)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
