import {
  columnaHora,
  columnaMonto,
  columnaTexto,
  columnaValor,
} from '../../../web/crud/lista/columna.tsx'
import type { Columna } from '../../../web/crud/lista/tabla.tsx'
import { Ficha, Monto } from '../../../web/crud/valores.tsx'
import { aporte } from '../../../web/marco/aportes.ts'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import type { RutaCon } from '../../../web/marco/screens.ts'
import type { Movimiento } from '../movimientos/contract.ts'

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

const amount = (campo: 'ingreso' | 'egreso') => (fila: Movimiento) =>
  fila.tipo === campo ? <Monto valor={fila.monto} moneda={fila} /> : ''

const CUENTA = columnaTexto<Movimiento>('cuenta', 'Cuenta', ({ cuenta }) => cuenta)

const CLIENTE = columnaTexto<Movimiento>('cliente', 'Cliente', ({ cliente }) => cliente, {
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

const COLUMNAS: Columna<Movimiento>[] = [
  columnaHora('fecha', 'Fecha', ({ fecha }) => fecha),
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
    amplia: true,
  },
  columnaTexto('origen', 'Origen', ({ origen }) => origen, {
    celda: ({ origen }) => aporte('documentos')[origen]?.texto ?? origen,
    oculta: true,
  }),
  columnaTexto('numero_operacion', 'N.º de operación', ({ numero_operacion }) => numero_operacion),
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
  columnaMonto('saldo_despues', 'Saldo', (fila) => [fila.saldo_despues, fila]),
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
}): Columna<Movimiento>[] {
  const [fecha, concepto, ...rest] = COLUMNAS
  if (!fecha || !concepto) return []
  const own = o.cuenta ? [fecha, CUENTA, concepto] : [fecha, concepto]
  return [...own, ...(o.clientes ? [CLIENTE] : []), ...rest, ...(o.ganancia ? [COSTO] : [])]
}
