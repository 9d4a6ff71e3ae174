import { NativeSelect } from '@mantine/core'
import type { AnswerOf } from '../../../core/contract.ts'
import type { contrato as cuentas } from '../../cuentas/contract.ts'

/** Who may answer for a till. */
export type Personas = readonly AnswerOf<typeof cuentas.responsables>[number][]

interface Props {
  personas: Personas
  valor: number | null
  cambiar: (id: number | null) => void
  ocupado: boolean
  error: string | undefined
}

interface SucursalProps {
  sucursales: AnswerOf<typeof cuentas.sucursales>
  valor: number | null
  cambiar: (id: number) => void
  ocupado: boolean
}

/** The branch of the tills that are opened here; nothing in a house without branches. */
export function SucursalDeCajas({ sucursales, valor, cambiar, ocupado }: SucursalProps) {
  if (sucursales.length === 0) return null
  return (
    <NativeSelect
      label="Sucursal de las cajas que abra"
      w="min(28rem, 100%)"
      value={valor ?? ''}
      disabled={ocupado}
      onChange={({ currentTarget }) => cambiar(Number(currentTarget.value))}
      data={sucursales.map(({ id, nombre }) => ({ value: String(id), label: nombre }))}
    />
  )
}

/** Who answers for the cash of the tills that are opened here, and opens their shifts. */
export function Responsable({ personas, valor, cambiar, ocupado, error }: Props) {
  return (
    <NativeSelect
      label="Responsable de las cajas que abra"
      description="Cuenta el efectivo, abre el turno y responde por él. Puede cambiarlo después en cada cuenta."
      w="min(28rem, 100%)"
      value={valor ?? ''}
      disabled={ocupado}
      error={error}
      onChange={({ currentTarget }) => cambiar(Number(currentTarget.value) || null)}
      data={[
        { value: '', label: 'Elija a una persona' },
        ...personas.map(({ id, nombre }) => ({ value: String(id), label: nombre })),
      ]}
    />
  )
}
