import { z } from 'zod'
import {
  type Contract,
  consultaPagina,
  decimalText,
  endpoint,
  guardado,
  idParam,
  idQuery,
  instante,
  listado,
  pagina,
} from '../../../core/contract.ts'
import { decimalSchema, opcional, shape, texto } from '../../../core/fields.ts'

const movimiento = z.object({
  id: z.int(),
  fecha: instante,
  fecha_negocio: z.string(),
  cuenta_id: z.int(),
  cuenta: z.string(),
  moneda_id: z.int(),
  iso: z.string(),
  simbolo: z.string(),
  decimales: z.int(),
  tipo: z.enum(['ingreso', 'egreso']),
  monto: decimalText,
  saldo_antes: decimalText,
  saldo_despues: decimalText,
  valor: decimalText.optional(),
  concepto: z.string(),
  origen: z.string(),
  origen_id: z.int(),
  asiento_id: z.int(),
  numero_operacion: z.string().nullable(),
  usuario: z.string(),
  /** The entry that this one reverses. */
  reversa_de: z.int().nullable(),
  /** The client of its document, as he was called then; only for users who may see clients. */
  cliente: z.string().nullable().optional(),
  cliente_id: z.int().nullable().optional(),
  nota: z.string().nullable(),
  /** Who found it in the statement of the bank, and when. */
  conciliado: z.object({ por: z.string(), en: instante }).nullable(),
})
export type Movimiento = z.infer<typeof movimiento>

const filtros = {
  cuenta_id: idQuery('La cuenta no es válida.'),
  moneda_id: idQuery('La moneda no es válida.').refine(
    (id) => id === undefined || id < 2 ** 31,
    'La moneda no es válida.',
  ),
  desde: consultaPagina.desde,
  hasta: consultaPagina.hasta,
  tipo: z.enum(['ingreso', 'egreso'], { error: 'Elija ingreso o egreso.' }).optional(),
  buscar: consultaPagina.buscar,
  monto_min: decimalSchema({ decimales: 8 }).optional(),
  monto_max: decimalSchema({ decimales: 8 }).optional(),
  usuario_id: idQuery('El usuario no es válido.', 9),
  conciliado: z.enum(['si', 'no'], { error: 'Elija si está conciliado o no.' }).optional(),
}

/** What is written beside a movement. */
export const camposNota = { nota: opcional(texto('Nota', { max: 300 })) }

const resumenMovimientos = z.object({
  monedas: z.array(
    z.object({
      moneda_id: z.int(),
      iso: z.string(),
      simbolo: z.string(),
      decimales: z.int(),
      movimientos: z.int(),
      ingresos: decimalText,
      egresos: decimalText,
      /** Of whole days of one account or of all of a currency: what it had before the first and after the last. */
      saldos: z.object({ inicial: decimalText, final: decimalText }).nullable(),
    }),
  ),
})
export type ResumenMovimientos = z.infer<typeof resumenMovimientos>

const ver = { acceso: 'cuentas:ver' } as const
const conciliar = { acceso: 'cuentas:conciliar' } as const

export const contrato = {
  movimientos: endpoint({
    ...ver,
    method: 'GET',
    path: '/cuentas/movimientos',
    resumen: 'Movimientos de las cuentas, los más recientes primero',
    ...listado(filtros),
    response: pagina(movimiento),
  }),
  resumen: endpoint({
    ...ver,
    method: 'GET',
    path: '/cuentas/movimientos/resumen',
    resumen: 'Entradas y salidas de lo filtrado; de días enteros, también saldo inicial y final',
    query: z.strictObject(filtros),
    response: resumenMovimientos,
  }),
  autores: endpoint({
    ...ver,
    method: 'GET',
    path: '/cuentas/movimientos/usuarios',
    resumen: 'Personas por las que se filtran los movimientos',
    response: z.array(z.object({ id: z.int(), nombre: z.string() })),
  }),
  anotar: endpoint({
    ...conciliar,
    method: 'PUT',
    path: '/cuentas/movimientos/nota/:id',
    resumen: 'Escribe la nota de un movimiento, o la quita',
    params: idParam,
    body: z.strictObject({
      ...shape(camposNota),
      /** The note that this one takes the place of; another one is refused, so that it is not lost. */
      antes: z.string().max(300).nullable().optional(),
    }),
    response: guardado,
  }),
  conciliar: endpoint({
    ...conciliar,
    method: 'PUT',
    path: '/cuentas/movimientos/conciliado/:id',
    resumen: 'Marca un movimiento que otra persona registró como conciliado, o quita la marca',
    params: idParam,
    body: z.strictObject({ conciliado: z.boolean() }),
    response: guardado,
  }),
} satisfies Contract
