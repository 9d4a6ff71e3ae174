import { catalogAportes, catalogScreens } from '../../web/crud/catalogo/catalogo.tsx'
import { sucursales } from './contract.ts'

export const screens = catalogScreens(sucursales, async () => sucursales, {
  nombres: { lista: 'sucursales', nuevo: 'nueva-sucursal', detalle: 'detalle-sucursal' },
  paths: { nuevo: 'nueva' },
})

export const aportes = catalogAportes(sucursales, 'detalle-sucursal')
