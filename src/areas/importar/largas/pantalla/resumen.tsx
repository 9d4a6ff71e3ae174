import { useRef } from 'react'
import { formatDecimal } from '../../../../core/formato.ts'
import classes from '../../pantalla/importar.module.css'
import type { Importacion } from '../contract.ts'

const numero = (n: number) => formatDecimal(String(n), 0)
const filas = (n: number) => `${numero(n)} ${n === 1 ? 'fila' : 'filas'}`

/** How far a step is, about how long it still takes, or what came of it. */
export function Resumen({ larga }: { larga: Importacion }) {
  const { estado, hechas, totales, debe } = larga
  const resta = useResta(hechas, totales.filas)
  if (estado === 'revisando' || estado === 'importando') {
    const que = estado === 'revisando' ? 'Revisando' : 'Importando'
    return (
      <div className={classes.paso}>
        <span role="status">{`${que}… ${numero(hechas)} de ${numero(totales.filas)}`}</span>
        <progress className={classes.barra} aria-label={que} max={totales.filas} value={hechas} />
        {resta && <span>{resta}</span>}
        <span className="nota">Puede dejar esta página: la campana le avisará.</span>
      </div>
    )
  }
  return (
    <div className={classes.paso}>
      <p role="status">{frase(larga)}</p>
      {estado === 'revisada' && debe && (
        <p>Trae datos que aflojan un control: otra persona debe dar su visto bueno al archivo.</p>
      )}
    </div>
  )
}

function frase({ estado, totales: { nueva, igual, distinta, rechazada }, hechas }: Importacion) {
  const rest = [
    igual > 0 && `${filas(igual)} ya ${igual === 1 ? 'está' : 'están'}.`,
    distinta > 0 &&
      `${filas(distinta)} ya ${distinta === 1 ? 'está' : 'están'} con otros datos: no se ${distinta === 1 ? 'toca' : 'tocan'}.`,
    rechazada > 0 && `${filas(rechazada)} no se ${rechazada === 1 ? 'puede' : 'pueden'} crear.`,
  ]
  const first =
    estado === 'revisada'
      ? nueva === 0
        ? 'No hay nada nuevo que importar.'
        : `Se ${nueva === 1 ? 'creará' : 'crearán'} ${filas(nueva)}.`
      : estado === 'terminada'
        ? `Importado: ${filas(nueva)}.`
        : `Llegó a la fila ${numero(hechas)}.`
  return [first, ...rest].filter(Boolean).join(' ')
}

/** About how long the rest takes, at the pace since the step came on screen; null until that shows. */
function useResta(hechas: number, total: number): string | null {
  const first = useRef<{ hechas: number; ms: number }>(undefined)
  // The first look of this step; the component begins anew with the next one.
  first.current ??= { hechas, ms: performance.now() }
  const done = hechas - first.current.hechas
  if (done < 200) return null
  const seconds = ((performance.now() - first.current.ms) / done / 1000) * (total - hechas)
  if (seconds < 60) return 'Falta menos de un minuto.'
  const minutes = Math.ceil(seconds / 60)
  return `Faltan unos ${minutes} minutos.`
}
