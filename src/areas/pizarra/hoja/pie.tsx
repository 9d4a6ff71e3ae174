import { IconPlugConnectedX } from '@tabler/icons-react'
import { formatHora } from '../../../core/formato.ts'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import type { Pizarra } from '../contract.ts'
import classes from './pizarra.module.css'

interface Props extends Pizarra {
  corte: number | null
  visita: boolean
}

/** The last line: the house's message, the age of the prices, and links for signed-in users. */
export function Pie({ mensaje, divisas, corredores, corte, visita }: Props) {
  const changes = [
    ...divisas.map(({ actualizado_en }) => actualizado_en),
    ...corredores.map(({ vigente_desde }) => vigente_desde),
  ]
  const last = changes.sort((a, b) => Date.parse(a) - Date.parse(b)).at(-1)
  return (
    <footer className={classes.pie}>
      {mensaje && <p className={classes.mensaje}>{mensaje}</p>}
      <p role="status" className={classes.estado} data-cortado={corte !== null}>
        {corte === null ? (
          last && `Tasas actualizadas a las ${formatHora(last)}`
        ) : (
          <>
            <IconPlugConnectedX aria-hidden="true" />
            Sin conexión desde las {formatHora(new Date(corte).toISOString())}: consulte en
            ventanilla
          </>
        )}
      </p>
      {!visita && <Salidas />}
    </footer>
  )
}

function Salidas() {
  const administra = usePuede('pizarra:administrar')
  return (
    <nav aria-label="Pizarra" className={classes.salidas}>
      <Enlace a="dashboard">Salir de la pizarra</Enlace>
      <Enlace a="tasas-del-dia">Tasas del día</Enlace>
      {administra && <Enlace a="administrar-pizarra">Administrar</Enlace>}
      {document.fullscreenEnabled && (
        <button type="button" onClick={() => void document.documentElement.requestFullscreen()}>
          Pantalla completa
        </button>
      )}
    </nav>
  )
}
