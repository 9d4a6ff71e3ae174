import type { z } from 'zod'
import { faltaDocumento, type TipoDocumento } from '../../core/documento/documentos.ts'
import { excede, ROL_ADM } from '../../core/permisos.ts'

/** What one field cannot know alone: the document by its type. */
export function revisarUsuario(
  { tipo_doc, num_doc }: { tipo_doc: TipoDocumento; num_doc: string },
  ctx: z.core.$RefinementCtx,
): void {
  const falta = faltaDocumento(tipo_doc, num_doc)
  if (falta) ctx.addIssue({ code: 'custom', message: falta, path: ['num_doc'], input: num_doc })
}

/** A role as the rules look at it. */
export interface Rol {
  slug: string
  permisos: readonly string[]
}

/**
 * The permission for which `yo` may not give, take or manage what `otro` holds; null when he may. An administrator's
 * role is beyond everybody else's.
 */
export function masQueYo(yo: Rol, otro: Rol): string | null {
  if (yo.slug === ROL_ADM) return null
  return otro.slug === ROL_ADM ? 'roles:editar' : excede(yo.permisos, otro.permisos)
}

export interface Diferencia {
  ganan: string[]
  pierden: string[]
}

/** What whoever has the role gains and loses, each in the order of the new and of the old list. */
export function diferencia(antes: readonly string[], despues: readonly string[]): Diferencia {
  return {
    ganan: despues.filter((permiso) => !antes.includes(permiso)),
    pierden: antes.filter((permiso) => !despues.includes(permiso)),
  }
}

/** Permissions by area, in the order of the table: what a row of the matrix shows. */
export function porArea(permisos: readonly string[]): Map<string, string[]> {
  return Map.groupBy(permisos, (permiso) => permiso.split(':')[0] ?? '')
}

/**
 * A permission given or taken, with what goes along: doing in an area means seeing it, and who does not see it does
 * nothing there. `todos` are all permissions there are.
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
