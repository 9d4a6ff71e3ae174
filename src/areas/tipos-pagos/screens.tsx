import { catalogAportes, catalogScreens } from '../../web/crud/catalogo/catalogo.tsx'
import { cabecera } from './contract/cabecera.ts'

export const screens = catalogScreens(
  cabecera,
  async () => (await import('./contract.ts')).tiposPagos,
  {
    dibujo: () => import('./ui/dibujo.tsx'),
    nombres: { lista: 'tipos-pagos', nuevo: 'nuevo-tipo-pago', detalle: 'detalle-tipo-pago' },
  },
)

export const aportes = catalogAportes(cabecera, 'detalle-tipo-pago')
