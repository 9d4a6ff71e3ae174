import { ConBandera } from '../../../web/bandera.tsx'
import type { Dibujo } from '../../../web/crud/catalogo/comun.ts'

export const dibujo: Dibujo = {
  celdas: {
    nombre: ({ imagen, nombre }) => (
      <ConBandera imagen={imagen as string | null}>{String(nombre)}</ConBandera>
    ),
  },
}
