import type { Aportes } from '../../web/marco/aportes.ts'
import type { Screen } from '../../web/marco/screens.ts'

export const screens = [
  {
    nombre: 'clientes',
    path: '/clientes',
    titulo: 'Clientes',
    acceso: 'clientes:ver',
    component: () => import('./lista.tsx'),
  },
  {
    nombre: 'nuevo-cliente',
    path: '/clientes/nuevo',
    titulo: 'Nuevo cliente',
    acceso: 'clientes:editar',
    component: () => import('./ficha/nuevo.tsx'),
  },
  {
    nombre: 'detalle-cliente',
    path: '/clientes/detalle/$id',
    titulo: 'Cliente',
    acceso: 'clientes:ver',
    component: () => import('./ficha/detalle.tsx'),
  },
] as const satisfies readonly Screen[]

/** What this area contributes to the screens of other areas. */
export const aportes: Aportes = {
  busca: {
    clientes: {
      titulo: 'Clientes',
      detalle: 'detalle-cliente',
      texto: 'nombre',
      notas: ['tipo_doc', 'num_doc'],
      llamada: ['cliente'],
    },
  },
  auditoria: {
    clientes: { titulo: 'Clientes', detalle: 'detalle-cliente' },
    'clientes-documentos': { titulo: 'Documentos de clientes' },
  },
  aprueba: {
    parecido: {
      titulo: 'Cliente parecido',
      llamadas: async () => {
        const { contrato } = await import('./contract.ts')
        return { aprobar: contrato.distinto, rechazar: contrato.mismo }
      },
      pantalla: null,
    },
  },
}
