import { z } from 'zod'
import { CASA } from '../../core/casa.ts'
import { type Contract, decimalText, endpoint, instante } from '../../core/contract.ts'
import type { Campo } from '../../core/fields.ts'
import { numeracion } from './contract/numeracion.ts'
import { programa } from './contract/programa.ts'
import { reloj } from './contract/reloj.ts'
import { respaldo } from './contract/respaldo.ts'
import { AJUSTES } from './contract/tabla.ts'

type Tabla = typeof AJUSTES
export type Valores = { [K in keyof Tabla]: z.output<Tabla[K]['campo']['schema']> }

/** Each setting's field by its name; forms and tables are built from these. */
export const campos = Object.fromEntries(
  Object.entries(AJUSTES).map(([nombre, { campo }]) => [nombre, campo]),
) as { [K in keyof Tabla]: Tabla[K]['campo'] }

/** Schema of a stored value: wider than the form's, so that a value saved under older bounds is still shown. */
function leido({ control, requerido }: Campo): z.ZodType {
  if (control.tipo === 'entero') return z.int()
  if (control.tipo === 'decimal') return decimalText
  if (control.tipo === 'booleano') return z.boolean()
  return requerido ? z.string() : z.string().nullable()
}

const map = <V>(make: (campo: Campo) => V) =>
  Object.fromEntries(Object.entries(campos).map(([nombre, campo]) => [nombre, make(campo)]))

const leidos = map(leido) as unknown as { [K in keyof Valores]: z.ZodType<Valores[K]> }
const escritos = map(({ schema }) => schema.optional()) as unknown as {
  [K in keyof Valores]: z.ZodOptional<z.ZodType<Valores[K]>>
}

export const contrato = {
  obtener: endpoint({
    method: 'GET',
    path: '/ajustes',
    acceso: 'ajustes:ver',
    resumen: 'Ajustes del negocio',
    response: z.object({
      ...leidos,
      /** Names of limits that kept their number when the currency of the books changed, until somebody reviews them. */
      por_revisar: z.array(z.string()),
      version: z.int(),
      actualizado_en: instante.nullable(),
      actualizado_por: z.string().nullable(),
    }),
  }),
  casa: endpoint({
    method: 'GET',
    path: CASA,
    integra: true,
    acceso: 'sesion',
    resumen: 'De quién es lo que se imprime',
    response: z.object({ razon_social: z.string(), ruc: z.string() }),
  }),
  paises: endpoint({
    method: 'GET',
    path: '/ajustes/paises',
    acceso: 'ajustes:ver',
    resumen: 'Países, y si la casa puede estar en cada uno',
    response: z.array(
      z.object({
        id: z.string(),
        nombre: z.string(),
        /** Whether it may be chosen now. */
        estatus: z.boolean(),
        /** Why not. */
        motivo: z.string().nullable(),
      }),
    ),
  }),
  editar: endpoint({
    method: 'PUT',
    path: '/ajustes',
    acceso: 'ajustes:editar',
    resumen: 'Cambia ajustes; los que no se envían quedan como están',
    body: z.strictObject({ ...escritos, version: z.int() }),
    response: z.object({ version: z.int(), message: z.string() }),
  }),
  revisarLimites: endpoint({
    method: 'PUT',
    path: '/ajustes/limites',
    acceso: 'ajustes:editar',
    resumen:
      'Dice que se revisaron límites que conservan su número en la nueva moneda de los libros',
    body: z.strictObject({
      /** Those that the person saw; the others stay to be reviewed. */
      revisados: z.array(z.enum(Object.keys(campos) as (keyof Tabla)[])).min(1),
      version: z.int(),
    }),
    response: z.object({ message: z.string() }),
  }),
  ...numeracion,
  ...reloj,
  ...respaldo,
  ...programa,
} satisfies Contract
