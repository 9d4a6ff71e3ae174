import type { Aportes } from '../../web/marco/aportes.ts'
import type { Screen } from '../../web/marco/screens.ts'

export const screens = [
  {
    nombre: 'gastos',
    path: '/gastos',
    titulo: 'Gastos',
    acceso: 'gastos:ver',
    component: () => import('./lista.tsx'),
  },
  {
    nombre: 'nuevo-gasto',
    path: '/gastos/nuevo',
    titulo: 'Nuevo gasto',
    acceso: 'gastos:crear',
    component: () => import('./nuevo.tsx'),
  },
  {
    nombre: 'gastos-recurrentes',
    path: '/gastos/recurrentes',
    titulo: 'Gastos recurrentes',
    acceso: 'gastos:ver',
    component: () => import('./detalle/recurrentes.tsx'),
  },
  {
    nombre: 'detalle-gasto',
    path: '/gastos/detalle/$id',
    titulo: 'Gasto',
    acceso: 'gastos:ver',
    component: () => import('./detalle/detalle.tsx'),
  },
] as const satisfies readonly Screen[]

/** What this area contributes to the screens of other areas. */
export const aportes: Aportes = {
  busca: {
    gastos: {
      titulo: 'Gastos',
      detalle: 'detalle-gasto',
      texto: 'numero',
      notas: ['descripcion'],
      llamada: ['gasto'],
    },
  },
  auditoria: {
    gastos: { titulo: 'Gastos', detalle: 'detalle-gasto' },
  },
  documentos: {
    gastos: { texto: 'Gasto', ruta: 'detalle-gasto' },
  },
  pendientes: {
    gastos: {
      uno: 'gasto pendiente',
      varios: 'gastos pendientes',
      pantalla: 'gastos',
      filtro: { estado: 'pendiente' },
    },
  },
  aprueba: {
    gasto: {
      titulo: 'Gasto',
      llamadas: async () => {
        const { contrato } = await import('./contract.ts')
        return { aprobar: contrato.aprobar, rechazar: contrato.rechazar }
      },
      pantalla: 'detalle-gasto',
    },
  },
  mueve: ['gastos'],
}
