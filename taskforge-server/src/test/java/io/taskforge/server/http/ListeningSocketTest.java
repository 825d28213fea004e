package io.taskforge.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ListeningSocketTest {
  @Test
  void a_port_in_use_is_reported_with_what_to_do() throws Exception {
    try (ServerSocketChannel first = ListeningSocket.on("127.0.0.1", 0)) {
      int port = ((InetSocketAddress) first.getLocalAddress()).getPort();

      assertThatThrownBy(() -> ListeningSocket.on("127.0.0.1", port))
          .isInstanceOfSatisfying(
              CannotListenException.class, e -> assertThat(e.isWrongAddress()).isFalse())
          .hasMessageStartingWith("can't listen on 127.0.0.1:" + port + ": ")
          .hasMessageContaining("choose another port with --port");
    }
  }

  // Reserved for documentation, and for names that never resolve.
  @ParameterizedTest
  @ValueSource(strings = {"192.0.2.1", "nowhere.invalid"})
  void an_address_of_another_machine_is_reported(String host) {
    assertThatThrownBy(() -> ListeningSocket.on(host, 8080))
        .isInstanceOfSatisfying(
            CannotListenException.class, e -> assertThat(e.isWrongAddress()).isTrue())
        .hasMessageContainingAll(host + ":8080", "--host");
  }
}
