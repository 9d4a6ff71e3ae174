import { formatFechaHora } from '../../core/formato.ts'
import type { Columna } from '../../web/crud/tabla.tsx'
import { Fecha, Ficha, Monto, Vacio } from '../../web/crud/valores.tsx'
import { screenOf } from '../../web/screens.ts'
import { type Movimiento, SOLES } from './contract.ts'

/** The screen of the document that a movement comes from. */
const ORIGENES: Record<string, { texto: string; ruta: string }> = {
  'compras-ventas': { texto: 'Compra - Venta', ruta: 'detalle-compra-venta' },
  ordenes: { texto: 'Orden', ruta: 'detalle-orden' },
  transferencias: { texto: 'Transferencia', ruta: 'detalle-transferencia' },
  turnos: { texto: 'Cierre de caja', ruta: 'detalle-turno' },
  gastos: { texto: 'Gasto', ruta: 'detalle-gasto' },
  'ajustes-saldo': { texto: 'Ajuste de saldo', ruta: 'detalle-ajuste-saldo' },
  'comisiones-liquidaciones': {
    texto: 'Pago de comisiones',
    ruta: 'detalle-liquidacion-comisiones',
  },
  cuentas: { texto: 'Saldo inicial', ruta: 'detalle-cuenta' },
}

/** Where a movement leads; undefined when its document has no screen. */
export function origenDe({ origen }: Movimiento): string | undefined {
  const ruta = ORIGENES[origen]?.ruta
  return ruta && screenOf(ruta) ? ruta : undefined
}

const amount = (campo: 'ingreso' | 'egreso') => (fila: Movimiento) =>
  fila.tipo === campo ? <Monto valor={fila.monto} moneda={fila} /> : ''

const CUENTA: Columna<Movimiento> = {
  clave: 'cuenta',
  titulo: 'Cuenta',
  celda: ({ cuenta }) => cuenta,
  texto: ({ cuenta }) => cuenta,
}

const COSTO: Columna<Movimiento> = {
  clave: 'valor_pen',
  titulo: 'Al costo',
  alinear: 'right',
  celda: ({ valor_pen }) => <Monto valor={valor_pen} moneda={SOLES} />,
  texto: ({ valor_pen }) => valor_pen ?? null,
  oculta: true,
}

const COLUMNAS: Columna<Movimiento>[] = [
  {
    clave: 'fecha',
    titulo: 'Fecha',
    celda: ({ fecha }) => <Fecha valor={fecha} hora />,
    orden: ({ fecha }) => fecha,
    texto: ({ fecha }) => formatFechaHora(fecha),
  },
  {
    clave: 'concepto',
    titulo: 'Concepto',
    celda: ({ concepto, reversa_de }) => (
      <>
        {concepto} {reversa_de !== null && <Ficha tono="aviso">Reversa</Ficha>}
      </>
    ),
    texto: ({ concepto }) => concepto,
    principal: true,
  },
  {
    clave: 'origen',
    titulo: 'Origen',
    celda: ({ origen }) => ORIGENES[origen]?.texto ?? origen,
    texto: ({ origen }) => origen,
    oculta: true,
  },
  {
    clave: 'numero_operacion',
    titulo: 'N.º de operación',
    celda: ({ numero_operacion }) => numero_operacion ?? <Vacio />,
    texto: ({ numero_operacion }) => numero_operacion,
  },
  {
    clave: 'ingreso',
    titulo: 'Ingreso',
    alinear: 'right',
    celda: amount('ingreso'),
    texto: ({ tipo, monto }) => (tipo === 'ingreso' ? monto : null),
  },
  {
    clave: 'egreso',
    titulo: 'Egreso',
    alinear: 'right',
    celda: amount('egreso'),
    texto: ({ tipo, monto }) => (tipo === 'egreso' ? monto : null),
  },
  {
    clave: 'saldo_despues',
    titulo: 'Saldo',
    alinear: 'right',
    celda: (fila) => <Monto valor={fila.saldo_despues} moneda={fila} />,
    texto: ({ saldo_despues }) => saldo_despues,
  },
  {
    clave: 'usuario',
    titulo: 'Usuario',
    celda: ({ usuario }) => usuario,
    texto: ({ usuario }) => usuario,
  },
]

/** The columns of movements; of one account, its name is left out. */
export function columnasDe(o: { cuenta: boolean; ganancia: boolean }): Columna<Movimiento>[] {
  const [fecha, ...rest] = COLUMNAS
  if (!fecha) return []
  return [fecha, ...(o.cuenta ? [CUENTA] : []), ...rest, ...(o.ganancia ? [COSTO] : [])]
}
