import { catalogo } from '../../core/catalog.ts'
import { opcional, pais, seleccion, texto } from '../../core/fields.ts'

/** Does a pattern that a person typed compile, and is it short enough to be run on account numbers? */
function compiles(patron: string): boolean {
  try {
    return new RegExp(patron, 'u') instanceof RegExp
  } catch {
    return false
  }
}

const patron = texto('Patrón de cuenta', {
  max: 120,
  ayuda: 'Expresión regular que cumple el número de cuenta, por ejemplo ^\\d{20}$.',
})

export const entidades = catalogo({
  area: 'entidades-financieras',
  palabras: { singular: 'entidad financiera', plural: 'entidades financieras', genero: 'f' },
  campos: {
    nombre: texto('Nombre', { max: 80 }),
    alias: opcional(texto('Alias', { max: 40 })),
    pais: pais(),
    tipo: seleccion('Tipo', {
      banco: 'Banco',
      billetera: 'Billetera',
      caja: 'Caja',
      cripto: 'Cripto',
      etf: 'ETF',
    }),
    codigo: texto('Código', { max: 20, ayuda: 'Único en su país.' }),
    patron: opcional({
      ...patron,
      schema: patron.schema.refine(compiles, 'La expresión regular no es válida.'),
    }),
    algoritmo: seleccion('Dígitos de control', {
      ninguno: 'Ninguno',
      cci: 'CCI (Perú)',
      ve20: 'Cuenta de 20 dígitos (Venezuela)',
    }),
    horario: opcional(texto('Horario o corte', { max: 120 })),
    servicio: seleccion('Estado del servicio', {
      operativo: 'Operativo',
      intermitente: 'Intermitente',
      caido: 'Caído',
    }),
  },
  lista: ['nombre', 'alias', 'pais', 'tipo', 'codigo', 'servicio'],
  busca: ['nombre', 'alias', 'codigo'],
  permisos: { ver: 'entidades-financieras:ver', editar: 'entidades-financieras:editar' },
})

export const contrato = entidades.contrato
