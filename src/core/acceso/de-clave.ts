import type { Permiso } from '../permisos.ts'

/** The role of keys of integrations: it holds nothing, no person has it, and no screen of roles shows it. */
export const ROL_CLAVE = 'claveapi'

/**
 * What a key of an integration may at most: reads, and what is asked of a counter or of a remittance. Never who
 * may what, settings, prices, approvals, corrections of the books, tills or money of the house itself. Twin of SQL
 * `permisos_de_clave`.
 */
export const DE_CLAVE = [
  'monedas:ver',
  'paises:ver',
  'pares-divisas:ver',
  'tipos-cambios:ver',
  'pizarra:ver',
  'competencia:ver',
  'competencia:anotar',
  'clientes:ver',
  'clientes:editar',
  'beneficiarios:ver',
  'beneficiarios:editar',
  'tipos-pagos:ver',
  'sucursales:ver',
  'sucursales:todas',
  'entidades-financieras:ver',
  'cuentas:ver',
  'cuentas:ajenas',
  'posiciones:ver',
  'compras-ventas:ver',
  'compras-ventas:crear',
  'transferencias:ver',
  'ordenes:ver',
  'ordenes:crear',
  'ordenes:pagar',
  'comisiones:ver',
  'gastos:ver',
  'cierres:ver',
  'auditoria:ver',
  'reportes:ver',
  'libro:ver',
  'libro:exportar',
  'ganancia:ver',
] as const satisfies readonly Permiso[]

/** Whether a key may be given this permission. */
export const cabeEnClave = (permiso: string): boolean =>
  (DE_CLAVE as readonly string[]).includes(permiso)
