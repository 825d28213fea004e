/** What the policy lab prints: tables and charts of simulations and replays. */
@NullMarked
package io.taskforge.cli.lab;

import org.jspecify.annotations.NullMarked;
