import { catalogAportes, catalogScreens } from '../../web/crud/catalogo/catalogo.tsx'
import { entidades } from './contract.ts'

/** Route names of the original brief, with its misspelling. */
export const screens = catalogScreens(entidades, async () => entidades, {
  nombres: {
    lista: 'entidades-financieras',
    nuevo: 'nueva-etidad-financiera',
    detalle: 'detalle-etidad-financiera',
  },
  secciones: [
    { titulo: 'Entidad', campos: ['nombre', 'alias', 'pais', 'tipo', 'codigo'] },
    { titulo: 'Números de cuenta', campos: ['patron', 'algoritmo'] },
    { titulo: 'Servicio', campos: ['servicio', 'horario'] },
    { titulo: 'Lo que soporta', campos: ['paises', 'formas', 'monedas'] },
  ],
})

export const aportes = catalogAportes(entidades, 'detalle-etidad-financiera')
