import { Button, TextInput } from '@mantine/core'
import type { Dispatch, SetStateAction } from 'react'
import type { Simbolo } from '../../../core/formato.ts'
import { DecimalInput } from '../../../web/crud/formulario/decimal-input.tsx'
import { campos } from '../contract/registro.ts'
import type { Mercado } from '../rules.ts'
import { type Borrador, type Calculo, escribir } from './borrador.ts'
import classes from './nueva.module.css'
import { TasaCampo } from './tasa-campo.tsx'

interface Props {
  borrador: Borrador
  calculo: Calculo
  mercado: Mercado
  setBorrador: Dispatch<SetStateAction<Borrador>>
}

/** Amount sent, rate and amount received; fees of both entities; reference and reason. */
export function Importes(props: Props) {
  const { borrador, calculo, setBorrador } = props
  const { origen, destino, montos } = calculo
  const change = (values: Partial<Borrador>) => setBorrador((before) => ({ ...before, ...values }))
  const conversion = borrador.tipo === 'conversion'
  const type = (cual: 'monto' | 'recibido') => (valor: string | null) =>
    setBorrador((before) => escribir(before, cual, valor))
  return (
    <>
      <div className={classes.importes} data-tipo={borrador.tipo}>
        <Importe
          id="campo-monto"
          etiqueta="Sale"
          // A new key remounts the field, so that a new kind of transfer focuses its amount.
          key={borrador.tipo}
          autoFocus
          moneda={origen?.moneda}
          valor={borrador.monto ?? (conversion ? (montos?.monto ?? null) : null)}
          escribir={type('monto')}
        />
        {conversion && <TasaCampo {...props} />}
        {conversion && (
          <Importe
            id="campo-recibido"
            etiqueta="Entra"
            moneda={destino?.moneda}
            valor={borrador.recibido ?? montos?.recibido ?? null}
            escribir={type('recibido')}
          />
        )}
      </div>
      <div className="casillas">
        <Comision
          lado="origen"
          moneda={origen?.moneda}
          valor={calculo.comision_origen === '0' ? null : calculo.comision_origen}
          escribir={(value) => change({ comision_origen: value ?? '0' })}
          propuesta={borrador.comision_origen === null && calculo.comision_origen !== '0'}
          volver={
            borrador.comision_origen !== null ? () => change({ comision_origen: null }) : null
          }
        />
        {borrador.tipo !== 'tercero' && (
          <Comision
            lado="destino"
            moneda={destino?.moneda}
            valor={borrador.comision_destino}
            escribir={(value) => change({ comision_destino: value })}
            propuesta={false}
            volver={null}
          />
        )}
        <TextInput
          id="campo-referencia"
          label="Referencia"
          withAsterisk={calculo.pideReferencia}
          placeholder="N.º de operación"
          maxLength={campos.referencia.control.maximo}
          autoComplete="off"
          value={borrador.referencia}
          onChange={({ currentTarget }) => change({ referencia: currentTarget.value })}
        />
        <TextInput
          id="campo-motivo"
          label="Motivo"
          maxLength={campos.motivo.control.maximo}
          autoComplete="off"
          value={borrador.motivo}
          onChange={({ currentTarget }) => change({ motivo: currentTarget.value })}
        />
      </div>
    </>
  )
}

function Importe(props: {
  id: string
  etiqueta: string
  autoFocus?: boolean
  moneda: Simbolo | undefined
  valor: string | null
  escribir: (valor: string | null) => void
}) {
  const { id, etiqueta, autoFocus = false, moneda, valor } = props
  return (
    <DecimalInput
      id={id}
      label={`${etiqueta} ${moneda?.simbolo ?? ''}`}
      data-autofocus={autoFocus || undefined}
      autoFocus={autoFocus}
      decimales={moneda?.decimales ?? 2}
      leftSection={<span className="simbolo">{moneda?.simbolo}</span>}
      leftSectionWidth={56}
      value={valor}
      onChange={props.escribir}
    />
  )
}

function Comision(props: {
  lado: 'origen' | 'destino'
  moneda: Simbolo | undefined
  valor: string | null
  escribir: (valor: string | null) => void
  propuesta: boolean
  volver: (() => void) | null
}) {
  const { lado, moneda, valor, propuesta, volver } = props
  return (
    <DecimalInput
      id={`campo-comision_${lado}`}
      label={`Comisión en ${lado} ${moneda?.simbolo ?? ''}`}
      description={propuesta ? 'La que cobra su entidad' : undefined}
      decimales={moneda?.decimales ?? 2}
      value={valor}
      onChange={props.escribir}
      rightSectionWidth={volver ? 72 : 0}
      rightSection={
        volver && (
          <Button size="compact-xs" variant="subtle" onClick={volver}>
            Proponer
          </Button>
        )
      }
    />
  )
}
