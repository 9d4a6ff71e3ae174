/**
 * Every permission. A slug is `area:accion`, where `area` is the URL. A route, an app route or a field that names a slug
 * outside this list does not compile. What an administrator reads of it stands with the roles (`usuarios/roles/nombres.ts`).
 */
export const PERMISOS = [
  'dashboard:ver',
  'dashboard:casa',
  'monedas:ver',
  'monedas:editar',
  'paises:ver',
  'paises:editar',
  'pares-divisas:ver',
  'pares-divisas:editar',
  'pares-divisas:publicar',
  'tipos-cambios:ver',
  'tipos-cambios:editar',
  'tipos-cambios:publicar',
  'tipos-cambios:bajo-costo',
  'pizarra:ver',
  'pizarra:administrar',
  'competencia:ver',
  'competencia:anotar',
  'competencia:editar',
  'clientes:ver',
  'clientes:editar',
  'clientes:bloquear',
  'clientes:aprobar',
  'beneficiarios:ver',
  'beneficiarios:editar',
  'tipos-pagos:ver',
  'tipos-pagos:editar',
  'sucursales:ver',
  'sucursales:editar',
  'sucursales:todas',
  'entidades-financieras:ver',
  'entidades-financieras:editar',
  'cuentas:ver',
  'cuentas:editar',
  'cuentas:ajenas',
  'cuentas:sobregiro',
  'cuentas:ajustar',
  'cuentas:aprobar-ajuste',
  'cuentas:conciliar',
  'aprobaciones:sin-limite',
  'vistos:aprobar',
  'posiciones:ver',
  'compras-ventas:ver',
  'compras-ventas:crear',
  'compras-ventas:verificar',
  'compras-ventas:anular',
  'compras-ventas:anular-anterior',
  'compras-ventas:autorizar-tasa',
  'transferencias:ver',
  'transferencias:crear',
  'transferencias:recibir',
  'transferencias:resolver',
  'transferencias:tercero',
  'transferencias:anular',
  'transferencias:anular-anterior',
  'ordenes:ver',
  'ordenes:crear',
  'ordenes:cobrar',
  'ordenes:pagar',
  'ordenes:observar',
  'ordenes:anular',
  'ordenes:devolver',
  'comisiones:ver',
  'comisiones:ver-todas',
  'comisiones:reglas',
  'comisiones:liquidar',
  'comisiones:pagar',
  'gastos:ver',
  'gastos:crear',
  'gastos:aprobar',
  'gastos:anular',
  'gastos:anular-anterior',
  'gastos:categorias',
  'tipos-cambios:vencida',
  'cierres:ver',
  'cierres:turno',
  'cierres:aprobar',
  'cierres:arqueo',
  'cierres:cerrar',
  'cierres:reabrir',
  'telegram:ver',
  'telegram:activar',
  'telegram:editar',
  'webhooks:ver',
  'webhooks:editar',
  'vistas:compartir',
  'auditoria:ver',
  'auditoria:exportar',
  'reportes:ver',
  'reportes:ro',
  'reportes:excepciones',
  'libro:ver',
  'libro:exportar',
  'ganancia:ver',
  'ajustes:ver',
  'ajustes:editar',
  'usuarios:ver',
  'usuarios:editar',
  'claves-api:ver',
  'claves-api:editar',
  'importar:ver',
  'importar:crear',
  'roles:ver',
  'roles:editar',
] as const

export type Permiso = (typeof PERMISOS)[number]

/** Permissions to approve the requests of others. A user with any of them may open the page of pending approvals. */
export const APRUEBAN = [
  'compras-ventas:autorizar-tasa',
  'cuentas:aprobar-ajuste',
  'gastos:aprobar',
  'cierres:aprobar',
  'vistos:aprobar',
  'clientes:aprobar',
] as const satisfies readonly Permiso[]

/** Permissions that approve or administer: in a real house whoever holds one has a second factor. */
const CON_FACTOR: readonly string[] = [
  ...APRUEBAN,
  'aprobaciones:sin-limite',
  'ajustes:editar',
  'usuarios:editar',
  'claves-api:editar',
  'roles:editar',
] satisfies readonly Permiso[]

/** Whether a role approves or administers. */
export function manda(slug: string, permisos: readonly string[]): boolean {
  return slug === ROL_ADM || permisos.some((permiso) => CON_FACTOR.includes(permiso))
}

/**
 * Who may call a route or open a page: the users with a permission; any signed-in user (`sesion`); any session, even
 * one that must still change its password or set up its second factor (`ingreso`); or anybody (`publico`).
 */
export type Acceso = Permiso | 'sesion' | 'ingreso' | 'publico'

/** The administrator's role: it always holds every permission. */
export const ROL_ADM = 'adm'

/**
 * Templates from which a role may start. In a new house `mgr` holds nothing: only `adm` may open the app
 * routes, and the menu of `mgr` shows a lock on each entry until an administrator grants its permission.
 */
export const PLANTILLAS = {
  mgr: {
    nombre: 'Gerente',
    permisos: PERMISOS.filter(
      (permiso) =>
        ![
          'tipos-cambios:bajo-costo',
          'clientes:aprobar',
          'compras-ventas:anular-anterior',
          'aprobaciones:sin-limite',
          'gastos:anular-anterior',
          'transferencias:anular-anterior',
          'cierres:reabrir',
          'comisiones:reglas',
          'comisiones:liquidar',
          'comisiones:pagar',
          'reportes:excepciones',
          'importar:ver',
          'importar:crear',
          'ajustes:editar',
          ...['sucursales:editar', 'sucursales:todas', 'usuarios:editar', 'webhooks:editar'],
          ...['claves-api:ver', 'claves-api:editar', 'roles:ver', 'roles:editar'],
        ].includes(permiso),
    ) as Permiso[],
  },
  caj: {
    nombre: 'Cajero',
    permisos: [
      'dashboard:ver',
      'pizarra:ver',
      'competencia:ver',
      'competencia:anotar',
      'clientes:ver',
      'clientes:editar',
      'beneficiarios:ver',
      'beneficiarios:editar',
      'cuentas:ver',
      'compras-ventas:ver',
      'compras-ventas:crear',
      'compras-ventas:verificar',
      'transferencias:ver',
      'transferencias:crear',
      'transferencias:recibir',
      'cierres:turno',
      'ordenes:ver',
      'ordenes:crear',
      'ordenes:cobrar',
      'ordenes:observar',
      'ordenes:anular',
      'comisiones:ver',
    ],
  },
  pag: {
    nombre: 'Pagador',
    permisos: [
      'dashboard:ver',
      'clientes:ver',
      'beneficiarios:ver',
      'sucursales:todas',
      'cuentas:ver',
      'transferencias:ver',
      'ordenes:ver',
      'ordenes:pagar',
      'ordenes:observar',
      'comisiones:ver',
    ],
  },
  cum: {
    nombre: 'Oficial de cumplimiento',
    permisos: [
      'dashboard:ver',
      'dashboard:casa',
      'clientes:ver',
      'clientes:editar',
      'clientes:bloquear',
      'clientes:aprobar',
      'beneficiarios:ver',
      'beneficiarios:editar',
      'sucursales:todas',
      'compras-ventas:ver',
      'ordenes:ver',
      'auditoria:ver',
      'reportes:ver',
      'reportes:ro',
    ],
  },
  con: {
    nombre: 'Contador',
    permisos: [
      'dashboard:ver',
      'dashboard:casa',
      'monedas:ver',
      'pares-divisas:ver',
      'tipos-cambios:ver',
      'competencia:ver',
      'clientes:ver',
      'tipos-pagos:ver',
      'sucursales:todas',
      'entidades-financieras:ver',
      'cuentas:ver',
      'cuentas:conciliar',
      'posiciones:ver',
      'compras-ventas:ver',
      'transferencias:ver',
      'cierres:ver',
      'ordenes:ver',
      'comisiones:ver',
      'comisiones:ver-todas',
      'gastos:ver',
      'reportes:ver',
      'libro:ver',
      'libro:exportar',
      'ganancia:ver',
    ],
  },
} as const satisfies Record<string, { nombre: string; permisos: readonly Permiso[] }>

/**
 * The permissions of a role when the sign-in answer does not list them: all for adm, none for mgr, the
 * template for any other role.
 */
export function permisosDeRol(slug: string): readonly Permiso[] {
  if (slug === ROL_ADM) return [...PERMISOS]
  if (slug === 'mgr') return []
  return slug in PLANTILLAS ? PLANTILLAS[slug as keyof typeof PLANTILLAS].permisos : []
}

/** The access check of the original brief: true when the slug of the role is among `permitidos`. */
export function rolPermitido(slug: string, permitidos: readonly string[]): boolean {
  return permitidos.includes(slug)
}

/** True when a user with `permisos` has `acceso`; if `acceso` is a list, one of its members is enough. */
export function puede(
  permisos: readonly string[] | undefined,
  acceso: Acceso | readonly Acceso[],
): boolean {
  if (typeof acceso !== 'string') return acceso.some((one) => puede(permisos, one))
  if (acceso === 'publico') return true
  if (!permisos) return false
  return acceso === 'sesion' || acceso === 'ingreso' || permisos.includes(acceso)
}

/** The first of `pedidos` that is not in `propios`, or null: a user may only grant permissions that he holds. */
export function excede(propios: readonly string[], pedidos: readonly string[]): string | null {
  return pedidos.find((permiso) => !propios.includes(permiso)) ?? null
}
