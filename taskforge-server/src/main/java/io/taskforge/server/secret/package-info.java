/** Encryption of stored secrets (AES-GCM). */
@NullMarked
package io.taskforge.server.secret;

import org.jspecify.annotations.NullMarked;
