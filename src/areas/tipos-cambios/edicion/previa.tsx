import { isDecimal } from '../../../core/dinero/decimal.ts'
import { cotizar } from '../../../core/dinero/tasa.ts'
import { formatMonto, formatTasa } from '../../../core/formato.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { Desplazable } from '../../../web/crud/lista/desplazable.tsx'
import { type MonedaActiva, contrato as monedas } from '../../monedas/contract.ts'
import type { Par } from '../../pares-divisas/contract.ts'
import { porcentaje } from '../palabras.ts'
import { costoDe, derivar, margenEfectivo, tasaCosto } from '../rules.ts'
import classes from '../tipos.module.css'

const AMOUNTS = ['100', '500', '1000'] as const

interface Props {
  /** The values of the form; any of them may be missing. */
  valores: Record<string, unknown>
  pares: readonly Par[]
  manual: boolean
}

/** The rule being typed; null until it can be parsed. */
function leer({ valores, pares, manual }: Props) {
  const { base_id, cotizacion_id, precision, margen, tasa } = valores
  const metodo_calculo = (['m', 'd'] as const).find((each) => each === valores.metodo_calculo)
  const find = (id: unknown) => pares.find((par) => par.id === id) ?? null
  if (typeof base_id !== 'number' || typeof cotizacion_id !== 'number') return null
  if (!metodo_calculo) return null
  if (typeof precision !== 'number' || precision < 0 || precision > 8) return null
  const corredor = { base_id, cotizacion_id }
  const costo = costoDe(corredor, {
    origen: find(valores.par_origen_id),
    destino: find(valores.par_destino_id),
  })
  const percent = typeof margen === 'string' && /^\d{1,2}(\.\d{1,3})?$/.test(margen) ? margen : null
  const regla = percent === null ? null : { metodo_calculo, precision, margen: percent }
  const auto = costo && regla && derivar(costo, regla)
  const typed = typeof tasa === 'string' && isDecimal(tasa) && /[1-9]/.test(tasa) ? tasa : null
  const shown = manual ? typed : auto
  return shown ? { ...corredor, metodo_calculo, precision, costo, tasa: shown } : null
}

/** What the rule yields for three amounts, in both directions. */
export function Previa(props: Props) {
  const { data: lista = [] } = useAnswer(monedas.lista)
  const read = leer(props)
  const de = lista.find(({ id }) => id === read?.base_id)
  const a = lista.find(({ id }) => id === read?.cotizacion_id)
  if (!read || !de || !a) {
    return <p className="tenue">Elija divisas y pares para ver la tasa que resulta.</p>
  }
  const { costo, metodo_calculo, precision, tasa } = read
  return (
    <Desplazable className={classes.previa} titulo="Vista previa">
      <p role="status">
        Tasa <strong>{formatTasa(tasa, precision)}</strong>
        {costo && ` · costo ${tasaCosto(costo, metodo_calculo, Math.min(precision + 2, 10))}`}
        {costo && ` · margen ${porcentaje(margenEfectivo(costo, tasa, metodo_calculo))}`}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Si envía</th>
            <th scope="col">recibe</th>
            <th scope="col">Para recibir</th>
            <th scope="col">envía</th>
          </tr>
        </thead>
        <tbody>
          {AMOUNTS.map((amount) => (
            <Fila key={amount} amount={amount} tasa={{ tasa, metodo_calculo }} de={de} a={a} />
          ))}
        </tbody>
      </table>
    </Desplazable>
  )
}

function Fila(props: {
  amount: string
  tasa: { tasa: string; metodo_calculo: 'm' | 'd' }
  de: MonedaActiva
  a: MonedaActiva
}) {
  const { amount, tasa, de, a } = props
  const decimales = { envia: de.decimales, recibe: a.decimales }
  return (
    <tr>
      <td>{formatMonto(amount, de)}</td>
      <td>{formatMonto(cotizar({ envia: amount }, tasa, decimales).recibe, a)}</td>
      <td>{formatMonto(amount, a)}</td>
      <td>{formatMonto(cotizar({ recibe: amount }, tasa, decimales).envia, de)}</td>
    </tr>
  )
}
