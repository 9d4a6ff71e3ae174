import type { ReactNode } from 'react'
import type { AnswerOf, Endpoint } from '../../../core/contract.ts'
import type { Args } from '../../api/api.ts'
import { useAnswer } from '../../api/query.ts'
import { useId } from '../../marco/navegacion.tsx'
import { Fallo } from '../lista/lista.tsx'
import { Cargando } from './cargando.tsx'

/** The page of the row that the address names: asks for it, waits, says what failed, draws. */
export function UnaFila<E extends Endpoint>({
  endpoint,
  children,
}: {
  endpoint: E
  children: (fila: AnswerOf<E>) => ReactNode
}) {
  const id = useId()
  const { data, error, refetch } = useAnswer(
    endpoint,
    ...([{ params: { id } }] as unknown as Args<E>),
  )
  if (error && data === undefined) return <Fallo error={error} reintentar={() => void refetch()} />
  return data === undefined ? <Cargando /> : children(data)
}
