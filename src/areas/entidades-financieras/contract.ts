import { catalogo } from '../../core/catalog.ts'
import { expresion, opcional, pais, seleccionDe, texto } from '../../core/fields.ts'

export const entidades = catalogo({
  area: 'entidades-financieras',
  palabras: { singular: 'entidad financiera', plural: 'entidades financieras', genero: 'f' },
  campos: {
    nombre: texto('Nombre', { max: 80 }),
    alias: opcional(texto('Alias', { max: 40 })),
    pais: pais(),
    tipo: seleccionDe<'entidades_financieras.tipo'>('Tipo', {
      banco: 'Banco',
      billetera: 'Billetera',
      caja: 'Caja',
      cripto: 'Cripto',
      etf: 'ETF',
    }),
    codigo: texto('Código', { max: 20, ayuda: 'Único en su país.' }),
    patron: opcional(expresion('Patrón de cuenta')),
    algoritmo: seleccionDe<'entidades_financieras.algoritmo'>('Dígitos de control', {
      ninguno: 'Ninguno',
      cci: 'CCI (Perú)',
      ve20: 'Cuenta de 20 dígitos (Venezuela)',
    }),
    horario: opcional(texto('Horario o corte', { max: 120 })),
    servicio: seleccionDe<'entidades_financieras.servicio'>('Estado del servicio', {
      operativo: 'Operativo',
      intermitente: 'Intermitente',
      caido: 'Caído',
    }),
  },
  lista: ['nombre', 'alias', 'pais', 'tipo', 'codigo', 'servicio'],
  busca: ['nombre', 'alias', 'codigo'],
  permisos: { ver: 'entidades-financieras:ver', editar: 'entidades-financieras:editar' },
})
