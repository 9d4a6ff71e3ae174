import { ConBandera } from '../../../web/bandera.tsx'
import type { Dibujo } from '../../../web/crud/catalogo/comun.ts'

export const dibujo: Dibujo = {
  celdas: {
    nombre: ({ id, nombre }) => <ConBandera imagen={String(id)}>{String(nombre)}</ConBandera>,
  },
  columnas: [{ clave: 'id', titulo: 'Código', celda: ({ id }) => String(id) }],
}
