/** Webhooks in the format of Standard Webhooks; their deliveries are jobs. */
@NullMarked
package io.taskforge.server.webhook;

import org.jspecify.annotations.NullMarked;
