/**
 * Every permission, with the label that an administrator reads. A slug is `area:accion`, where `area` is the URL. A
 * route, an app route or a field that names a slug outside this table does not compile.
 */
export const PERMISOS = {
  'dashboard:ver': 'Ver el inicio',
  'dashboard:casa': 'Ver en el inicio toda la casa, no solo lo propio',
  'monedas:ver': 'Ver monedas',
  'monedas:editar': 'Crear y editar monedas',
  'paises:ver': 'Ver países',
  'pares-divisas:ver': 'Ver pares de divisas',
  'pares-divisas:editar': 'Crear y editar pares de divisas',
  'pares-divisas:publicar': 'Publicar precios de compra y venta',
  'tipos-cambios:ver': 'Ver tipos de cambio',
  'tipos-cambios:editar': 'Crear y editar tipos de cambio',
  'tipos-cambios:publicar': 'Fijar tasas, cambiar el modo y el estatus',
  'tipos-cambios:bajo-costo': 'Fijar una tasa por debajo del costo, con motivo',
  'pizarra:ver': 'Ver la pizarra y las tasas del día',
  'pizarra:administrar': 'Elegir lo que muestra la pizarra, crear y revocar sus enlaces',
  'clientes:ver': 'Ver clientes',
  'clientes:editar': 'Crear y editar clientes',
  'clientes:bloquear': 'Observar, bloquear y reactivar clientes',
  'clientes:aprobar': 'Aprobar a expuestos políticamente, empresas y clientes de riesgo alto',
  'beneficiarios:ver': 'Ver los beneficiarios de los clientes',
  'beneficiarios:editar': 'Crear, editar y verificar beneficiarios',
  'tipos-pagos:ver': 'Ver tipos de pago',
  'tipos-pagos:editar': 'Crear y editar tipos de pago',
  'entidades-financieras:ver': 'Ver entidades financieras',
  'entidades-financieras:editar': 'Crear y editar entidades financieras',
  'cuentas:ver': 'Ver cuentas y movimientos',
  'cuentas:editar': 'Crear y editar cuentas',
  'cuentas:ajenas': 'Operar con cajas de otros y bóvedas, y transferir desde cuentas de otros',
  'cuentas:sobregiro': 'Permitir que una cuenta quede bajo cero',
  'cuentas:ajustar': 'Pedir ajustes de saldo y aplicar los que no pasan del límite',
  'cuentas:aprobar-ajuste': 'Aprobar ajustes de saldo que pidió otra persona, hasta el límite',
  'aprobaciones:sin-limite': 'Aprobar ajustes, gastos y diferencias de caja de cualquier monto',
  'vistos:aprobar':
    'Dar el visto bueno a lo que otro no puede hacer solo: cargos altos, comprobantes repetidos, beneficiarios cambiados',
  'posiciones:ver': 'Ver posiciones por divisa',
  'compras-ventas:ver': 'Ver compras y ventas',
  'compras-ventas:crear': 'Registrar compras y ventas',
  'compras-ventas:verificar': 'Verificar pagos por confirmar',
  'compras-ventas:anular': 'Anular compras y ventas del día',
  'compras-ventas:anular-anterior': 'Anular compras y ventas de días anteriores',
  'compras-ventas:autorizar-tasa': 'Autorizar a otro una tasa fuera de su rango',
  'transferencias:ver': 'Ver transferencias',
  'transferencias:crear': 'Transferir desde las cuentas a su cargo',
  'transferencias:recibir': 'Recibir o rechazar lo que envían a las cuentas a su cargo',
  'transferencias:resolver': 'Decir quién responde por una diferencia en tránsito, hasta el límite',
  'transferencias:tercero': 'Transferir a terceros: proveedores, corresponsales, socios',
  'transferencias:anular': 'Anular transferencias del día',
  'transferencias:anular-anterior': 'Anular transferencias de días anteriores',
  'ordenes:ver': 'Ver órdenes de remesa',
  'ordenes:crear': 'Crear y recotizar órdenes, y registrar sus cobros',
  'ordenes:cobrar': 'Verificar y rechazar cobros de órdenes',
  'ordenes:pagar': 'Tomar órdenes y pagarlas',
  'ordenes:observar': 'Observar órdenes y resolver lo observado',
  'ordenes:anular': 'Anular las órdenes propias que el cliente no pagó',
  'ordenes:devolver': 'Anular órdenes ajenas o pagadas, con devolución; pagos rebotados y relevos',
  'comisiones:ver': 'Ver sus propias comisiones',
  'comisiones:ver-todas': 'Ver las comisiones de todos',
  'comisiones:reglas': 'Crear y cambiar reglas de comisión',
  'comisiones:liquidar': 'Liquidar comisiones',
  'comisiones:pagar': 'Pagar liquidaciones de comisiones',
  'gastos:ver': 'Ver gastos',
  'gastos:crear': 'Registrar gastos y pagar los que no pasan del límite',
  'gastos:aprobar': 'Aprobar gastos que pidió otra persona, hasta el límite',
  'gastos:anular': 'Anular gastos del día',
  'gastos:anular-anterior': 'Anular gastos de días anteriores',
  'gastos:categorias': 'Crear y editar categorías de gasto y sus presupuestos',
  'tipos-cambios:vencida': 'Operar con una tasa vencida',
  'cierres:ver': 'Ver cajas, diferencias y cierres del día',
  'cierres:turno': 'Abrir, contar y cerrar la caja propia',
  'cierres:aprobar': 'Aprobar o devolver los cierres de caja de otros',
  'cierres:arqueo': 'Hacer arqueos de cajas y bóvedas',
  'cierres:cerrar': 'Cerrar el día',
  'cierres:reabrir': 'Reabrir un día cerrado',
  'telegram:ver': 'Ver la configuración y los envíos de Telegram',
  'telegram:activar': 'Encender y apagar Telegram',
  'telegram:editar': 'Configurar Telegram',
  'auditoria:ver': 'Ver la auditoría',
  'auditoria:exportar': 'Exportar la auditoría',
  'reportes:ver': 'Ver los reportes',
  'reportes:ro': 'Ver y exportar el Registro de Operaciones',
  'libro:ver': 'Ver el libro: diario, mayor y balance de comprobación',
  'libro:exportar': 'Exportar el libro para un programa contable',
  'ganancia:ver': 'Ver costos y ganancias',
  'ajustes:ver': 'Ver los ajustes del negocio',
  'ajustes:editar': 'Cambiar los ajustes del negocio',
  'usuarios:ver': 'Ver usuarios y sus sesiones',
  'usuarios:editar': 'Crear, editar, activar y desactivar usuarios',
  'importar:ver': 'Probar archivos para importar, sin guardar nada',
  'importar:crear': 'Importar clientes, beneficiarios y saldos iniciales',
  'roles:ver': 'Ver roles y sus permisos',
  'roles:editar': 'Crear roles y cambiar sus permisos',
} as const

export type Permiso = keyof typeof PERMISOS

/** Permissions to approve the requests of others. A user with any of them may open the page of pending approvals. */
export const APRUEBAN = [
  'compras-ventas:autorizar-tasa',
  'cuentas:aprobar-ajuste',
  'gastos:aprobar',
  'cierres:aprobar',
  'vistos:aprobar',
] as const satisfies readonly Permiso[]

/** Permissions that approve or administer: in a real house whoever holds one has a second factor. */
const CON_FACTOR: readonly string[] = [
  ...APRUEBAN,
  'aprobaciones:sin-limite',
  'clientes:aprobar',
  'ajustes:editar',
  'usuarios:editar',
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
    permisos: Object.keys(PERMISOS).filter(
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
          'importar:ver',
          'importar:crear',
          'ajustes:editar',
          'usuarios:editar',
          'roles:ver',
          'roles:editar',
        ].includes(permiso),
    ) as Permiso[],
  },
  caj: {
    nombre: 'Cajero',
    permisos: [
      'dashboard:ver',
      'pizarra:ver',
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
      'clientes:ver',
      'tipos-pagos:ver',
      'entidades-financieras:ver',
      'cuentas:ver',
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
  if (slug === ROL_ADM) return Object.keys(PERMISOS) as Permiso[]
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
