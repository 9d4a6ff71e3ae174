/*
 * When a test gives up on what does not come. These tell a hang from a slow machine and decide nothing else: they lie
 * far beyond what a machine takes on which everything is ten times as slow.
 */

/** One condition: an element, an answer, a value that is polled. */
export const PLAZO = 180_000
/** One test, or what is done before and after all of a file. */
export const PLAZO_PRUEBA = 1_800_000
