/** Configuration: flags override environment variables, which override the settings file. */
@NullMarked
package io.taskforge.server.config;

import org.jspecify.annotations.NullMarked;
