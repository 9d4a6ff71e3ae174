import type { ReactNode } from 'react'
import type { AnswerOf, Endpoint } from '../../../core/contract.ts'
import type { Args } from '../../api/api.ts'
import { useAnswer } from '../../api/query.ts'
import { useId } from '../../marco/navegacion.tsx'
import { Fallo } from '../lista/lista.tsx'
import { Cargando } from './cargando.tsx'

/** The page of the row in the address: loads it, shows progress or the error, then renders it. */
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
  if (error && data === undefined)
    return <Fallo nivel={1} error={error} reintentar={() => void refetch()} />
  return data === undefined ? <Cargando /> : children(data)
}
