import type { ReactNode } from 'react'
import { decimal } from '../../../core/dinero/decimal.ts'
import { monedaFuncional } from '../../../core/dinero/moneda.ts'
import { Monto, Numero } from '../../../web/crud/valores.tsx'
import type { CuentaDetalle } from '../contract.ts'
import classes from '../cuentas.module.css'

/** The account's balance, its cost, and how much of its limits is used. */
export function SaldoCuenta({ cuenta }: { cuenta: CuentaDetalle }) {
  const { moneda, limite_dia, limite_mes, usado_hoy, usado_mes, valor, costo_promedio } = cuenta
  const money = (valor: string | null | undefined) => <Monto valor={valor} moneda={moneda} />
  const used = ({ entra, sale }: { entra: string; sale: string }, limite: string | null) => (
    <>
      {money(entra)} entra · {money(sale)} sale{limite && <> · límite {money(limite)}</>}
    </>
  )
  return (
    <ul className="tira" aria-label="Saldo de la cuenta">
      <Linea titulo="Saldo">{money(cuenta.saldo)}</Linea>
      <Linea titulo="Comprometido">{money(cuenta.comprometido)}</Linea>
      <Linea titulo="Disponible">{money(cuenta.disponible)}</Linea>
      {decimal(cuenta.sobregiro).gt(0) && (
        <Linea titulo="Con sobregiro de">{money(cuenta.sobregiro)}</Linea>
      )}
      {valor !== undefined && moneda.id !== monedaFuncional().id && (
        <>
          <Linea titulo="Costo promedio">
            <Numero valor={costo_promedio} decimales={6} />
          </Linea>
          <Linea titulo="Al costo">
            <Monto valor={valor} moneda={monedaFuncional()} />
          </Linea>
        </>
      )}
      <li className={classes.ancho}>
        <span>Hoy: {used(usado_hoy, limite_dia)}</span>
        <span>Este mes: {used(usado_mes, limite_mes)}</span>
      </li>
    </ul>
  )
}

function Linea({ titulo, children }: { titulo: string; children: ReactNode }) {
  return (
    <li>
      <span>{titulo}</span>
      <strong>{children}</strong>
    </li>
  )
}
