import { z } from 'zod'
import { type Campo, type Campos, monto, tasa } from '../../core/fields.ts'
import { formatMonto } from '../../core/formato.ts'
import { type CuentaOpcion, campos, contrato } from './contract.ts'
import { MOTIVOS, type Motivo } from './rules.ts'

export type Forma = 'monto' | 'contado'

/** A select field over the server's options; its value is text while it is in the form. */
function eleccion(
  etiqueta: string,
  opciones: readonly { valor: string; etiqueta: string }[],
  ayuda?: string,
): Campo {
  const control = { tipo: 'seleccion', opciones } as const
  return { schema: z.string(), etiqueta, control, requerido: true, ...(ayuda && { ayuda }) }
}

const words = Object.entries(MOTIVOS).map(([valor, { nombre }]) => ({ valor, etiqueta: nombre }))
const SENTIDOS = [
  { valor: 'entra', etiqueta: 'Entra a la cuenta' },
  { valor: 'sale', etiqueta: 'Sale de la cuenta' },
]

/** The fields that this adjustment needs, and no others. */
export function camposDe(
  cuentas: readonly CuentaOpcion[],
  personas: readonly { id: number; nombre: string }[],
  o: { forma: Forma; motivo: Motivo | null; tasa: boolean; cuenta: CuentaOpcion | undefined },
): Campos {
  const regla = o.motivo && MOTIVOS[o.motivo]
  const unidad = o.cuenta?.moneda.simbolo
  const amount = (etiqueta: string, ayuda?: string) =>
    monto(etiqueta, { decimales: 8, ...(unidad && { unidad }), ...(ayuda && { ayuda }) })
  return {
    cuenta_id: eleccion(
      'Cuenta',
      cuentas.map(({ id, nombre, saldo, moneda }) => ({
        valor: String(id),
        etiqueta: `${nombre} · ${formatMonto(saldo, moneda)}`,
      })),
    ),
    motivo: eleccion('Motivo', words),
    ...(o.forma === 'monto'
      ? {
          ...(regla?.signo === 0 && { sentido: eleccion('Sentido', SENTIDOS) }),
          monto: amount('Monto'),
        }
      : { contado: amount('Saldo contado', 'La diferencia se calcula sola.') }),
    ...(o.tasa && {
      tasa_costo: tasa('Tasa de costo', {
        ayuda: 'Lo que costó cada unidad, en la moneda de los libros.',
      }),
    }),
    ...(regla?.cargo && {
      cargo_usuario_id: {
        ...eleccion(
          'Cargar a',
          personas.map(({ id, nombre }) => ({ valor: String(id), etiqueta: nombre })),
          'Vacío: lo asume la casa.',
        ),
        requerido: false,
      },
    }),
    observacion: campos.observacion,
  }
}

const number = (value: unknown) =>
  typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value

/** Schema of the request body: numbers as numbers, without the fields that are not shown. */
export function schemaDe(shown: Campos, rest: () => object): z.ZodType {
  return z.preprocess((typed) => {
    const values = typed as Record<string, unknown>
    const own = Object.fromEntries(Object.keys(shown).map((name) => [name, values[name] ?? null]))
    return {
      ...own,
      cuenta_id: number(own.cuenta_id),
      ...('cargo_usuario_id' in own && { cargo_usuario_id: number(own.cargo_usuario_id) }),
      ...rest(),
    }
  }, contrato.crear.body)
}
