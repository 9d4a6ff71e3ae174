import { catalogo } from '../../core/catalog.ts'
import { opcional, texto } from '../../core/fields.ts'

export const sucursales = catalogo({
  area: 'sucursales',
  palabras: { singular: 'sucursal', plural: 'sucursales', genero: 'f' },
  campos: {
    nombre: texto('Nombre', { min: 2, max: 60, ayuda: 'Como la llaman en la casa: Lima Centro.' }),
    direccion: opcional(texto('Dirección', { max: 160 })),
    telefono: opcional(texto('Teléfono', { max: 40 })),
  },
  lista: ['nombre', 'direccion', 'telefono'],
  busca: ['nombre', 'direccion'],
  permisos: { ver: 'sucursales:ver', editar: 'sucursales:editar' },
})

export const contrato = sucursales.contrato
