/**
 * The storage SPI, for authors of stores. What users of a store catch and implement, {@code
 * StoreException} and {@code FollowUps}, is in {@code io.taskforge.job}.
 */
@NullMarked
package io.taskforge.store;

import org.jspecify.annotations.NullMarked;
