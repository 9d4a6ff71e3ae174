import { tiene } from '../../server/acceso/sesion.ts'
import { type Area, area, type Context } from '../../server/area.ts'
import type { Hallable } from '../../server/http/respuesta/hallar.ts'
import { contrato } from './contract.ts'

type Hallables = Readonly<Record<string, Hallable>>

/** What the lists that this user may see find, all asked at once. */
async function hallar(listas: Hallables, c: Context<typeof contrato.hallar>) {
  const asked = Object.entries(c.body.terminos).flatMap(([clave, term]) => {
    const lista = Object.hasOwn(listas, clave) ? listas[clave] : undefined
    return lista && tiene(c.quien, lista.permiso) ? [{ clave, term, lista }] : []
  })
  const found = await Promise.all(
    asked.map(async ({ clave, term, lista }) => {
      return [clave, await lista.hallar(c, term)] as const
    }),
  )
  return Object.fromEntries(found)
}

/** The palette's search, with the lists of the areas. */
export const servidorPaleta = (listas: Hallables): Area =>
  area(contrato, { hallar: { directo: (c) => hallar(listas, c) } })
