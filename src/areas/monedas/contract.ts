import { z } from 'zod'
import { catalogo } from '../../core/catalog.ts'
import { type Contract, endpoint } from '../../core/contract.ts'
import { decimal, decimalesDe, leerDecimal } from '../../core/dinero/decimal.ts'
import { type Campo, entero, monto, opcional, seleccion, texto } from '../../core/fields.ts'
import { cadaUna, completarMoneda } from '../../core/semilla.ts'
import { cabecera } from './contract/cabecera.ts'

/** The drawings shipped with the app; a currency's `imagen` is one of these names, never an address. */
export const IMAGENES: Readonly<Record<string, string>> = {
  ar: 'Argentina',
  bo: 'Bolivia',
  br: 'Brasil',
  ca: 'Canadá',
  cl: 'Chile',
  cn: 'China',
  co: 'Colombia',
  cr: 'Costa Rica',
  cu: 'Cuba',
  de: 'Alemania',
  do: 'República Dominicana',
  ec: 'Ecuador',
  es: 'España',
  eu: 'Unión Europea',
  fr: 'Francia',
  gb: 'Reino Unido',
  gt: 'Guatemala',
  hn: 'Honduras',
  ht: 'Haití',
  it: 'Italia',
  jp: 'Japón',
  mx: 'México',
  ni: 'Nicaragua',
  pa: 'Panamá',
  pe: 'Perú',
  pt: 'Portugal',
  py: 'Paraguay',
  sv: 'El Salvador',
  us: 'Estados Unidos',
  uy: 'Uruguay',
  ve: 'Venezuela',
  tether: 'Tether',
  zelle: 'Zelle',
}

/** Is it the value of a note or coin: above zero, at most 12 digits and 8 decimals? */
function esValor(text: string): boolean {
  const value = leerDecimal(text)
  return value?.gt(0) === true && value.lt('1000000000000') && decimalesDe(text) <= 8
}

/**
 * The values of a currency's notes or coins: typed in any order, stored largest first and separated by a space, `200
 * 100 50`. At most 20, without repetition or zero.
 */
function valores(etiqueta: string, ayuda: string): Campo<z.ZodType<string>> {
  const campo = texto(etiqueta, { max: 200, ayuda })
  const schema = campo.schema.transform((typed, ctx) => {
    const values = typed.split(/\s*;\s*|,?\s+/)
    const say = (message: string) => {
      ctx.addIssue({ code: 'custom', message })
      return z.NEVER
    }
    if (!values.every(esValor)) {
      return say('Escriba los valores separados por espacios: 200 100 50.')
    }
    values.sort((a, b) => decimal(b).cmp(decimal(a)))
    if (values.some((value, i) => i > 0 && decimal(value).eq(values[i - 1] ?? '0'))) {
      return say('Hay un valor repetido.')
    }
    return values.length > 20 ? say('Escriba como máximo 20 valores.') : values.join(' ')
  })
  return { ...campo, schema }
}

export const monedas = catalogo({
  ...cabecera,
  campos: {
    nombre: texto('Nombre', { max: 60 }),
    iso: texto('ISO', {
      max: 5,
      patron: /^[A-Z0-9]{3,5}$/,
      mensaje: 'Escriba de 3 a 5 letras mayúsculas o números.',
      ayuda: 'Código de 3 a 5 letras: USD, PEN, USDT.',
    }),
    simbolo: texto('Símbolo', { max: 6 }),
    decimales: entero('Decimales', { min: 0, max: 8 }),
    decimales_pago: opcional(
      entero('Decimales al pagar', {
        min: 0,
        max: 8,
        ayuda: 'Vacío: los mismos. En pesos colombianos, 0: nadie paga centavos.',
      }),
    ),
    imagen: opcional(seleccion('Imagen', IMAGENES)),
    redondeo_efectivo: opcional(
      monto('Redondeo mínimo de efectivo', {
        ayuda:
          'La menor pieza que circula, por ejemplo 0.10: los montos en efectivo van de ella en ella.',
      }),
    ),
    billetes: opcional(
      valores('Billetes', 'Valores separados por espacios, para contar el efectivo: 200 100 50.'),
    ),
    metalicas: opcional(
      valores('Monedas metálicas', 'Valores separados por espacios: 5 2 1 0.50.'),
    ),
  },
  lista: ['nombre', 'iso', 'simbolo', 'decimales', 'redondeo_efectivo'],
  busca: ['nombre', 'iso'],
})

/** The first value with more decimals than the currency; undefined when there is none. */
export function valorDeMas(lista: string | null, decimales: number): string | undefined {
  return lista?.split(' ').find((value) => decimalesDe(value) > decimales)
}

/** A currency inside the answers of other areas: the data needed to show an amount. */
export const monedaBreve = z.object({
  id: z.int(),
  nombre: z.string(),
  imagen: z.string().nullable(),
  simbolo: z.string(),
  iso: z.string(),
  decimales: z.int(),
  /** Decimals of an amount that is paid out in it, where they are fewer. */
  decimales_pago: z.int().optional(),
})

/** How amounts of a currency are written. */
export const monedaSigno = monedaBreve.omit({ imagen: true, nombre: true, decimales_pago: true })

/** An active currency, as the selects and the calculator show it. */
export type MonedaActiva = z.infer<typeof monedaBreve>

export const contrato = {
  ...monedas.contrato,
  lista: endpoint({
    method: 'GET',
    path: '/monedas/lista',
    integra: true,
    acceso: 'sesion',
    resumen: 'Monedas activas, para los selectores',
    response: z.array(monedaBreve),
    lee: cadaUna(completarMoneda),
  }),
  todas: endpoint({
    method: 'GET',
    path: '/monedas/todas',
    integra: true,
    acceso: 'sesion',
    resumen: 'Todas las monedas, también las que ya no se usan: con ellas se escribe cada importe',
    response: z.array(monedaBreve),
    lee: cadaUna(completarMoneda),
  }),
} satisfies Contract
