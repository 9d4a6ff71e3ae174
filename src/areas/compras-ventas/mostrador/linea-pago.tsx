import type { Simbolo } from '../../../core/formato.ts'
import type { Comprobantes } from '../../tipos-pagos/ui/comprobantes.ts'
import { LineaPago as Linea } from '../../tipos-pagos/ui/linea.tsx'
import type { Parte } from '../rules.ts'
import { cuentasDe, dejaResto, monedaDe, tiposDePago } from './calculo/pagos.ts'
import type { Borrador, Calculo, Opciones } from './calculo/tipos.ts'

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

/** One payment of the counter: its way, account, amount and reference. */
export function LineaPago(props: PagosProps & { line: Calculo['lineas'][number]; solo: boolean }) {
  const { opciones, draft, calculo, change, line, solo } = props
  const moneda_id = monedaDe(opciones, draft, line.parte)
  return (
    <Linea
      line={line}
      lado={line.lado}
      tipos={tiposDePago(opciones, line.lado, moneda_id)}
      cuentasDe={(efectivo) => cuentasDe(opciones, moneda_id, efectivo)}
      moneda={currencyOf(calculo, opciones, line.parte)}
      piezas={opciones.denominaciones.filter((d) => d.moneda_id === moneda_id)}
      comprobantes={props.comprobantes}
      resto={dejaResto(opciones, draft, calculo, line)}
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
