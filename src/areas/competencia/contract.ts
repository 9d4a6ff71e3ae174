import { z } from 'zod'
import {
  type Contract,
  decimalText,
  endpoint,
  filtrosLista,
  guardado,
  idParam,
  idQuery,
  instante,
  listado,
  pagina,
} from '../../core/contract.ts'
import { entero, referencia, shape, tasa, textoMotivo } from '../../core/fields.ts'
import { exigirOrden } from './rules.ts'

/** How many days back a rate still stands beside ours. */
export const DIAS_COMPARADOS = 7

export const campos = {
  competidor_id: referencia('Competidor', 'competencia/competidores'),
  par_id: referencia('Par', 'competencia/pares'),
  compra: tasa('Compra', { ayuda: 'A cuánto compra una unidad de la base.' }),
  venta: tasa('Venta', { ayuda: 'A cuánto la vende.' }),
  hace_minutos: entero('Vista hace (minutos)', {
    min: 0,
    max: DIAS_COMPARADOS * 24 * 60,
    ayuda: 'Cero: la ve ahora mismo.',
  }),
}

export const campoMotivo = textoMotivo('Por qué se retira')

/** A difference from our price: theirs less ours, and its part of ours in percent. */
const diferencia = z.object({ monto: decimalText, pct: decimalText })
export type Diferencia = z.infer<typeof diferencia>

const comparable = {
  par_id: z.int(),
  /** `USD/PEN`. */
  par: z.string(),
  mercado: z.string(),
  imagen: z.string().nullable(),
  precision: z.int(),
  compra: decimalText,
  venta: decimalText,
  /** Null where our own price is not known or is the row itself. */
  dif_compra: diferencia.nullable(),
  dif_venta: diferencia.nullable(),
}

const lado = z.object({
  ...comparable,
  /** Null: our own published prices. */
  competidor_id: z.int().nullable(),
  competidor: z.string(),
  /** When it was seen, or when our prices were typed or confirmed. */
  vista_en: instante,
  /** Who says so; null for our own prices. */
  usuario: z.string().nullable(),
  /** Too old to be called the best (`tasa_rancia_horas`). */
  vieja: z.boolean(),
  /** Nobody pays clients more for the base, or sells it to them for less. */
  mejor_compra: z.boolean(),
  mejor_venta: z.boolean(),
})
export type Lado = z.infer<typeof lado>

const vista = z.object({
  ...comparable,
  id: z.int(),
  competidor: z.string(),
  /** Our prices at that moment; null before the pair had any. */
  nuestra_compra: decimalText.nullable(),
  nuestra_venta: decimalText.nullable(),
  vista_en: instante,
  anotada_en: instante,
  usuario: z.string(),
  retirada_en: instante.nullable(),
  retirada_por: z.string().nullable(),
  motivo: z.string().nullable(),
})
export type Vista = z.infer<typeof vista>

const punto = z.object({
  desde: instante,
  nuestra_compra: decimalText.nullable(),
  nuestra_venta: decimalText.nullable(),
  compra: decimalText,
  venta: decimalText,
})

const filtros = {
  ...filtrosLista,
  competidor_id: idQuery('El competidor no es válido.', 9),
  par_id: idQuery('El par no es válido.', 9),
}

const opcion = z.array(z.object({ id: z.int(), nombre: z.string() }))
const ver = { acceso: 'competencia:ver', method: 'GET' } as const

export const contrato = {
  comparar: endpoint({
    ...ver,
    path: '/competencia',
    resumen: 'Lo último que publicó cada competidor, al lado de nuestros precios publicados',
    response: z.array(lado),
  }),
  pares: endpoint({
    ...ver,
    path: '/competencia/pares',
    resumen: 'Pares activos que se comparan',
    response: opcion,
  }),
  competidores: endpoint({
    ...ver,
    path: '/competencia/competidores',
    resumen: 'Competidores activos',
    response: opcion,
  }),
  listar: endpoint({
    ...ver,
    path: '/competencia/tasas',
    resumen: 'Tasas anotadas de competidores, con nuestros precios de ese momento',
    ...listado(filtros),
    response: pagina(vista),
  }),
  linea: endpoint({
    ...ver,
    path: '/competencia/linea',
    resumen: 'Nuestros precios y los de un competidor en los últimos noventa días',
    query: z.strictObject({
      par_id: idQuery('El par no es válido.', 9),
      competidor_id: idQuery('El competidor no es válido.', 9),
    }),
    response: z.array(punto),
  }),
  anotar: endpoint({
    acceso: 'competencia:anotar',
    method: 'POST',
    path: '/competencia/tasas',
    resumen: 'Anota lo que publica un competidor; no cambia ningún precio de la casa',
    body: z.strictObject(shape(campos)).superRefine(exigirOrden),
    response: guardado,
    status: 201,
  }),
  retirar: endpoint({
    acceso: 'competencia:anotar',
    method: 'PUT',
    path: '/competencia/tasas/retirar/:id',
    resumen: 'Retira una tasa mal anotada; la fila queda, con quién y por qué',
    params: idParam,
    body: z.strictObject(shape({ motivo: campoMotivo })),
    response: guardado,
  }),
} satisfies Contract
