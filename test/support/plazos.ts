/*
 * Timeouts in milliseconds, after which a test gives up waiting. They only tell a hang from a slow machine: they are
 * long enough for a machine that is ten times as slow.
 */

/** For one condition: an element, an answer, a polled value. */
export const PLAZO = 180_000
/** For one test, or for the setup or teardown of a file. */
export const PLAZO_PRUEBA = 1_800_000
