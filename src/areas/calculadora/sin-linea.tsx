import { useState } from 'react'
import { formatTasa } from '../../core/formato.ts'
import { useLinea } from '../../web/api/linea.ts'
import { Hace } from '../../web/crud/valores.tsx'
import { useSesion } from '../../web/sesion/sesion.ts'
import classes from './calculadora.module.css'
import { sembrar, type Ultimas } from './ultimas.tsx'

/** Without a line, the last rates that this browser read, which the calculator then uses; null while there is a line. */
export function useUltimas(): Ultimas | null {
  const cut = useLinea().estado === 'sin'
  const unanswered = useSesion().sinServicio !== null
  const off = cut || unanswered
  const [kept, setKept] = useState(() => (off ? sembrar() : null))
  if (off && !kept) {
    const found = sembrar()
    if (found) setKept(found)
  }
  return off ? kept : null
}

/** How old the rates are, in red: nobody may take them for those in force. */
export function Edad({ en }: { en: number }) {
  return (
    <p role="status" className={classes.edad}>
      Sin conexión. Son las últimas tasas, de <Hace momento={new Date(en).toISOString()} />:
      confirme antes de ofrecerlas.
    </p>
  )
}

/** Every corridor with its public rate, as it was when the line was cut. */
export function UltimasTasas({ tasas, monedas }: Ultimas) {
  const iso = (id: number) => monedas.find((moneda) => moneda.id === id)?.iso ?? '—'
  return (
    <section aria-label="Últimas tasas">
      <h3 className={classes.subtitulo}>Últimas tasas</h3>
      <ul className={classes.ultimas}>
        {tasas.map(({ pais, base_id, cotizacion_id, tramos }) => (
          <li key={`${pais} ${base_id} ${cotizacion_id}`}>
            <span>
              {iso(base_id)} → {iso(cotizacion_id)}
            </span>
            <strong>{tramos[0] && formatTasa(tramos[0].tasa, tramos[0].precision)}</strong>
          </li>
        ))}
      </ul>
    </section>
  )
}
