import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { decimal } from '../../../core/dinero/decimal.ts'
import { formatMonto } from '../../../core/formato.ts'
import { INCIERTO, useSave } from '../../../web/api/save.ts'
import { CampoComprobante, useComprobante } from '../../../web/comprobantes/campo.tsx'
import { DecimalInput } from '../../../web/crud/formulario/decimal-input.tsx'
import { Seleccion } from '../../../web/crud/lista/seleccion.tsx'
import { MUEVE } from '../acciones/uso-acciones.tsx'
import { camposAccion } from '../contract/acciones.ts'
import type { PropuestaPago } from '../contract/consultas.ts'
import { contrato, type DetalleOrden } from '../contract.ts'
import { cargoDicho, faltaDe } from './calculo-pago.ts'
import classes from './dialogos.module.css'
import { Rechazo } from './orden.tsx'
import { Reparto, SERVICIOS } from './reparto.tsx'

interface Props {
  orden: DetalleOrden
  propuesta: PropuestaPago
  cerrar: () => void
}

/** One payout: account, amount and reference, filled in with the proposal. */
export function FormularioPago({ orden, propuesta, cerrar }: Props) {
  const moneda = orden.recibe_moneda
  const cuentas = propuesta.fondo?.cuentas ?? []
  const [first] = propuesta.lineas
  const [cuenta_id, setCuenta] = useState(first?.cuenta_id ?? cuentas[0]?.id ?? 0)
  const [monto, setMonto] = useState<string | null>(first?.monto ?? propuesta.por_pagar)
  /** What the bank charged as typed; undefined while it is what account and amount say. */
  const [escrita, setEscrita] = useState<string | null>()
  const [referencia, setReferencia] = useState('')
  const comprobante = useComprobante(contrato.subirVoucher)
  const envio = useSave(contrato.pagar, { stale: MUEVE })
  const reference = useRef<HTMLInputElement>(null)
  // The dialog may open before its fields exist (else `data-autofocus` is enough); the next payout starts here too.
  useEffect(() => reference.current?.focus(), [])
  const cargo = cargoDicho(propuesta, cuenta_id, monto, moneda.decimales)
  const comision = escrita === undefined ? (cargo?.monto ?? null) : escrita
  const falta = faltaDe({ monto, referencia, comision, comprobante: comprobante.subida, propuesta })
  const cuenta = cuentas.find(({ id }) => id === cuenta_id)

  function usar(linea: PropuestaPago['lineas'][number]) {
    setCuenta(linea.cuenta_id)
    setMonto(linea.monto)
    setEscrita(undefined)
    reference.current?.focus()
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    if (falta || envio.saving) return
    const answer = await envio.save({
      params: { id: orden.id },
      body: {
        cuenta_id,
        monto: monto ?? '',
        referencia: referencia.trim(),
        comision: comision ?? '0',
        comprobante_id: comprobante.subida?.id ?? null,
      },
    })
    if (answer?.estado === 'completada') cerrar()
  }
  return (
    <form className={classes.dialogo} onSubmit={(event) => void submit(event)} noValidate>
      <Reparto propuesta={propuesta} moneda={moneda} cuenta_id={cuenta_id} usar={usar} />
      <div>
        <label className={classes.campo} htmlFor="campo-cuenta">
          Cuenta de la que sale
        </label>
        <Seleccion
          id="campo-cuenta"
          etiqueta="Cuenta de la que sale"
          className={classes.ancho}
          opciones={cuentas.map(({ id, nombre, marca, disponible }) => ({
            valor: String(id),
            marca,
            etiqueta: `${nombre} · ${formatMonto(disponible, moneda)}`,
          }))}
          valor={String(cuenta_id)}
          alElegir={(value) => setCuenta(Number(value))}
        />
        {cuenta?.servicio && cuenta.servicio !== 'operativo' && (
          <p className="banda">{SERVICIOS[cuenta.servicio]}</p>
        )}
      </div>
      <div className="casillas">
        <DecimalInput
          label={`Monto ${moneda.simbolo}`}
          withAsterisk
          decimales={moneda.decimales}
          value={monto}
          onChange={setMonto}
        />
        <DecimalInput
          label={`Comisión del banco ${moneda.simbolo}`}
          decimales={moneda.decimales}
          value={comision}
          onChange={setEscrita}
        />
      </div>
      {cargo && decimal(cargo.monto).gt(0) && (
        <p className="nota">
          {`Según ${cargo.segun}, el banco cobra ${formatMonto(cargo.monto, moneda)}.`}
        </p>
      )}
      <TextInput
        ref={reference}
        data-autofocus
        label="Referencia de la operación"
        withAsterisk
        maxLength={camposAccion.referencia_pago.control.maximo}
        autoComplete="off"
        value={referencia}
        onChange={({ currentTarget }) => setReferencia(currentTarget.value)}
      />
      <CampoComprobante comprobante={comprobante} />
      {propuesta.pide_comprobante && !comprobante.subida && (
        <p className="nota">Por su monto lleva el comprobante del banco, salvo en efectivo.</p>
      )}
      {envio.error && <Rechazo error={envio.error} orden={orden} />}
      <div className="fila">
        <Button type="submit" loading={envio.saving} disabled={falta !== null}>
          Registrar pago
        </Button>
        <Button variant="default" disabled={envio.saving} onClick={cerrar}>
          Cerrar
        </Button>
        <span role="status" className={classes.falta}>
          {envio.incierto ? INCIERTO : falta}
        </span>
      </div>
    </form>
  )
}
