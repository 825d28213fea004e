/** Alerts: rules, who looks when, what is raised and resolved, and who is told. */
@NullMarked
package io.taskforge.server.alert;

import org.jspecify.annotations.NullMarked;
