import { z } from 'zod'
import { endpoint } from '../../src/core/contract.ts'
import type { Handler } from '../../src/server/area.ts'

const base = {
  method: 'POST',
  path: '/a',
  acceso: 'sesion',
  resumen: '',
  response: z.string(),
} as const
const plain = endpoint(base)
const money = endpoint({ ...base, dinero: true })

/** A handler has the idempotency key only if its contract requires one. */
export const compila: Handler<typeof money> = async ({ clave, huella }) =>
  `${clave} ${huella.length}`

// @ts-expect-error this call requires no key, so the context has none to store
export const no_compila: Handler<typeof plain> = async ({ clave }) => clave

// @ts-expect-error no file, no content type
export const tampoco: Handler<typeof money> = async ({ tipo }) => tipo
