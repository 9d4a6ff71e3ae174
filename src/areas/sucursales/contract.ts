import { catalogo } from '../../core/catalog.ts'
import { DE_LOS_LIBROS } from '../../core/dinero/moneda.ts'
import { monto, opcional, texto } from '../../core/fields.ts'
import { cabecera } from './contract/cabecera.ts'

/** A limit of the branch, beside the setting of the same name: the tightest of both holds. */
const limite = (label: string, unidad: string, ayuda?: string) =>
  monto(label, { unidad, max: '1000000000', ...(ayuda && { ayuda }) })

export const sucursales = catalogo({
  ...cabecera,
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
    gasto_aprobacion_funcional: opcional(
      limite(
        'Pagar un gasto sin aprobación hasta',
        DE_LOS_LIBROS,
        'Vacío, el de la casa; si es mayor, rige el de la casa. Así todos.',
      ),
    ),
    gasto_sin_papel_funcional: opcional(limite('Gastos sin comprobante, en un día', DE_LOS_LIBROS)),
    ajuste_aprobacion_funcional: opcional(
      limite('Ajustar saldo sin aprobación hasta', DE_LOS_LIBROS),
    ),
    sin_cliente_dia_usd: opcional(limite('Sin cliente, de un cajero en un día', 'US$')),
    turno_nota_funcional: opcional(limite('Aprobar una caja sin nota hasta', DE_LOS_LIBROS)),
  },
  lista: ['nombre', 'codigo', 'direccion', 'telefono'],
  busca: ['nombre', 'codigo', 'direccion'],
})

export const contrato = sucursales.contrato
