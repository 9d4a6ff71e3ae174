import { useState } from 'react'
import { sumaConteo } from '../../../core/dinero/conteo.ts'
import { decimal, isDecimal, texto as plain } from '../../../core/dinero/decimal.ts'
import type { Contado } from '../../../core/lector/contadora.ts'
import { conContado, conteoDe, type Escrito } from '../../../web/crud/conteo/piezas.tsx'
import type { ConteoCuenta, CuentaContable } from '../contract/turnos.ts'

/** The input for each account: its notes and coins, or its amount, or the confirmation that it is empty. */
type Cuadro = Record<string, { piezas?: Escrito; monto?: string | null; vacia?: boolean }>

/** State of an unsaved count, kept in this browser so that a reload does not lose it. */
export function useCuadro(lugar: string) {
  const place = `conteo:${lugar}`
  const [cuadro, setCuadro] = useState<Cuadro>(() => read(place))
  const cambiar = (cuenta_id: number, change: (before: Cuadro[string]) => Cuadro[string]) =>
    setCuadro((before) => {
      const next = { ...before, [cuenta_id]: change(before[cuenta_id] ?? {}) }
      sessionStorage.setItem(place, JSON.stringify(next))
      return next
    })
  const escribir = (cuenta_id: number, value: Cuadro[string]) =>
    cambiar(cuenta_id, (before) => ({ ...before, ...value }))
  /** What a bill counter counted of an account: lines may come faster than the page is drawn. */
  const contar = ({ cuenta_id, piezas }: CuentaContable, read: Contado) =>
    cambiar(cuenta_id, (before) => ({
      ...before,
      piezas: conContado(piezas, before.piezas ?? {}, read),
      vacia: false,
    }))
  const olvidar = () => {
    sessionStorage.removeItem(place)
    setCuadro({})
  }
  return { cuadro, escribir, contar, olvidar }
}

function read(place: string): Cuadro {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(place) ?? '{}')
    return typeof kept === 'object' && kept !== null ? (kept as Cuadro) : {}
  } catch {
    return {}
  }
}

/** The total counted so far in an account's currency; empty when there is no valid input. */
export function totalDe(cuenta: CuentaContable, cuadro: Cuadro): string {
  const { piezas = {}, monto } = cuadro[cuenta.cuenta_id] ?? {}
  if (cuenta.piezas.length > 0) return sumaConteo(conteoDe(cuenta.piezas, piezas), cuenta.decimales)
  return monto && isDecimal(monto) ? plain(decimal(monto), cuenta.decimales) : ''
}

/** True when the account was counted: any input, zero included, or confirmed as empty. */
export function contada(cuenta: CuentaContable, cuadro: Cuadro): boolean {
  const { piezas = {}, monto, vacia } = cuadro[cuenta.cuenta_id] ?? {}
  const typed = cuenta.piezas.length > 0 ? Object.values(piezas).some(Boolean) : Boolean(monto)
  return typed || vacia === true
}

/** The body of a count in which every account was counted; an empty account has amount zero. */
export function conteosDe(cuentas: readonly CuentaContable[], cuadro: Cuadro): ConteoCuenta[] {
  return cuentas.map(({ cuenta_id, piezas: known }) => {
    const { piezas = {}, monto } = cuadro[cuenta_id] ?? {}
    const denominaciones = conteoDe(known, piezas)
    return denominaciones.length > 0
      ? { cuenta_id, denominaciones }
      : { cuenta_id, monto: (known.length === 0 && monto) || '0' }
  })
}
