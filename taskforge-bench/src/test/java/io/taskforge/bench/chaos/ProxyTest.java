package io.taskforge.bench.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ProxyTest {
  private static final int SHORT_MILLIS = 200;
  private static final int LONG_MILLIS = 10_000;

  private ServerSocket server;
  private Proxy proxy;
  private Socket client;
  private Socket accepted;

  @BeforeEach
  void connect() throws IOException {
    server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    proxy = new Proxy("127.0.0.1", server.getLocalPort());
    client = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
    accepted = server.accept();
  }

  @AfterEach
  void close() throws IOException {
    proxy.close();
    client.close();
    accepted.close();
    server.close();
  }

  @Test
  void data_passes_in_both_directions() throws IOException {
    client.getOutputStream().write(1);
    assertThat(accepted.getInputStream().read()).isEqualTo(1);

    accepted.getOutputStream().write(2);
    assertThat(client.getInputStream().read()).isEqualTo(2);
  }

  @Test
  void a_swallowed_reply_is_lost_and_its_connection_ends_with_the_fault() throws IOException {
    proxy.set(Proxy.Mode.SWALLOW_REPLIES);
    client.getOutputStream().write(1);
    assertThat(accepted.getInputStream().read()).isEqualTo(1);
    accepted.getOutputStream().write(2);
    nothingArrives();

    proxy.set(Proxy.Mode.PASS);

    client.setSoTimeout(LONG_MILLIS);
    assertThat(client.getInputStream().read()).isEqualTo(-1);
  }

  @Test
  void a_blackhole_holds_data_back_and_closes_nothing() throws IOException {
    proxy.set(Proxy.Mode.BLACKHOLE);
    accepted.getOutputStream().write(2);
    nothingArrives();

    proxy.set(Proxy.Mode.PASS);

    client.setSoTimeout(LONG_MILLIS);
    assertThat(client.getInputStream().read()).isEqualTo(2);
  }

  @Test
  void a_cut_closes_both_ends() throws IOException {
    client.getOutputStream().write(1);
    assertThat(accepted.getInputStream().read()).isEqualTo(1);

    proxy.cut();

    assertThat(client.getInputStream().read()).isEqualTo(-1);
    assertThat(accepted.getInputStream().read()).isEqualTo(-1);
  }

  private void nothingArrives() throws IOException {
    client.setSoTimeout(SHORT_MILLIS);
    assertThatThrownBy(() -> client.getInputStream().read())
        .isInstanceOf(SocketTimeoutException.class);
  }
}
