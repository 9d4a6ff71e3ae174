import { catalogo } from '../../core/catalog.ts'
import { DE_LOS_LIBROS } from '../../core/dinero/moneda.ts'
import { monto, opcional, texto } from '../../core/fields.ts'

export const categorias = catalogo({
  area: 'gastos-categorias',
  palabras: { singular: 'categoría de gasto', plural: 'categorías de gasto', genero: 'f' },
  campos: {
    nombre: texto('Nombre', { min: 2, max: 40 }),
    codigo: texto('Código', {
      min: 2,
      max: 30,
      patron: /^[a-z0-9-]+$/,
      mensaje: 'Use solo minúsculas, números y guion.',
      ayuda: 'De su cuenta contable; no cambia después del primer gasto.',
    }),
    presupuesto: opcional(
      monto('Presupuesto mensual', {
        unidad: DE_LOS_LIBROS,
        min: '0.01',
        max: '1000000000',
        ayuda: 'Vacío: sin presupuesto.',
      }),
    ),
  },
  lista: ['nombre', 'codigo', 'presupuesto'],
  busca: ['nombre', 'codigo'],
  permisos: { ver: 'gastos:ver', editar: 'gastos:categorias' },
})

export const contrato = categorias.contrato
