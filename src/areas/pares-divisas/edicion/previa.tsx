import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { callWith } from '../../../web/api/api.ts'
import { contrato, type Par } from '../contract.ts'
import classes from '../impacto/impacto.module.css'
import { TiposRevisados } from '../impacto/vista.tsx'
import { type Borrador, faltas, sinCambios } from './borrador.ts'

/** Prices and the name of what would come of them, as the person sees it. */
export interface Revisado {
  compra: string
  venta: string
  revision: string
}

const PAUSA_MS = 250

const textOf = (value: unknown) => (typeof value === 'string' ? value : null)

/** What the prices being typed would do to the rates that stand on the pair, a moment after each keystroke. */
export function Previa(props: {
  par: Par
  valores: Record<string, unknown>
  alRevisar: (seen: Revisado | null) => void
}) {
  const { par, valores, alRevisar } = props
  const typed: Borrador = {
    compra: textOf(valores.compra),
    venta: textOf(valores.venta),
    version: par.version,
  }
  const ready = !sinCambios(par, typed) && Object.keys(faltas(par, typed)).length === 0
  const asked = useDebounced(ready ? `${typed.compra} ${typed.venta}` : '')
  const [compra = '', venta = ''] = asked.split(' ')
  const { data, isPlaceholderData } = useQuery({
    // Under the area's name: whatever is published anywhere makes it stale.
    queryKey: [contrato.impacto.path, { id: par.id, version: par.version, compra, venta }],
    queryFn: ({ signal }) =>
      callWith(
        contrato.impacto,
        { body: { pares: [{ id: par.id, compra, venta, version: par.version }] } },
        { signal },
      ),
    enabled: ready && asked !== '',
    placeholderData: keepPreviousData,
  })
  const shown = ready && asked !== '' ? data : undefined
  useEffect(() => {
    // What is shown while the next answer is on its way is of other prices.
    alRevisar(shown && !isPlaceholderData ? { compra, venta, revision: shown.revision } : null)
  }, [shown, isPlaceholderData, compra, venta, alRevisar])
  if (!shown) return null
  return (
    <section className={classes.previa} aria-label="Lo que cambiaría">
      <TiposRevisados tipos={shown.tipos} />
    </section>
  )
}

function useDebounced(text: string): string {
  const [kept, setKept] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setKept(text), PAUSA_MS)
    return () => clearTimeout(timer)
  }, [text])
  return kept
}
