import { catalogAportes, catalogScreens } from '../../web/crud/catalogo/catalogo.tsx'
import { cabecera } from './contract/cabecera.ts'

/** Route names of the original brief, with its misspelling. */
export const screens = catalogScreens(
  cabecera,
  async () => (await import('./contract.ts')).entidades,
  {
    dibujo: () => import('./ui/dibujo.tsx'),
    nombres: {
      lista: 'entidades-financieras',
      nuevo: 'nueva-etidad-financiera',
      detalle: 'detalle-etidad-financiera',
    },
  },
)

export const aportes = catalogAportes(cabecera, 'detalle-etidad-financiera')
