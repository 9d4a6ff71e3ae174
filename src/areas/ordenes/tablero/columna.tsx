import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { hoy as diaDeHoy } from '../../../web/crud/lista/arreglo/dias.ts'
import { Enlace, useBusqueda } from '../../../web/marco/navegacion.tsx'
import type { Acciones } from '../acciones/uso-acciones.tsx'
import type { ColumnaOrdenes } from '../contract/consultas.ts'
import type { FilaOrden } from '../contract.ts'
import { TarjetaOrden } from '../detalle/carta.tsx'
import { TONOS } from '../estado-orden.tsx'
import type { Monedas } from '../lista/filtros.tsx'
import { Sumas } from '../lista/totales.tsx'
import { ESTADOS, type Estado } from '../rules.ts'
import type { Marcadas } from './marcadas.tsx'
import { claveDe } from './recientes.tsx'
import classes from './tablero.module.css'

const VACIAS: Record<Estado, string> = {
  pendiente: 'Ninguna espera el pago del cliente.',
  vencida: 'Ninguna cotización vencida.',
  pagada: 'Nada por tomar: todo lo cobrado está en manos de alguien.',
  en_proceso: 'Nadie está pagando ahora.',
  completada: 'Todavía ninguna hoy.',
  anulada: 'Ninguna hoy.',
}

/** A column shows at least this many cards before it links to the table: its count may be newer than its cards. */
const LLENA = 50

interface Props {
  estado: Estado
  filas: readonly FilaOrden[] | undefined
  suma: ColumnaOrdenes | undefined
  monedas: Monedas
  recientes: ReadonlyMap<string, number>
  /** The card that is the tab stop. */
  actual: number | undefined
  plegada: boolean
  plegar: () => void
  /** Shows today's orders only. */
  hoy: boolean
  acciones: Acciones
  marcadas: Marcadas
}

/** One state: number of orders, amounts by currency, and cards. */
export function ColumnaTablero(props: Props) {
  const { estado, filas, suma, monedas, plegada, plegar, hoy } = props
  const nombre = hoy ? `${ESTADOS[estado]} hoy` : ESTADOS[estado]
  const count = suma?.ordenes ?? filas?.length ?? 0
  const Flecha = plegada ? IconChevronRight : IconChevronLeft
  const owed = estado === 'pagada' || estado === 'en_proceso' ? suma?.por_pagar : undefined
  return (
    <section
      className={classes.columna}
      data-columna={estado}
      data-plegada={plegada || undefined}
      aria-label={`${nombre}: ${count}`}
    >
      <header>
        <h2>
          <span className={classes.punto} data-tono={TONOS[estado]} aria-hidden="true" />
          {nombre}
          <b>{count}</b>
        </h2>
        <button
          type="button"
          className="plano"
          aria-expanded={!plegada}
          aria-label={`${plegada ? 'Desplegar' : 'Plegar'} ${nombre}`}
          onClick={plegar}
        >
          <Flecha size={16} aria-hidden="true" />
        </button>
        {!plegada && (
          <p className={classes.sumas}>
            <Sumas sumas={owed ?? suma?.recibe ?? []} monedas={monedas} />
            {(suma?.fuera_de_plazo ?? 0) > 0 && (
              <span className="fuerte malo">{`${suma?.fuera_de_plazo} fuera de plazo`}</span>
            )}
          </p>
        )}
      </header>
      {!plegada && <Cartas {...props} />}
    </section>
  )
}

function Cartas(props: Props) {
  const { estado, filas, suma, recientes, actual, monedas, acciones, marcadas, hoy } = props
  const [busqueda] = useBusqueda()
  const search = hoy ? { ...busqueda, desde: diaDeHoy() } : busqueda
  if (!filas) {
    return (
      <ul className={classes.cartas}>
        {['a', 'b', 'c'].map((key) => (
          <li key={key} className={classes.esqueleto} />
        ))}
      </ul>
    )
  }
  if (filas.length === 0) return <p className={classes.vacia}>{VACIAS[estado]}</p>
  const left = (suma?.ordenes ?? 0) - filas.length
  const inside = filas.some(({ id }) => id === actual)
  return (
    <ul className={classes.cartas}>
      {filas.map((fila, index) => (
        <TarjetaOrden
          key={claveDe(fila)}
          orden={fila}
          monedas={monedas}
          acciones={acciones}
          marcadas={marcadas}
          llego={recientes.get(claveDe(fila))}
          parada={inside ? fila.id === actual : index === 0}
        />
      ))}
      {left > 0 && filas.length >= LLENA && (
        <li className={classes.resto}>
          <Enlace a="ordenes" search={{ ...search, vista: 'tabla', estado }}>
            {`Ver las ${left} que faltan`}
          </Enlace>
        </li>
      )}
    </ul>
  )
}
