/** Endpoints that do everything that endpoints do, the worst of it included. */
@NullMarked
package io.taskforge.server.endpoint;

import org.jspecify.annotations.NullMarked;
