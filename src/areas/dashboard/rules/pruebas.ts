import type { Permiso } from '../../../core/permisos.ts'

/**
 * What may be tried in the demo, and the rows of the audit that show that somebody did: entity and action, and the
 * report that was exported.
 */
export const ACTOS = {
  comprar: ['compras-ventas.registrar'],
  tasa: ['autorizaciones-tasa.pedir-tasa'],
  orden: ['ordenes.crear'],
  cobro: ['compras-ventas.verificar', 'ordenes.verificar'],
  cierre: ['turnos.cerrar'],
  aprobar: [
    'autorizaciones-tasa.aprobar',
    'gastos.aprobar',
    'ajustes-saldo.aprobar',
    'vistos.aprobar',
  ],
  caja: ['turnos.aprobar'],
  precio: ['pares-divisas.publicar'],
  anular: ['compras-ventas.anular'],
  efectivo: ['transferencias.registrar'],
  usuario: ['usuarios.crear'],
  tomar: ['ordenes.tomar'],
  pagar: ['ordenes.pagar'],
  observar: ['ordenes.observar'],
  resolver: ['ordenes.resolver'],
  soltar: ['ordenes.soltar'],
  admitir: ['clientes.aprobar'],
  bloquear: ['clientes.estado'],
  conocer: ['clientes.crear'],
  beneficiario: ['beneficiarios.verificacion'],
  registro: ['reportes.exportar.ro'],
  ganancia: ['reportes.exportar.ganancia'],
  posicion: ['reportes.exportar.posicion'],
  volumen: ['reportes.exportar.volumen'],
  libro: ['libro.exportar'],
  perfil: ['usuarios.perfil'],
} as const satisfies Record<string, readonly string[]>

export type Prueba = keyof typeof ACTOS

/** Five things for each kind of work; a user gets those of the first permission that he holds. */
const POR_TRABAJO: readonly (readonly [Permiso, readonly Prueba[]])[] = [
  ['usuarios:editar', ['comprar', 'precio', 'aprobar', 'orden', 'usuario']],
  ['cierres:aprobar', ['aprobar', 'caja', 'precio', 'anular', 'efectivo']],
  ['compras-ventas:crear', ['comprar', 'tasa', 'orden', 'cobro', 'cierre']],
  ['ordenes:pagar', ['tomar', 'pagar', 'observar', 'resolver', 'soltar']],
  ['clientes:aprobar', ['admitir', 'bloquear', 'conocer', 'beneficiario', 'registro']],
  ['libro:ver', ['ganancia', 'posicion', 'volumen', 'libro', 'perfil']],
]

export function pruebasDe(permisos: readonly string[]): readonly Prueba[] {
  return POR_TRABAJO.find(([permiso]) => permisos.includes(permiso))?.[1] ?? []
}
