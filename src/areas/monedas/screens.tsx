import { ConBandera } from '../../web/bandera.tsx'
import { catalogAportes, catalogScreens } from '../../web/crud/catalogo/catalogo.tsx'
import { monedas } from './contract.ts'

export const screens = catalogScreens(monedas, async () => monedas, {
  nombres: { lista: 'monedas', nuevo: 'nueva-moneda', detalle: 'detalle-moneda' },
  paths: { nuevo: 'nueva' },
  celdas: {
    nombre: ({ imagen, nombre }) => (
      <ConBandera imagen={imagen as string | null}>{String(nombre)}</ConBandera>
    ),
  },
})

export const aportes = catalogAportes(monedas, 'detalle-moneda')
