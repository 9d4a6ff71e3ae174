import { z } from 'zod'
import { catalogo } from '../../core/catalog.ts'
import { expresion } from '../../core/documento/forma-escrita.ts'
import { logoSchema, logos } from '../../core/documento/logo.ts'
import {
  type Campo,
  lista,
  opcional,
  pais,
  referencia,
  seleccionDe,
  texto,
} from '../../core/fields.ts'
import { cabecera } from './contract/cabecera.ts'

/** A way to pay by its code, as beneficiaries and orders name it. */
const forma: Campo<z.ZodType<string>> = {
  ...texto('Forma de pago', { max: 30, patron: /^[A-Z0-9_]+$/, mensaje: 'Elija una opción.' }),
  control: { tipo: 'referencia', recurso: 'tipos-pagos', muestra: ['nombre'], clave: 'codigo' },
}

const CUALQUIERA = 'Sin ninguna, cualquiera.'

/** A list whose rows are one choice each: nothing is chosen twice. */
function sinRepetir<T extends object>(rows: readonly T[], ctx: z.core.$RefinementCtx) {
  for (const [n, row] of rows.entries()) {
    for (const [clave, valor] of Object.entries(row)) {
      if (!rows.slice(0, n).some((each) => each[clave as keyof T] === valor)) continue
      const message = 'Ya está en la lista.'
      ctx.addIssue({ code: 'custom', message, path: [n, clave], input: valor })
    }
  }
}

const formas = lista(
  'Formas de pago',
  { forma },
  { singular: 'forma de pago', max: 40, ayuda: CUALQUIERA },
)
const monedas = lista(
  'Monedas',
  { moneda_id: referencia('Moneda', 'monedas/lista', ['iso', 'nombre']) },
  { singular: 'moneda', max: 40, ayuda: CUALQUIERA },
)
/** A country where people are paid; the reference market `usd` is none. */
const otroPais: Campo<z.ZodType<string>> = {
  ...pais(),
  schema: pais().schema.refine((slug) => slug !== 'usd', 'Elija un país.'),
}
const paises = lista(
  'Otros países que atiende',
  { pais: otroPais },
  { singular: 'país', max: 40, ayuda: 'Además del suyo. Sin ninguno, solo el suyo.' },
)

const logo: Campo<z.ZodType<string>> = {
  schema: logoSchema,
  etiqueta: 'Logo',
  control: { tipo: 'logo' },
  requerido: true,
  ayuda: 'PNG, JPEG o WebP. Sin él, sus iniciales.',
}

const catalogoDe = catalogo({
  ...cabecera,
  campos: {
    nombre: texto('Nombre', { max: 80 }),
    alias: opcional(texto('Alias', { max: 40 })),
    pais: pais(),
    paises: { ...paises, schema: paises.schema.superRefine(sinRepetir) },
    tipo: seleccionDe<'entidades_financieras.tipo'>('Tipo', {
      banco: 'Banco',
      billetera: 'Billetera',
      caja: 'Caja',
      cripto: 'Cripto',
      etf: 'ETF',
    }),
    codigo: texto('Código', { max: 20, ayuda: 'Único en su país.' }),
    patron: opcional(expresion('Forma del número')),
    algoritmo: seleccionDe<'entidades_financieras.algoritmo'>('Dígitos de control', {
      ninguno: 'Ninguno',
      cci: 'CCI (Perú)',
      ve20: 'Cuenta de 20 dígitos (Venezuela)',
    }),
    logo: opcional(logo),
    horario: opcional(texto('Horario o corte', { max: 120 })),
    servicio: seleccionDe<'entidades_financieras.servicio'>('Estado del servicio', {
      operativo: 'Operativo',
      intermitente: 'Intermitente',
      caido: 'Caído',
    }),
    formas: { ...formas, schema: formas.schema.superRefine(sinRepetir) },
    monedas: { ...monedas, schema: monedas.schema.superRefine(sinRepetir) },
  },
  extra: { cuentas: z.int() },
  lista: ['nombre', 'alias', 'pais', 'tipo', 'codigo', 'patron', 'formas', 'servicio'],
  busca: ['nombre', 'alias', 'codigo'],
})

/** The catalogue, and the calls that bring and give the pictures of its rows. */
export const entidades = { ...catalogoDe, contrato: { ...catalogoDe.contrato, ...logos } }
