import { catalogo } from '../../core/catalog.ts'
import { opcional, texto } from '../../core/fields.ts'

export const competidores = catalogo({
  area: 'competidores',
  palabras: { singular: 'competidor', plural: 'competidores', genero: 'm' },
  campos: {
    nombre: texto('Nombre', { min: 2, max: 60 }),
    publica: opcional(
      texto('Dónde publica', { max: 120, ayuda: 'Su pizarra, su página o el grupo donde avisa.' }),
    ),
  },
  lista: ['nombre', 'publica'],
  busca: ['nombre', 'publica'],
  permisos: { ver: 'competencia:ver', editar: 'competencia:editar' },
})
