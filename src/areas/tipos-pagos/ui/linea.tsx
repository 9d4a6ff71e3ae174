import { CloseButton } from '@mantine/core'
import { conteoTexto } from '../../../core/dinero/conteo.ts'
import { referencia } from '../../../core/dinero/pagos.ts'
import type { Simbolo } from '../../../core/formato.ts'
import type { Pieza } from '../../../web/crud/conteo/fila.tsx'
import { DecimalInput } from '../../../web/crud/formulario/decimal-input.tsx'
import { Seleccion } from '../../../web/crud/lista/seleccion.tsx'
import { Boton, Texto } from '../../../web/operacion/partes.tsx'
import { type CuentaOfrecida, cuentaEnPalabras } from '../rules/formas.ts'
import type { LineaDePago, TipoDePago } from '../rules/linea-pago.ts'
import { BotonComprobante, FichaComprobante, Soltar } from './comprobante-campo.tsx'
import type { Comprobantes } from './comprobantes.ts'
import { BotonConteo } from './conteo.tsx'
import classes from './linea.module.css'
import { TarifaDeLinea } from './tarifa-linea.tsx'
import { Vuelto } from './vuelto.tsx'

interface Props {
  line: LineaDePago & { resuelto: string; tarifa?: string; aparte?: boolean }
  lado: 'recibimos' | 'entregamos'
  /** The ways of paying that this line may use. */
  tipos: readonly TipoDePago[]
  /** The accounts that a way may use. */
  cuentasDe: (forma: TipoDePago) => readonly CuentaOfrecida[]
  moneda: Simbolo | undefined
  piezas: readonly Pieza[]
  comprobantes: Comprobantes
  edit: (values: Partial<LineaDePago>) => void
  /** Left out for the only line. */
  quitar?: (() => void) | undefined
  /** Whether it may take the remainder. */
  resto: boolean
  /** Notes of several operations are set off: this one has no change of its own. */
  sinVuelto?: boolean
}

/** One payment line: way of paying, account, amount and reference. */
export function LineaPago(props: Props) {
  const { line, lado, tipos, cuentasDe, moneda, piezas, edit, quitar } = props
  const way = tipos.find(({ id }) => id === line.tipo_pago_id)
  const accounts = way ? cuentasDe(way) : []
  const refiere = way?.pide_referencia || way?.requiere_verificacion
  const chooseWay = (value: string | undefined) => {
    const next = tipos.find(({ id }) => id === Number(value))
    if (!next) return
    const fits = cuentasDe(next)
    const kept = fits.find(({ id }) => id === line.cuenta_id)
    const cuenta_id = (kept ?? fits[0])?.id ?? 0
    edit({
      ...{ tipo_pago_id: next.id, cuenta_id },
      ...(!next.efectivo && { denominaciones: null, recibido: null }),
    })
  }
  return (
    <Soltar linea={line.id} comprobantes={props.comprobantes}>
      <Seleccion
        id={`campo-pago-${line.id}`}
        etiqueta="Tipo de pago"
        opciones={tipos.map(({ id, nombre }) => ({ valor: String(id), etiqueta: nombre }))}
        valor={String(line.tipo_pago_id)}
        alElegir={chooseWay}
      />
      <Seleccion
        etiqueta="Cuenta"
        className={`${classes.cuenta} ${refiere ? '' : classes.ancha}`}
        opciones={accounts.map((cuenta) => ({
          valor: String(cuenta.id),
          marca: cuenta.marca ?? null,
          etiqueta: cuentaEnPalabras(cuenta, moneda),
        }))}
        valor={String(line.cuenta_id)}
        alElegir={(value) => edit({ cuenta_id: Number(value) })}
      />
      {way && refiere && (
        <Texto
          id={`campo-pago-${line.id}-referencia`}
          className={classes.referencia}
          aria-label="Referencia"
          placeholder={way.pide_referencia ? 'Referencia (obligatoria)' : 'Referencia'}
          maxLength={referencia.control.maximo}
          value={line.referencia}
          onChange={(event) => edit({ referencia: event.currentTarget.value })}
        />
      )}
      <DecimalInput
        id={`campo-pago-${line.id}-monto`}
        aria-label="Monto del pago"
        placeholder="el resto"
        decimales={moneda?.decimales ?? 2}
        value={line.resuelto || null}
        onChange={(monto) => edit({ monto, denominaciones: null })}
      />
      <span className={classes.pruebas}>
        {way?.efectivo && moneda && piezas.length > 0 && (
          <BotonConteo
            linea={{ ...line, resuelto: line.recibido ?? line.resuelto }}
            lado={lado}
            moneda={moneda}
            piezas={piezas}
            contar={(denominaciones, sum) =>
              edit({ denominaciones, [line.recibido == null ? 'monto' : 'recibido']: sum })
            }
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
      {quitar ? <CloseButton aria-label="Quitar este pago" onClick={quitar} /> : <span />}
      {line.tarifa && moneda && (
        <TarifaDeLinea
          {...{ lado, moneda, tarifa: line.tarifa, aparte: line.aparte === true }}
          monto={line.resuelto}
        />
      )}
      {line.denominaciones && (
        <span className={classes.contado}>{`Contado: ${conteoTexto(line.denominaciones)}`}</span>
      )}
      {way?.efectivo && lado === 'recibimos' && moneda && !props.sinVuelto && (
        <Vuelto
          id={`campo-pago-${line.id}-recibido`}
          moneda={moneda}
          monto={line.resuelto}
          recibido={line.recibido ?? null}
          cambiar={(recibido) => edit({ recibido, denominaciones: null })}
        />
      )}
      {props.resto && (
        <Boton
          variant="subtle"
          size="compact-xs"
          className={`al-borde ${classes.resto}`}
          onClick={() => edit({ monto: null, denominaciones: null })}
        >
          Completar el resto
        </Boton>
      )}
      <FichaComprobante linea={line} comprobantes={props.comprobantes} />
    </Soltar>
  )
}
