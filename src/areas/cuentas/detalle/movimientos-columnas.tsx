import { formatFecha, formatFechaHora, formatHora } from '../../../core/formato.ts'
import {
  columnaHora,
  columnaMonto,
  columnaTexto,
  columnaValor,
} from '../../../web/crud/lista/columna.tsx'
import { parseOrden } from '../../../web/crud/lista/lista.tsx'
import type { Columna } from '../../../web/crud/lista/tabla.tsx'
import { Fecha, Monto } from '../../../web/crud/valores.tsx'
import { aporte } from '../../../web/marco/aportes.ts'
import { Enlace, useBusqueda } from '../../../web/marco/navegacion.tsx'
import type { RutaCon } from '../../../web/marco/screens.ts'
import type { Movimiento } from '../movimientos/contract.ts'
import { Concepto } from './concepto.tsx'

/** The screen of a movement's document; undefined when it has none. */
export function origenDe({ origen }: Movimiento): RutaCon<'id'> | undefined {
  return aporte('documentos')[origen]?.ruta
}

const dayFormat = new Intl.DateTimeFormat('es-PE', { dateStyle: 'full', timeZone: 'UTC' })

/** The day of a movement, above the first of it: `Sábado 21 de noviembre de 2026`. */
export function diaDe({ fecha_negocio }: Movimiento): string {
  const text = dayFormat.format(new Date(`${fecha_negocio}T12:00:00Z`)).replace(',', '')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Whether rows stand below the heading of their day, as they do in the order of time. */
export function usePorDia(): boolean {
  const [{ orden }] = useBusqueda()
  const by = parseOrden(orden)
  return !by || by.clave === 'fecha'
}

const amount = (campo: 'ingreso' | 'egreso') => (fila: Movimiento) =>
  fila.tipo === campo ? <Monto valor={fila.monto} moneda={fila} /> : ''

const CUENTA = columnaTexto<Movimiento>('cuenta', 'Cuenta', ({ cuenta }) => cuenta)

const CLIENTE = columnaTexto<Movimiento>('cliente', 'Cliente', ({ cliente }) => cliente, {
  amplia: 'corta',
  tarjeta: 'fija',
  celda: ({ cliente, cliente_id }) =>
    cliente &&
    cliente_id && (
      <Enlace
        a="detalle-cliente"
        params={{ id: cliente_id }}
        onClick={(event) => event.stopPropagation()}
      >
        {cliente}
      </Enlace>
    ),
})

const COSTO = columnaValor<Movimiento>('valor', 'Al costo', ({ valor }) => valor, {
  oculta: true,
})

/** The hour below the heading of its day; with its date where it was written on another day than it counts for. */
const enSuDia = ({ fecha, fecha_negocio }: Movimiento) =>
  formatFecha(fecha) === formatFecha(fecha_negocio) ? (
    <time dateTime={fecha} title={formatFechaHora(fecha)}>
      {formatHora(fecha)}
    </time>
  ) : (
    <Fecha valor={fecha} hora />
  )

const FECHA = columnaHora<Movimiento>('fecha', 'Fecha', ({ fecha }) => fecha)

const COLUMNAS: Columna<Movimiento>[] = [
  {
    clave: 'concepto',
    titulo: 'Concepto',
    celda: (fila) => <Concepto fila={fila} />,
    menudo: (fila) => <Concepto fila={fila} breve />,
    texto: ({ concepto }) => concepto,
    principal: true,
    amplia: true,
  },
  columnaTexto('origen', 'Origen', ({ origen }) => origen, {
    celda: ({ origen }) => aporte('documentos')[origen]?.texto ?? origen,
    oculta: true,
  }),
  columnaTexto('numero_operacion', 'N.º de operación', ({ numero_operacion }) => numero_operacion, {
    tarjeta: 'fija',
  }),
  {
    clave: 'ingreso',
    titulo: 'Ingreso',
    alinear: 'right',
    celda: amount('ingreso'),
    tarjeta: 'importe',
    texto: ({ tipo, monto }) => (tipo === 'ingreso' ? monto : null),
  },
  {
    clave: 'egreso',
    titulo: 'Egreso',
    alinear: 'right',
    celda: amount('egreso'),
    tarjeta: 'importe',
    texto: ({ tipo, monto }) => (tipo === 'egreso' ? monto : null),
  },
  columnaMonto('saldo_despues', 'Saldo', (fila) => [fila.saldo_despues, fila], {
    tarjeta: 'fija',
    menudo: (fila) => (
      <>
        Saldo <Monto valor={fila.saldo_despues} moneda={fila} />
      </>
    ),
  }),
  columnaTexto('usuario', 'Usuario', ({ usuario }) => usuario, {
    oculta: 'estrecha',
    tarjeta: 'oculta',
  }),
]

/** The columns of movements; without the account's name on the page of one account. */
export function columnasDe(o: {
  cuenta: boolean
  ganancia: boolean
  clientes: boolean
  /** Rows stand below the heading of their day. */
  porDia: boolean
}): Columna<Movimiento>[] {
  const [concepto, ...rest] = COLUMNAS
  if (!concepto) return []
  const fecha = o.porDia ? { ...FECHA, celda: enSuDia, menudo: enSuDia } : FECHA
  const own = o.cuenta ? [fecha, CUENTA, concepto] : [fecha, concepto]
  return [...own, ...(o.clientes ? [CLIENTE] : []), ...rest, ...(o.ganancia ? [COSTO] : [])]
}
