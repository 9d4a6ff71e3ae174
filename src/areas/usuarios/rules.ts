import type { z } from 'zod'
import { faltaDocumento, type TipoDocumento } from '../../core/documento/documentos.ts'
import { excede, ROL_ADM } from '../../core/permisos.ts'

/** Checks that involve several fields: the document by its type. */
export function revisarUsuario(
  { tipo_doc, num_doc }: { tipo_doc: TipoDocumento; num_doc: string },
  ctx: z.core.$RefinementCtx,
): void {
  const falta = faltaDocumento(tipo_doc, num_doc)
  if (falta) ctx.addIssue({ code: 'custom', message: falta, path: ['num_doc'], input: num_doc })
}

/** The part of a role that the rules need. */
export interface Rol {
  slug: string
  permisos: readonly string[]
}

/**
 * The permission that prevents `yo` from granting, removing or managing the role `otro`; null when nothing does. Only
 * an administrator may manage the administrator's role.
 */
export function masQueYo(yo: Rol, otro: Rol): string | null {
  if (yo.slug === ROL_ADM) return null
  return otro.slug === ROL_ADM ? 'roles:editar' : excede(yo.permisos, otro.permisos)
}

export interface Diferencia {
  ganan: string[]
  pierden: string[]
}

/** The permissions gained, in the order of the new list, and those lost, in the order of the old one. */
export function diferencia(antes: readonly string[], despues: readonly string[]): Diferencia {
  return {
    ganan: despues.filter((permiso) => !antes.includes(permiso)),
    pierden: antes.filter((permiso) => !despues.includes(permiso)),
  }
}

/** Permissions by area, in the order of the table: one area is one row of the matrix. */
export function porArea(permisos: readonly string[]): Map<string, string[]> {
  return Map.groupBy(permisos, (permiso) => permiso.split(':')[0] ?? '')
}

/**
 * Toggles a permission and those that depend on it: an action needs `ver` of its area, and without `ver` the area's
 * actions are removed. `todos` are all existing permissions.
 */
export function alternar(
  elegidos: readonly string[],
  permiso: string,
  todos: readonly string[],
): string[] {
  const [area] = permiso.split(':')
  const ver = `${area}:ver`
  const next = new Set(elegidos)
  if (!next.delete(permiso)) {
    next.add(permiso)
    if (todos.includes(ver)) next.add(ver)
  } else if (permiso === ver) {
    for (const each of elegidos) if (each.startsWith(`${area}:`)) next.delete(each)
  }
  return todos.filter((each) => next.has(each))
}
