import { useState } from 'react'
import { sumaConteo } from '../../../core/dinero/conteo.ts'
import { decimal, isDecimal, texto as plain } from '../../../core/dinero/decimal.ts'
import { conteoDe, type Escrito } from '../../../web/crud/conteo/piezas.tsx'
import type { ConteoCuenta, CuentaContable } from '../contract/turnos.ts'

/** What was typed of each account: its notes and coins, or its amount; or that there is nothing in it. */
type Cuadro = Record<string, { piezas?: Escrito; monto?: string | null; vacia?: boolean }>

/** A count on its way: kept on this machine until it is saved, so that nobody counts twice for a page reloaded. */
export function useCuadro(lugar: string) {
  const place = `conteo:${lugar}`
  const [cuadro, setCuadro] = useState<Cuadro>(() => read(place))
  const escribir = (cuenta_id: number, value: Cuadro[string]) =>
    setCuadro((before) => {
      const next = { ...before, [cuenta_id]: { ...before[cuenta_id], ...value } }
      sessionStorage.setItem(place, JSON.stringify(next))
      return next
    })
  const olvidar = () => {
    sessionStorage.removeItem(place)
    setCuadro({})
  }
  return { cuadro, escribir, olvidar }
}

function read(place: string): Cuadro {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(place) ?? '{}')
    return typeof kept === 'object' && kept !== null ? (kept as Cuadro) : {}
  } catch {
    return {}
  }
}

/** What an account comes to so far, in its currency; empty where nothing readable was typed. */
export function totalDe(cuenta: CuentaContable, cuadro: Cuadro): string {
  const { piezas = {}, monto } = cuadro[cuenta.cuenta_id] ?? {}
  if (cuenta.piezas.length > 0) return sumaConteo(conteoDe(cuenta.piezas, piezas), cuenta.decimales)
  return monto && isDecimal(monto) ? plain(decimal(monto), cuenta.decimales) : ''
}

/** Was it counted: something typed, a zero too, or said to be empty? */
export function contada(cuenta: CuentaContable, cuadro: Cuadro): boolean {
  const { piezas = {}, monto, vacia } = cuadro[cuenta.cuenta_id] ?? {}
  const typed = cuenta.piezas.length > 0 ? Object.values(piezas).some(Boolean) : Boolean(monto)
  return typed || vacia === true
}

/** The count as it is sent, of accounts that were all counted; an empty one says so with the amount zero. */
export function conteosDe(cuentas: readonly CuentaContable[], cuadro: Cuadro): ConteoCuenta[] {
  return cuentas.map(({ cuenta_id, piezas: known }) => {
    const { piezas = {}, monto } = cuadro[cuenta_id] ?? {}
    const denominaciones = conteoDe(known, piezas)
    return denominaciones.length > 0
      ? { cuenta_id, denominaciones }
      : { cuenta_id, monto: (known.length === 0 && monto) || '0' }
  })
}
