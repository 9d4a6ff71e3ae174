import { Checkbox } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { flushSync } from 'react-dom'
import { formatMonto } from '../../../core/formato.ts'
import { Boton } from '../../../web/operacion/partes.tsx'
import { cuentasDe } from '../../tipos-pagos/rules/formas.ts'
import { type LineaDePago, SIN_CAJA } from '../../tipos-pagos/rules/linea-pago.ts'
import type { Comprobantes } from '../../tipos-pagos/ui/comprobantes.ts'
import { LineaPago } from '../../tipos-pagos/ui/linea.tsx'
import { nuevaLinea, porPagar, tiposDeCobro } from './calculo/borrador.ts'
import { porCobrar } from './calculo/calculo.ts'
import type { BloqueProps } from './calculo/tipos.ts'
import classes from './nueva.module.css'

interface ConSaldo {
  /** What the client has in his favour in the order's currency; null where nothing. */
  saldo: string | null
  /** The user may use it. */
  usable: boolean
}

/** Block 4: the client's payment: now, in one or more ways, or later within the quote. */
export function CobroBloque(props: BloqueProps & { comprobantes: Comprobantes } & ConSaldo) {
  const { opciones, borrador, calculo } = props
  const { corredor, envia, credito } = calculo
  const todo = envia !== null && porPagar(envia, credito) === null
  const pays = corredor !== null && tiposDeCobro(opciones, corredor).length > 0
  const cash = opciones.cuentas.some(({ tipo }) => tipo === 'caja' || tipo === 'boveda')
  const left = porCobrar(opciones, borrador, calculo)
  return (
    <fieldset className={classes.bloque}>
      <legend>
        <span>4</span> Cobro <kbd>F6</kbd>
        {envia && corredor && <strong>{formatMonto(envia, corredor.base)}</strong>}
      </legend>
      <div id="campo-cobro" className={classes.cobro}>
        <SaldoAFavor {...props} />
        <div className={classes.radios}>
          {(
            [
              [true, 'Paga ahora'],
              [false, 'Paga después'],
            ] as const
          ).map(([cobrar, words]) => (
            <label key={words}>
              <input
                type="radio"
                name="cobrar"
                checked={borrador.cobrar === cobrar}
                disabled={cobrar && !pays}
                onChange={() => props.change({ cobrar })}
              />
              <span>{words}</span>
            </label>
          ))}
        </div>
        {borrador.cobrar && corredor && !todo && <Lineas {...props} />}
        {!cash && <p className="nota">{SIN_CAJA}</p>}
        <p className="nota" role="status">
          {credito && corredor
            ? `Al crearla, su página le pide usar ${formatMonto(credito, corredor.base)} de su saldo. `
            : ''}
          {todo
            ? ''
            : !borrador.cobrar
              ? 'La orden queda pendiente: el cobro se registra en su detalle antes de que venza la cotización.'
              : left && corredor
                ? `Quedan por cobrar ${formatMonto(left, corredor.base)}: la orden espera como pendiente.`
                : ''}
        </p>
      </div>
    </fieldset>
  )
}

/** What the client has in his favour, and whether it is used; who may not use it is told that somebody else may. */
function SaldoAFavor({ borrador, calculo, change, saldo, usable }: BloqueProps & ConSaldo) {
  const { corredor } = calculo
  if (saldo === null || !corredor) return null
  const much = formatMonto(saldo, corredor.base)
  if (!usable) {
    return (
      <p className="banda">{`Tiene ${much} a su favor: los usa en la orden quien confirma cobros.`}</p>
    )
  }
  return (
    <Checkbox
      label={`Usar su saldo a favor: tiene ${much}`}
      checked={borrador.usa_saldo}
      onChange={({ currentTarget }) => change({ usa_saldo: currentTarget.checked })}
    />
  )
}

function Lineas({
  opciones,
  borrador,
  calculo,
  change,
  comprobantes,
}: BloqueProps & { comprobantes: Comprobantes }) {
  const { corredor, lineas } = calculo
  if (!corredor) return null
  const edit = (id: number, values: Partial<LineaDePago>) =>
    change((before) => ({
      lineas: before.lineas.map((l) => (l.id === id ? { ...l, ...values } : l)),
    }))
  const add = () => {
    const line = nuevaLinea(opciones, corredor)
    // The new line takes the remainder; the line that took it keeps its amount.
    const keep = (l: LineaDePago) => ({
      ...l,
      monto: l.monto ?? lineas.find(({ id }) => id === l.id)?.resuelto ?? '',
    })
    flushSync(() => change((before) => ({ lineas: [...before.lineas.map(keep), line] })))
    document.getElementById(`campo-pago-${line.id}`)?.focus()
  }
  return (
    <>
      {lineas.map((line) => (
        <LineaPago
          key={line.id}
          line={line}
          lado="recibimos"
          tipos={tiposDeCobro(opciones, corredor)}
          cuentasDe={(forma) => cuentasDe(opciones, corredor.base.id, forma)}
          moneda={corredor.base}
          piezas={opciones.denominaciones.filter((d) => d.moneda_id === corredor.base.id)}
          comprobantes={comprobantes}
          resto={line.monto !== null && lineas.every(({ monto }) => monto !== null)}
          edit={(values) => edit(line.id, values)}
          quitar={
            lineas.length === 1
              ? undefined
              : () => change({ lineas: borrador.lineas.filter(({ id }) => id !== line.id) })
          }
        />
      ))}
      <Boton
        className="al-borde"
        variant="subtle"
        size="compact-sm"
        leftSection={<IconPlus size={14} aria-hidden="true" />}
        onClick={add}
      >
        Otra forma de pago
      </Boton>
    </>
  )
}
