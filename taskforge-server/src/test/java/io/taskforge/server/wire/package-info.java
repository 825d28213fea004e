/** What a client can send that no client library would: bytes on a socket. */
@NullMarked
package io.taskforge.server.wire;

import org.jspecify.annotations.NullMarked;
