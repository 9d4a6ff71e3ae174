import { Button, CloseButton, TextInput } from '@mantine/core'
import { conteoTexto } from '../../core/conteo.ts'
import type { Simbolo } from '../../core/formato.ts'
import { formatMonto } from '../../core/formato.ts'
import { DecimalInput } from '../../web/crud/decimal-input.tsx'
import { Seleccion } from '../../web/crud/seleccion.tsx'
import { BotonComprobante, FichaComprobante, Soltar } from './comprobante-campo.tsx'
import type { Comprobantes } from './comprobante-linea.tsx'
import { BotonConteo } from './conteo.tsx'
import classes from './linea-pago.module.css'
import { cuentasDe, dejaResto, monedaDe, tiposDePago } from './mostrador-pagos.ts'
import type { Borrador, Calculo, Linea, Opciones } from './mostrador-tipos.ts'
import type { Parte } from './rules.ts'

/** Changes the draft: with values, or with what follows from it as it is by then. */
export type Cambiar = (
  change: Partial<Borrador> | ((before: Borrador) => Partial<Borrador>),
) => void

export interface PagosProps {
  opciones: Opciones
  draft: Borrador
  calculo: Calculo
  change: Cambiar
  comprobantes: Comprobantes
}

/** The currency that a part of the operation is in. */
export function currencyOf(
  calculo: Calculo,
  opciones: Opciones,
  parte: Parte,
): Simbolo | undefined {
  if (parte === 'funcional') return opciones.funcional
  return parte === 'divisa' ? calculo.tasa?.divisa : calculo.tasa?.contramoneda
}

/** One payment: its way, account, amount and reference. */
export function LineaPago(props: PagosProps & { line: Calculo['lineas'][number]; solo: boolean }) {
  const { opciones, draft, calculo, change, line, solo } = props
  const moneda_id = monedaDe(opciones, draft, line.parte)
  const ways = tiposDePago(opciones, line.lado, moneda_id)
  const way = ways.find(({ id }) => id === line.tipo_pago_id)
  const accounts = cuentasDe(opciones, moneda_id, way?.efectivo ?? true)
  const moneda = currencyOf(calculo, opciones, line.parte)
  const edit = (values: Partial<Linea>) =>
    change(({ lineas }) => ({
      lineas: lineas.map((l) => (l.id === line.id ? { ...l, ...values } : l)),
    }))
  const chooseWay = (value: string | undefined) => {
    const next = ways.find(({ id }) => id === Number(value))
    if (!next) return
    const fits = cuentasDe(opciones, moneda_id, next.efectivo)
    const kept = fits.find(({ id }) => id === line.cuenta_id)
    const cuenta_id = (kept ?? fits[0])?.id ?? 0
    edit({ tipo_pago_id: next.id, cuenta_id, ...(!next.efectivo && { denominaciones: null }) })
  }
  const piezas = opciones.denominaciones.filter((d) => d.moneda_id === moneda_id)
  return (
    <Soltar linea={line.id} comprobantes={props.comprobantes}>
      <Seleccion
        id={`campo-pago-${line.id}`}
        etiqueta="Tipo de pago"
        opciones={ways.map(({ id, nombre }) => ({ valor: String(id), etiqueta: nombre }))}
        valor={String(line.tipo_pago_id)}
        alElegir={chooseWay}
      />
      <Seleccion
        etiqueta="Cuenta"
        className={classes.cuenta}
        opciones={accounts.map(({ id, nombre, disponible }) => ({
          valor: String(id),
          etiqueta: moneda ? `${nombre} · ${formatMonto(disponible, moneda)}` : nombre,
        }))}
        valor={String(line.cuenta_id)}
        alElegir={(value) => edit({ cuenta_id: Number(value) })}
      />
      <DecimalInput
        id={`campo-pago-${line.id}-monto`}
        aria-label="Monto del pago"
        placeholder="el resto"
        decimales={moneda?.decimales ?? 2}
        value={line.resuelto || null}
        onChange={(monto) => edit({ monto, denominaciones: null })}
      />
      {way?.pide_referencia || way?.requiere_verificacion ? (
        <TextInput
          id={`campo-pago-${line.id}-referencia`}
          className={classes.referencia}
          aria-label="Referencia"
          placeholder={way.pide_referencia ? 'Referencia (obligatoria)' : 'Referencia'}
          maxLength={60}
          value={line.referencia}
          onChange={(event) => edit({ referencia: event.currentTarget.value })}
        />
      ) : (
        <span />
      )}
      <span className={classes.pruebas}>
        {way?.efectivo && moneda && piezas.length > 0 && (
          <BotonConteo
            linea={line}
            moneda={moneda}
            piezas={piezas}
            contar={(denominaciones, monto) => edit({ denominaciones, monto })}
          />
        )}
        {(!way?.efectivo || way.pide_comprobante) && (
          <BotonComprobante
            linea={line}
            comprobantes={props.comprobantes}
            pide={way?.pide_comprobante ?? false}
          />
        )}
      </span>
      {solo ? (
        <span />
      ) : (
        <CloseButton
          aria-label="Quitar este pago"
          onClick={() =>
            change(({ lineas }) => ({ lineas: lineas.filter(({ id }) => id !== line.id) }))
          }
        />
      )}
      {line.denominaciones && (
        <span className={classes.contado}>{`Contado: ${conteoTexto(line.denominaciones)}`}</span>
      )}
      {dejaResto(opciones, draft, calculo, line) && (
        <Button
          variant="subtle"
          size="compact-xs"
          className={classes.resto}
          onClick={() => edit({ monto: null, denominaciones: null })}
        >
          Completar el resto
        </Button>
      )}
      <FichaComprobante linea={line} comprobantes={props.comprobantes} />
    </Soltar>
  )
}
