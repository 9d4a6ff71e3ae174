import {
  columnaHora,
  columnaMonto,
  columnaSoles,
  columnaTexto,
} from '../../../web/crud/lista/columna.tsx'
import type { Columna } from '../../../web/crud/lista/tabla.tsx'
import { Ficha, Monto } from '../../../web/crud/valores.tsx'
import { type RutaCon, screenOf } from '../../../web/marco/screens.ts'
import type { Movimiento } from '../contract.ts'

/** The screen of the document that a movement comes from. */
const ORIGENES: Record<string, { texto: string; ruta: RutaCon<'id'> }> = {
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
export function origenDe({ origen }: Movimiento): RutaCon<'id'> | undefined {
  const ruta = ORIGENES[origen]?.ruta
  return ruta && screenOf(ruta) ? ruta : undefined
}

const amount = (campo: 'ingreso' | 'egreso') => (fila: Movimiento) =>
  fila.tipo === campo ? <Monto valor={fila.monto} moneda={fila} /> : ''

const CUENTA = columnaTexto<Movimiento>('cuenta', 'Cuenta', ({ cuenta }) => cuenta)

const COSTO = columnaSoles<Movimiento>('valor_pen', 'Al costo', ({ valor_pen }) => valor_pen, {
  oculta: true,
})

const COLUMNAS: Columna<Movimiento>[] = [
  columnaHora('fecha', 'Fecha', ({ fecha }) => fecha, { orden: ({ fecha }) => fecha }),
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
  columnaTexto('origen', 'Origen', ({ origen }) => origen, {
    celda: ({ origen }) => ORIGENES[origen]?.texto ?? origen,
    oculta: true,
  }),
  columnaTexto('numero_operacion', 'N.º de operación', ({ numero_operacion }) => numero_operacion),
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
  columnaMonto('saldo_despues', 'Saldo', (fila) => [fila.saldo_despues, fila]),
  columnaTexto('usuario', 'Usuario', ({ usuario }) => usuario),
]

/** The columns of movements; of one account, its name is left out. */
export function columnasDe(o: { cuenta: boolean; ganancia: boolean }): Columna<Movimiento>[] {
  const [fecha, ...rest] = COLUMNAS
  if (!fecha) return []
  return [fecha, ...(o.cuenta ? [CUENTA] : []), ...rest, ...(o.ganancia ? [COSTO] : [])]
}
