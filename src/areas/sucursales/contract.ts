import { catalogo } from '../../core/catalog.ts'
import { opcional, texto } from '../../core/fields.ts'

export const sucursales = catalogo({
  area: 'sucursales',
  palabras: { singular: 'sucursal', plural: 'sucursales', genero: 'f' },
  campos: {
    nombre: texto('Nombre', { min: 2, max: 60, ayuda: 'Como la llaman en la casa: Lima Centro.' }),
    codigo: opcional(
      texto('Código', {
        min: 2,
        max: 5,
        patron: /^[A-Z]+$/,
        mensaje: 'Escriba de 2 a 5 letras mayúsculas.',
        ayuda: 'Numera aparte: AQP, CV-AQP-2026-000001. Sin código, los números de la casa.',
      }),
    ),
    direccion: opcional(texto('Dirección', { max: 160 })),
    telefono: opcional(texto('Teléfono', { max: 40 })),
  },
  lista: ['nombre', 'codigo', 'direccion', 'telefono'],
  busca: ['nombre', 'codigo', 'direccion'],
  permisos: { ver: 'sucursales:ver', editar: 'sucursales:editar' },
})

export const contrato = sucursales.contrato
