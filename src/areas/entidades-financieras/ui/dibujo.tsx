import type { Dibujo } from '../../../web/crud/catalogo/comun.ts'
import { Vacio } from '../../../web/crud/valores.tsx'
import { ConLogo, Logo } from '../../../web/logo/logo.tsx'

const marcaDe = ({ nombre, logo }: Record<string, unknown>) => ({
  nombre: String(nombre),
  logo: logo as string | null,
})

export const dibujo: Dibujo = {
  celdas: {
    nombre: (fila) => <ConLogo marca={marcaDe(fila)}>{String(fila.nombre)}</ConLogo>,
  },
  columnas: [
    {
      clave: 'cuentas',
      titulo: 'Cuentas nuestras',
      alinear: 'right',
      celda: ({ cuentas }) => (cuentas ? String(cuentas) : <Vacio />),
      orden: ({ cuentas }) => Number(cuentas),
      texto: ({ cuentas }) => String(cuentas),
    },
  ],
  fresca: true,
  retrato: (fila) => <Logo marca={marcaDe(fila)} tamano={40} />,
  secciones: [
    { titulo: 'Entidad', campos: ['nombre', 'alias', 'pais', 'tipo', 'codigo', 'logo', 'paises'] },
    { titulo: 'Números de cuenta', campos: ['patron', 'algoritmo'] },
    { titulo: 'Servicio', campos: ['servicio', 'horario'] },
    { titulo: 'Lo que soporta', campos: ['formas', 'monedas'] },
  ],
}
