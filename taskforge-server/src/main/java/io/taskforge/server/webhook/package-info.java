/** Webhooks: who is told what of jobs and alerts, and the deliveries, which are jobs themselves. */
@NullMarked
package io.taskforge.server.webhook;

import org.jspecify.annotations.NullMarked;
