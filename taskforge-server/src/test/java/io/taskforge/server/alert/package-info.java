/** Alerts, from figures to who is told. */
@NullMarked
package io.taskforge.server.alert;

import org.jspecify.annotations.NullMarked;
