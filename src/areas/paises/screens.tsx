import { ConBandera } from '../../web/bandera.tsx'
import { catalogAportes, catalogScreens } from '../../web/crud/catalogo/catalogo.tsx'
import { contrato, paises } from './contract.ts'

export const screens = catalogScreens(paises, async () => ({ ...paises, contrato }), {
  nombres: { lista: 'paises', nuevo: 'nuevo-pais', detalle: 'detalle-pais' },
  celdas: {
    nombre: ({ id, nombre }) => <ConBandera imagen={String(id)}>{String(nombre)}</ConBandera>,
  },
  columnas: [{ clave: 'id', titulo: 'Código', celda: ({ id }) => String(id) }],
})

export const aportes = catalogAportes(paises, 'detalle-pais')
