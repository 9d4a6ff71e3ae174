import { z } from 'zod'
import { catalogo } from '../../core/catalog.ts'
import type { Contract } from '../../core/contract.ts'
import { TIPOS_DOCUMENTO_PAGO } from '../../core/documento/documentos.ts'
import { lista, opcional, referencia, seleccionDe, texto } from '../../core/fields.ts'
import { cabecera } from './contract/cabecera.ts'

/** The pseudo-market "Referencia internacional US$": prices between currencies of no country. */
export const REFERENCIA = 'usd'

export const paises = catalogo({
  ...cabecera,
  clave: texto('Código', {
    max: 2,
    patron: /^[a-z]{2}$/,
    mensaje: 'Escriba las dos letras del país en minúsculas: py.',
    ayuda: 'Las dos letras de la norma ISO 3166, en minúsculas: py es Paraguay, pa es Panamá.',
  }),
  campos: {
    nombre: texto('Nombre', { min: 2, max: 60 }),
    moneda_id: opcional({
      ...referencia('Moneda', 'monedas/lista', ['iso', 'nombre']),
      ayuda: 'La que se usa en el país. Si falta, créela primero en Monedas.',
    }),
    prefijo: opcional(
      texto('Prefijo telefónico', {
        max: 5,
        patron: /^\+[1-9]\d{0,3}$/,
        mensaje: 'Escriba el signo + y el prefijo: +595.',
        ayuda: 'Con el signo +: +595.',
      }),
    ),
    documentos: lista(
      'Documentos de identidad',
      { tipo: seleccionDe<'beneficiarios.tipo_doc'>('Documento', TIPOS_DOCUMENTO_PAGO) },
      {
        singular: 'documento',
        max: 11,
        ordenable: true,
        ayuda: 'Los que se ofrecen para quien cobra allí; el primero es el usual.',
      },
    ),
  },
  lista: ['nombre', 'moneda_id', 'prefijo'],
  busca: ['nombre', 'id'],
})

const { listar, obtener, historial, editar, estatus, ...resto } = paises.contrato
// The reference market has three letters: it is shown and never made.
const params = z.strictObject({ id: z.string().regex(/^[a-z]{2,3}$/) })

/** The list is open to every signed-in user: it feeds the country select of all forms. */
export const contrato = {
  ...resto,
  listar: { ...listar, acceso: 'sesion', resumen: 'Lista de países y mercados' },
  obtener: { ...obtener, params },
  historial: { ...historial, params },
  editar: { ...editar, params },
  estatus: { ...estatus, params },
} satisfies Contract
export type Pais = z.infer<typeof paises.row>
