import { Button } from '@mantine/core'
import { formatDecimal } from '../../../core/formato.ts'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import { screenOf } from '../../../web/marco/screens.ts'
import type { Recalculado } from '../contract.ts'
import classes from '../pares.module.css'

/** A rate with the decimals of its text. */
const shown = (tasa: string) => formatDecimal(tasa, tasa.split('.')[1]?.length ?? 0)

/** The rates that a publication moved, each with its old and new value. */
export function Resultado(props: { filas: readonly Recalculado[]; cerrar: () => void }) {
  const { filas, cerrar } = props
  const title = filas.length === 1 ? 'Cambió 1 tasa' : `Cambiaron ${filas.length} tasas`
  return (
    <section className={classes.resultado} aria-label="Resultado de la publicación">
      <p role="status">
        {filas.length === 0 ? 'Precios publicados. Ninguna tasa cambió.' : `${title}:`}
      </p>
      <ul className="puntos">
        {filas.map(({ id, pais, base, cotizacion, tasa_anterior, tasa }) => (
          <li key={id}>
            <Nombre id={id}>{`${base} → ${cotizacion}`}</Nombre> ({pais.toUpperCase()}):{' '}
            {shown(tasa_anterior)} → <strong>{shown(tasa)}</strong>
          </li>
        ))}
      </ul>
      <Button variant="default" size="compact-sm" onClick={cerrar}>
        Cerrar
      </Button>
    </section>
  )
}

function Nombre({ id, children }: { id: number; children: string }) {
  if (!screenOf('detalle-tipo-cambio')) return children
  return (
    <Enlace a="detalle-tipo-cambio" params={{ id }}>
      {children}
    </Enlace>
  )
}
