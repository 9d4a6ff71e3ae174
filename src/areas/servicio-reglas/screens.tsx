import { catalogAportes, catalogScreens } from '../../web/crud/catalogo/catalogo.tsx'
import { cabecera } from './contract/cabecera.ts'

export const screens = catalogScreens(
  cabecera,
  async () => (await import('./contract.ts')).reglas,
  {
    dibujo: () => import('./ui/dibujo.tsx'),
    nombres: {
      lista: 'servicio-reglas',
      nuevo: 'nueva-regla-servicio',
      detalle: 'detalle-regla-servicio',
    },
    paths: { nuevo: 'nueva' },
  },
)

export const aportes = catalogAportes(cabecera, 'detalle-regla-servicio')
