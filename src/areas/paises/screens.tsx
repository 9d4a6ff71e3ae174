import { ConBandera } from '../../web/bandera.tsx'
import { catalogAportes, catalogScreens } from '../../web/crud/catalogo/catalogo.tsx'
import { cabecera } from './contract/cabecera.ts'

export const screens = catalogScreens(
  cabecera,
  () => import('./contract.ts').then(({ paises, contrato }) => ({ ...paises, contrato })),
  {
    nombres: { lista: 'paises', nuevo: 'nuevo-pais', detalle: 'detalle-pais' },
    celdas: {
      nombre: ({ id, nombre }) => <ConBandera imagen={String(id)}>{String(nombre)}</ConBandera>,
    },
    columnas: [{ clave: 'id', titulo: 'Código', celda: ({ id }) => String(id) }],
  },
)

export const aportes = catalogAportes(cabecera, 'detalle-pais')
