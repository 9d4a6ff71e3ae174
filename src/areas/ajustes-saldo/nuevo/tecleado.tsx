import { useEffect } from 'react'
import type { Motivo } from '../rules.ts'

/** What the form holds while it is typed. */
export interface Tecleado {
  cuenta_id: string | null
  motivo: Motivo | null
  sentido: 'entra' | 'sale' | null
  monto: string | null
  contado: string | null
  tasa_costo: string | null
  cargo_usuario_id: string | null
}
export const VACIO: Tecleado = {
  cuenta_id: null,
  motivo: null,
  sentido: null,
  monto: null,
  contado: null,
  tasa_costo: null,
  cargo_usuario_id: null,
}

/** Tells the screen around a form what is typed into it: its fields depend on that. */
export function Seguir({ now, follow }: { now: Tecleado; follow: (now: Tecleado) => void }) {
  useEffect(() => follow(now))
  return null
}
