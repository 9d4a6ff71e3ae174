import { DecimalInput } from '../../web/crud/formulario/decimal-input.tsx'
import { type Escrito, reparos } from './rules/mayorista.ts'
import type { ParPropuesto } from './rules/precios.ts'

const LADOS = [
  ['compra', 'Compra'],
  ['venta', 'Venta'],
] as const

const DE_MAYORISTA = [
  ['compra_mayor', 'Compra mayorista'],
  ['venta_mayor', 'Venta mayorista'],
] as const

interface Props {
  par: ParPropuesto
  escrito: Escrito
  /** Whether it is asked for the prices of larger amounts too. */
  mayorista: boolean
  /** Says what is missing; before the first try it does not. */
  revisado: boolean
  cambiar: (change: Partial<Escrito>) => void
  ocupado: boolean
}

/** The prices of one currency: those of everybody, and those of larger amounts where the house has them. */
export function Precio({ par, escrito, mayorista, revisado, cambiar, ocupado }: Props) {
  const faltas = revisado ? reparos(escrito) : {}
  return (
    <fieldset disabled={ocupado}>
      <legend>{par.nombre}</legend>
      {[...LADOS, ...(mayorista ? DE_MAYORISTA : [])].map(([campo, etiqueta]) => (
        <DecimalInput
          key={campo}
          tasa
          decimales={par.precision}
          label={etiqueta}
          value={escrito[campo]}
          error={faltas[campo]}
          onChange={(value) => cambiar({ [campo]: value })}
        />
      ))}
      {mayorista && (
        <DecimalInput
          label="Mayorista desde"
          description="Monto en esa moneda: 5,000."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          decimales={2}
          value={escrito.desde}
          error={faltas.desde}
          onChange={(desde) => cambiar({ desde })}
        />
      )}
    </fieldset>
  )
}
