import type { PestanaAjena } from '../../../web/marco/pestanas.tsx'

/** A client's operations in the register are a tab of his page. */
export const pestanas: PestanaAjena[] = [
  {
    en: 'detalle-cliente',
    clave: 'registro',
    titulo: 'Registro',
    acceso: 'reportes:ro',
    component: () => import('./de-cliente.tsx'),
  },
]
