import { Ficha, type Tono } from '../../web/crud/valores.tsx'
import type { Regla } from './contract/reglas.ts'
import { ESTADOS, ESTADOS_LIQUIDACION, type Estado } from './contract.ts'

const TONO: Record<Estado, Tono> = {
  devengada: 'aviso',
  liquidada: 'info',
  pagada: 'positivo',
  anulada: 'neutro',
}

export function EstadoComision({ estado }: { estado: Estado }) {
  return <Ficha tono={TONO[estado]}>{ESTADOS[estado]}</Ficha>
}

type EstadoLiquidacion = keyof typeof ESTADOS_LIQUIDACION
const TONO_LIQUIDACION: Record<EstadoLiquidacion, Tono> = {
  liquidada: 'aviso',
  pagada: 'positivo',
  anulada: 'neutro',
}

export function FichaLiquidacion({ estado }: { estado: EstadoLiquidacion }) {
  return <Ficha tono={TONO_LIQUIDACION[estado]}>{ESTADOS_LIQUIDACION[estado]}</Ficha>
}

export const ESTADOS_REGLA: Record<Regla['estado'], string> = {
  vigente: 'Vigente',
  futura: 'Por empezar',
  terminada: 'Terminada',
  retirada: 'Retirada',
}

const TONO_REGLA: Record<Regla['estado'], Tono> = {
  vigente: 'positivo',
  futura: 'info',
  terminada: 'neutro',
  retirada: 'neutro',
}

export function EstadoRegla({ estado }: { estado: Regla['estado'] }) {
  return <Ficha tono={TONO_REGLA[estado]}>{ESTADOS_REGLA[estado]}</Ficha>
}
