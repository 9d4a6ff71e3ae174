import { useMemo } from 'react'
import type { AnswerOf } from '../../../core/contract.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { contrato } from '../contract.ts'

/** A currency with which an amount is written. */
export type MonedaEscrita = AnswerOf<typeof contrato.todas>[number]

/**
 * Every currency of the house by its id, also those that are switched off: what was done in them is still written with
 * their sign. Empty until they are known, so that a list waits for them (`espera`) instead of showing a bare number.
 */
export function useMonedas(): ReadonlyMap<number, MonedaEscrita> {
  const { data } = useAnswer(contrato.todas)
  return useMemo(() => new Map(data?.map((each) => [each.id, each])), [data])
}
