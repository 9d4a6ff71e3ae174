import { IconPlus } from '@tabler/icons-react'
import { flushSync } from 'react-dom'
import { formatMonto } from '../../../core/formato.ts'
import { Boton } from '../../../web/operacion/partes.tsx'
import { SIN_CAJA } from '../../tipos-pagos/rules/linea-pago.ts'
import { ConteoALaVista } from '../../tipos-pagos/ui/ultimo-conteo.tsx'
import { LADOS } from '../contract.ts'
import type { Lado, Parte } from '../rules.ts'
import { nuevaLinea } from './calculo/pagos.ts'
import type { Calculo, Linea } from './calculo/tipos.ts'
import { currencyOf, LineaPago, type PagosProps } from './linea-pago.tsx'
import classes from './mostrador.module.css'

/** How each side pays: several lines, each its way, account, amount and reference. */
export function Pagos(props: PagosProps) {
  const cash = props.opciones.cuentas.some(({ tipo }) => tipo === 'caja' || tipo === 'boveda')
  return (
    <div className="pila">
      {!cash && <p className="banda">{SIN_CAJA}</p>}
      <LadoPagos {...props} lado="recibimos" />
      <LadoPagos {...props} lado="entregamos" />
    </div>
  )
}

function LadoPagos(props: PagosProps & { lado: Lado }) {
  const { opciones, borrador, calculo, change, lado } = props
  const parte: Parte =
    (lado === 'recibimos') === (borrador.tipo !== 'venta') ? 'divisa' : 'contramoneda'
  const moneda = currencyOf(calculo, opciones, parte)
  const total = calculo.enMano.find((e) => e.lado === lado && e.parte === parte)?.total
  const lines = calculo.lineas.filter((l) => l.lado === lado)
  const cash = lines.find(
    (l) => opciones.tipos_pago.find(({ id }) => id === l.tipo_pago_id)?.efectivo,
  )
  const add = () => {
    // The new line takes the remainder; the line that took it until now keeps its amount.
    const keep = (l: Linea) =>
      l.lado === lado && l.monto === null ? { ...l, monto: amountOf(calculo, l) } : l
    const line = nuevaLinea(opciones, borrador, lado, parte)
    flushSync(() => change(({ lineas }) => ({ lineas: [...lineas.map(keep), line] })))
    document.getElementById(`campo-pago-${line.id}`)?.focus()
  }
  return (
    <fieldset className={classes.ladoPagos}>
      <legend>
        {LADOS[lado]} {total && moneda && <strong>{formatMonto(total, moneda)}</strong>}
      </legend>
      {lines.map((line) => (
        <LineaPago key={line.id} {...props} line={line} solo={lines.length === 1} />
      ))}
      <div className={classes.bajoPagos}>
        <Boton
          className="al-borde"
          variant="subtle"
          size="compact-sm"
          aria-label={`Otra forma de pago en ${LADOS[lado].toLowerCase()}`}
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          onClick={add}
        >
          Otra forma de pago
        </Boton>
        {cash && moneda && opciones.mi_caja && (
          <ConteoALaVista key={cash.cuenta_id} cuenta_id={cash.cuenta_id} moneda={moneda} />
        )}
      </div>
    </fieldset>
  )
}

function amountOf(calculo: Calculo, line: Linea): string {
  return calculo.lineas.find(({ id }) => id === line.id)?.resuelto ?? ''
}
