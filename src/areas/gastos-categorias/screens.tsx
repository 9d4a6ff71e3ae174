import { catalogAportes, catalogScreens } from '../../web/crud/catalogo/catalogo.tsx'
import { categorias } from './contract.ts'

export const screens = catalogScreens(categorias, async () => categorias, {
  nombres: {
    lista: 'categorias-gastos',
    nuevo: 'nueva-categoria-gasto',
    detalle: 'detalle-categoria-gasto',
  },
  paths: { nuevo: 'nueva' },
})

export const aportes = catalogAportes(categorias, 'detalle-categoria-gasto')
