import { catalogAportes, catalogScreens } from '../../web/crud/catalogo/catalogo.tsx'
import { cabecera } from './contract/cabecera.ts'

export const screens = catalogScreens(
  cabecera,
  async () => (await import('./contract.ts')).monedas,
  {
    dibujo: () => import('./ui/dibujo.tsx'),
    nombres: { lista: 'monedas', nuevo: 'nueva-moneda', detalle: 'detalle-moneda' },
    paths: { nuevo: 'nueva' },
  },
)

export const aportes = catalogAportes(cabecera, 'detalle-moneda')
