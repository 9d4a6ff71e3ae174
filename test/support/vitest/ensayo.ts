import { test } from 'vitest'

/**
 * Whether rehearsals run: in `npm run ensayo`, and where tests are asked for by a path. A rehearsal takes minutes,
 * because it starts whole programs, kills them, or does again at many places what a test of `npm test` does at one.
 */
export const ENSAYO = process.env.CAMBISTA_ENSAYO === '1'

/** A test that is a rehearsal: `npm test` lists it as skipped. */
export const ensayo = test.runIf(ENSAYO)
