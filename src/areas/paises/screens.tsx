import { catalogAportes, catalogScreens } from '../../web/crud/catalogo/catalogo.tsx'
import { cabecera } from './contract/cabecera.ts'

export const screens = catalogScreens(
  cabecera,
  () => import('./contract.ts').then(({ paises, contrato }) => ({ ...paises, contrato })),
  {
    dibujo: () => import('./ui/dibujo.tsx'),
    nombres: { lista: 'paises', nuevo: 'nuevo-pais', detalle: 'detalle-pais' },
  },
)

export const aportes = catalogAportes(cabecera, 'detalle-pais')
