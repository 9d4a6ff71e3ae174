import { Ficha, Monto, type Tono } from '../../web/crud/valores.tsx'
import { type CuentaTurno, ESTADOS, type Estado } from './contract/turnos.ts'
import type { DiaFila } from './contract.ts'

const TONOS: Record<Estado, Tono> = {
  abierto: 'info',
  en_conteo: 'aviso',
  cerrado: 'aviso',
  aprobado: 'positivo',
}

export function EstadoTurno({ estado }: { estado: Estado }) {
  return <Ficha tono={TONOS[estado]}>{ESTADOS[estado]}</Ficha>
}

export const ESTADOS_DIA = {
  abierto: 'Abierto',
  cerrado: 'Cerrado',
  reabierto: 'Reabierto',
} as const

export function EstadoDia({ estado }: { estado: DiaFila['estado'] }) {
  const tono = { abierto: 'info', cerrado: 'positivo', reabierto: 'aviso' } as const
  return <Ficha tono={tono[estado]}>{ESTADOS_DIA[estado]}</Ficha>
}

type ConDiferencia = Pick<CuentaTurno, 'simbolo' | 'decimales' | 'diferencia'>

/** A difference as an amount; what cuadra says so. */
export function Diferencia({ de }: { de: ConDiferencia }) {
  if (de.diferencia === null) return <Monto valor={null} moneda={de} />
  if (esCero(de.diferencia)) return <>Cuadra</>
  return (
    <span data-necesario>
      <Monto valor={de.diferencia} moneda={de} />
    </span>
  )
}

export const esCero = (importe: string) => /^-?0*(\.0*)?$/.test(importe)

/** The accounts of a turn whose count is off. */
export function conDiferencia<T extends ConDiferencia>(cuentas: readonly T[]): T[] {
  return cuentas.filter(({ diferencia }) => diferencia !== null && !esCero(diferencia))
}
