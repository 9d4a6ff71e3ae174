import { z } from 'zod'
import {
  type Contract,
  consultaDias,
  consultaPagina,
  deColumna,
  decimalText,
  endpoint,
  idParam,
  idQuery,
  instante,
  keyOf,
  listado,
  pagina,
} from '../../core/contract.ts'
import { FORMATOS } from './rules/diario.ts'

const clase = deColumna<'cuentas_contables.clase'>({
  activo: 1,
  pasivo: 1,
  patrimonio: 1,
  ingreso: 1,
  gasto: 1,
  posicion: 1,
  contravalor: 1,
})

const moneda = z.object({ iso: z.string(), simbolo: z.string(), decimales: z.int() })

const apunte = z.object({
  id: z.int(),
  asiento_id: z.int(),
  /** True for the first leg of its entry on the page: the entry's own data are shown there. */
  primero: z.boolean(),
  fecha: instante,
  fecha_negocio: z.iso.date(),
  glosa: z.string(),
  origen: z.string(),
  origen_id: z.int(),
  /** Number of its document; null where it has none. */
  numero: z.string().nullable(),
  usuario: z.string(),
  cuenta_id: z.int(),
  codigo: z.string(),
  cuenta: z.string(),
  moneda,
  /** One of both, in the account's currency. */
  debe: decimalText.nullable(),
  haber: decimalText.nullable(),
  /** Value at cost in the functional currency, negative for `haber`. */
  valor: decimalText,
  /** Balance of the account after this leg; negative for a credit balance. */
  saldo: decimalText,
})
export type ApunteFila = z.infer<typeof apunte>

const cuenta = z.object({
  id: z.int(),
  codigo: z.string(),
  nombre: z.string(),
  clase,
  moneda,
})
export type CuentaContable = z.infer<typeof cuenta>

const fila = cuenta.extend({
  inicial: decimalText,
  debe: decimalText,
  haber: decimalText,
  final: decimalText,
})
export type FilaBalance = z.infer<typeof fila>

const total = z.object({
  moneda,
  debe: decimalText,
  haber: decimalText,
  /** Sum of all final balances of the currency: zero in right books. */
  final: decimalText,
})
export type TotalBalance = z.infer<typeof total>

const deApuntes = {
  cuenta_id: idQuery('La cuenta no es válida.'),
  desde: consultaPagina.desde,
  hasta: consultaPagina.hasta,
  buscar: consultaPagina.buscar,
}

const formato = keyOf(FORMATOS, 'Elija un formato de la lista.')
const dia = z.iso.date('La fecha no es válida.').nullable().default(null)

const ver = { acceso: 'libro:ver' } as const

export const contrato = {
  cuentas: endpoint({
    ...ver,
    method: 'GET',
    path: '/libro/cuentas',
    resumen: 'Las cuentas contables',
    response: z.array(cuenta),
  }),
  diario: endpoint({
    ...ver,
    method: 'GET',
    path: '/libro/diario',
    replica: 'archivo',
    resumen:
      'Los apuntes del libro, asiento por asiento; de una cuenta, su mayor con el saldo corrido',
    ...listado(deApuntes),
    response: pagina(apunte),
  }),
  mayor: endpoint({
    ...ver,
    method: 'GET',
    path: '/libro/mayor',
    resumen: 'Saldo inicial, debe, haber y saldo final de una cuenta en esos días',
    query: z.strictObject({
      cuenta_id: idParam.shape.id,
      desde: deApuntes.desde,
      hasta: deApuntes.hasta,
    }),
    response: fila.nullable(),
  }),
  balance: endpoint({
    ...ver,
    method: 'GET',
    path: '/libro/balance',
    resumen: 'Balance de comprobación: cada cuenta entre dos días, y el total de cada moneda',
    query: z.strictObject({ desde: consultaDias.desde, hasta: consultaDias.hasta }),
    response: z.object({ filas: z.array(fila), totales: z.array(total) }),
  }),
  exportar: endpoint({
    method: 'POST',
    path: '/libro/exportar',
    acceso: 'libro:exportar',
    resumen: 'Deja constancia de la exportación del libro y empieza el archivo',
    body: z.strictObject({ formato, desde: dia, hasta: dia }),
    response: z.object({
      message: z.string(),
      /** The first lines of the file. */
      lineas: z.array(z.string()),
      /** The last entry to export; null where there is none. */
      ultimo: z.int().nullable(),
    }),
  }),
  asientos: endpoint({
    method: 'GET',
    path: '/libro/asientos',
    acceso: 'libro:exportar',
    resumen: 'Un tramo del libro como texto de un programa contable',
    // The file has no line that could say that something is missing.
    replica: 'al-dia',
    query: z.strictObject({
      formato,
      desde: consultaPagina.desde,
      hasta: consultaPagina.hasta,
      /** Entries after this one, up to `ultimo`. */
      despues: z
        .string()
        .regex(/^\d{1,15}$/, 'El asiento no es válido.')
        .transform(Number),
      ultimo: z
        .string()
        .regex(/^\d{1,15}$/, 'El asiento no es válido.')
        .transform(Number),
    }),
    response: z.object({ lineas: z.array(z.string()), siguiente: z.int().nullable() }),
  }),
} satisfies Contract
