import { catalogAportes, catalogScreens } from '../../web/crud/catalogo/catalogo.tsx'
import { cabecera } from './contract/cabecera.ts'

export const screens = catalogScreens(
  cabecera,
  async () => (await import('./contract.ts')).sucursales,
  {
    dibujo: () => import('./ui/dibujo.tsx'),
    nombres: { lista: 'sucursales', nuevo: 'nueva-sucursal', detalle: 'detalle-sucursal' },
    paths: { nuevo: 'nueva' },
  },
)

export const aportes = catalogAportes(cabecera, 'detalle-sucursal')
