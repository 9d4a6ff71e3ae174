import { z } from 'zod'
import { leerDecimal } from '../../../core/dinero/decimal.ts'
import { monedaFuncional } from '../../../core/dinero/moneda.ts'
import { limpiarCelular, limpiarDocumento } from '../../../core/documento/documentos.ts'
import { ejemploDeCelular } from '../../../core/documento/paises/celulares.ts'
import { booleano, type Campo, decimalSchema, monto, pais, texto } from '../../../core/fields.ts'
import { textoPlano } from '../../../core/texto/texto.ts'

export const documento: Campo<z.ZodType<string>> = {
  ...texto('Número de documento', { max: 20 }),
  schema: textoPlano(1, 20).transform(limpiarDocumento),
}

export const celular: Campo<z.ZodType<string>> = {
  ...texto('Celular', { max: 25 }),
  get ayuda() {
    const { pais } = monedaFuncional()
    return pais === 'pe'
      ? 'Del Perú, 9 dígitos. De otro país, con su código: +58 412 1234567.'
      : `Como se marca aquí: ${ejemploDeCelular(pais)}. De otro país, con su código: +51 987 654 321.`
  },
  schema: textoPlano(1, 25).transform((typed, ctx) => {
    const kept = limpiarCelular(typed)
    if (kept) return kept
    const ejemplo = ejemploDeCelular(monedaFuncional().pais)
    ctx.addIssue({ code: 'custom', message: `Escriba un celular válido, por ejemplo ${ejemplo}.` })
    return z.NEVER
  }),
}

export const cuentaPropia: Campo<z.ZodDefault<z.ZodBoolean>> = {
  ...booleano('Actúa por cuenta propia'),
  schema: z.boolean({ error: 'Elija sí o no.' }).default(true),
}

/** A country where people come from or live; the reference market `usd` is not a country. */
export function paisReal(etiqueta: string): Campo<z.ZodType<string>> {
  const campo = pais(etiqueta)
  return { ...campo, schema: campo.schema.refine((slug) => slug !== 'usd', 'Elija un país.') }
}

export const nombre = (etiqueta: string) =>
  texto(etiqueta, {
    min: 2,
    max: 60,
    patron: /^[\p{L}\p{M}'’ .-]+$/u,
    mensaje: 'Use solo letras, espacios, apóstrofo y guion.',
  })

/** Percentage of a beneficial owner: more than 25, the share from which an owner must be named, and at most 100. */
const porcentaje: Campo<z.ZodType<string>> = {
  ...monto('Porcentaje', { decimales: 2, max: '100', unidad: '%' }),
  schema: decimalSchema({ decimales: 2, max: '100' }).refine(
    (text) => leerDecimal(text)?.lte(25) !== true,
    'Debe superar el 25\u00a0%: los demás no se declaran.',
  ),
}

export const camposBeneficiario = {
  nombre: texto('Nombre', { min: 2, max: 120 }),
  documento: texto('Documento', { max: 30 }),
  porcentaje,
}
