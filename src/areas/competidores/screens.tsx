import { catalogAportes, catalogScreens } from '../../web/crud/catalogo/catalogo.tsx'
import { competidores } from './contract.ts'

export const screens = catalogScreens(competidores, async () => competidores, {
  nombres: {
    lista: 'competidores',
    nuevo: 'nuevo-competidor',
    detalle: 'detalle-competidor',
  },
})

export const aportes = catalogAportes(competidores, 'detalle-competidor')
