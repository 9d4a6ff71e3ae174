import type { Simbolo } from '../../../core/formato.ts'
import { cuentasDe } from '../../tipos-pagos/rules/formas.ts'
import type { Comprobantes } from '../../tipos-pagos/ui/comprobantes.ts'
import { LineaPago as Linea } from '../../tipos-pagos/ui/linea.tsx'
import type { Parte } from '../rules.ts'
import { dejaResto, formasDelMostrador, monedaDe } from './calculo/pagos.ts'
import type { Borrador, Calculo, Opciones } from './calculo/tipos.ts'

/** Changes the draft: with values, or with a function of the current draft. */
export type Cambiar = (
  change: Partial<Borrador> | ((before: Borrador) => Partial<Borrador>),
) => void

export interface PagosProps {
  opciones: Opciones
  borrador: Borrador
  calculo: Calculo
  change: Cambiar
  comprobantes: Comprobantes
}

/** The currency of a part of the operation. */
export function currencyOf(
  calculo: Calculo,
  opciones: Opciones,
  parte: Parte,
): Simbolo | undefined {
  if (parte === 'funcional') return opciones.funcional
  return parte === 'divisa' ? calculo.tasa?.divisa : calculo.tasa?.contramoneda
}

/** One payment of the counter: its way of paying, account, amount and reference. */
export function LineaPago(props: PagosProps & { line: Calculo['lineas'][number]; solo: boolean }) {
  const { opciones, borrador, calculo, change, line, solo } = props
  const moneda_id = monedaDe(opciones, borrador, line.parte)
  return (
    <Linea
      line={line}
      lado={line.lado}
      tipos={formasDelMostrador(opciones, borrador, line.lado, moneda_id)}
      cuentasDe={(forma) => cuentasDe(opciones, moneda_id, forma)}
      moneda={currencyOf(calculo, opciones, line.parte)}
      piezas={opciones.denominaciones.filter((d) => d.moneda_id === moneda_id)}
      comprobantes={props.comprobantes}
      sinVuelto={(borrador.otras ?? []).length > 0}
      resto={dejaResto(opciones, borrador, calculo, line)}
      edit={(values) =>
        change(({ lineas }) => ({
          lineas: lineas.map((l) => (l.id === line.id ? { ...l, ...values } : l)),
        }))
      }
      quitar={
        solo
          ? undefined
          : () => change(({ lineas }) => ({ lineas: lineas.filter(({ id }) => id !== line.id) }))
      }
    />
  )
}
