import { z } from 'zod'
import { DE_CLAVE } from '../../core/acceso/de-clave.ts'
import {
  type Contract,
  consultaPagina,
  decimalText,
  endpoint,
  guardado,
  idParam,
  instante,
  keyOf,
  ordenPor,
  pagina,
} from '../../core/contract.ts'
import {
  entero,
  monto,
  opcional,
  referencia,
  shape,
  texto,
  textoMotivo,
} from '../../core/fields.ts'
import type { Permiso } from '../../core/permisos.ts'
import { prueba } from '../usuarios/contract.ts'

/** The longest that a key lasts, in days. */
export const MAX_DIAS = 366

/** How an address or a network is written; the server knows whether there is one (`esRed`). */
const direccion = z
  .string()
  .trim()
  .regex(
    /^[0-9a-f:.]{2,45}(\/\d{1,3})?$/i,
    'Escriba direcciones como 200.1.2.3 o redes como 200.1.2.0/24.',
  )

/** The fields of a new key that a form draws. */
export const campos = {
  nombre: texto('Nombre', {
    min: 2,
    max: 60,
    ayuda:
      'El programa que la usa; así la nombran los documentos y la auditoría. Si reemplaza a otra clave de usted, póngale el mismo nombre: así reconoce lo que esa ya registró.',
  }),
  dias: entero('Días que dura', { min: 1, max: MAX_DIAS }),
  limite_usd: opcional(
    monto('Límite por operación', { unidad: 'US$', ayuda: 'Vacío: el suyo, si usted tiene uno.' }),
  ),
  sucursal_id: opcional(referencia('Sucursal', 'claves-api/sucursales')),
}

const permiso = keyOf<(typeof DE_CLAVE)[number]>(
  Object.fromEntries(DE_CLAVE.map((each) => [each, 1])) as Record<(typeof DE_CLAVE)[number], 1>,
  'Una clave de API no puede tener ese permiso.',
)

/** Where a key stands. */
export const ESTADOS = { activa: 'Activa', vencida: 'Vencida', revocada: 'Revocada' } as const

const fila = z.object({
  id: z.int(),
  nombre: z.string(),
  /** The last four letters of the key. */
  pista: z.string(),
  estado: keyOf(ESTADOS),
  permisos: z.array(z.string()),
  direcciones: z.array(z.string()),
  limite_usd: decimalText.nullable(),
  sucursal: z.string().nullable(),
  creada_por: z.string(),
  creada_en: instante,
  vence_en: instante,
  revocada_en: instante.nullable(),
  usada_en: instante.nullable(),
  usada_desde: z.string().nullable(),
})
export type ClaveFila = z.infer<typeof fila>

const ORDENES = ['nombre', 'creada_en', 'vence_en', 'usada_en'] as const
const ver = { acceso: 'claves-api:ver', method: 'GET' } as const
const editar = 'claves-api:editar' satisfies Permiso

const motivo = textoMotivo('Motivo')
export const camposRevocar = { motivo }

export const contrato = {
  listar: endpoint({
    ...ver,
    path: '/claves-api',
    resumen: 'Las claves de API, con su último uso',
    query: z.strictObject({
      limite: consultaPagina.limite,
      cursor: consultaPagina.cursor,
      buscar: consultaPagina.buscar,
      estado: keyOf(ESTADOS, 'Ese filtro no existe.').optional(),
      orden: ordenPor(ORDENES),
    }),
    ordena: ORDENES,
    response: pagina(fila),
  }),
  sucursales: endpoint({
    ...ver,
    path: '/claves-api/sucursales',
    resumen: 'Sucursales en que una clave puede trabajar',
    response: z.array(z.object({ id: z.int(), nombre: z.string() })),
  }),
  crear: endpoint({
    method: 'POST',
    path: '/claves-api',
    acceso: editar,
    resumen: 'Crea una clave de API, que se muestra una vez',
    body: z.strictObject({
      ...shape(campos),
      permisos: z
        .array(permiso, { error: 'Elija al menos un permiso.' })
        .min(1, 'Elija al menos un permiso.')
        .refine((all) => new Set(all).size === all.length, 'Un permiso está dos veces.'),
      direcciones: z.array(direccion).max(20, 'Escriba hasta 20 direcciones.').default([]),
      ...prueba,
    }),
    response: guardado.extend({ clave: z.string() }),
    status: 201,
  }),
  revocar: endpoint({
    method: 'PUT',
    path: '/claves-api/:id/revocar',
    acceso: editar,
    resumen: 'Revoca una clave de API: su siguiente solicitud se rechaza',
    params: idParam,
    body: z.strictObject({ motivo: motivo.schema }),
    response: guardado,
  }),
} satisfies Contract
