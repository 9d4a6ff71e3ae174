import { decimal, texto } from '../../../core/dinero/decimal.ts'
import { useAnswer } from '../../../web/api/query.ts'
import type { Suma as SumaPie } from '../../../web/crud/lista/pie/paginador.tsx'
import { Montos } from '../../../web/crud/totales/montos.tsx'
import { Reserva } from '../../../web/crud/totales/reserva.tsx'
import type { ColumnaOrdenes } from '../contract/consultas.ts'
import { contrato } from '../contract.ts'
import classes from '../ordenes.module.css'
import { useFiltro } from './datos-lista.tsx'
import type { Monedas } from './filtros.tsx'

type Suma = ColumnaOrdenes['envia'][number]

/** Adds the totals of several states by currency: currencies are never added together. */
export function sumar(sumas: readonly Suma[]): Suma[] {
  const by = Map.groupBy(sumas, ({ moneda_id }) => moneda_id)
  return [...by].map(([moneda_id, rows]) => {
    const places = Math.max(...rows.map(({ monto }) => monto.split('.')[1]?.length ?? 0))
    const total = rows.reduce((sum, { monto }) => sum.plus(decimal(monto)), decimal('0'))
    return { moneda_id, monto: texto(total, places) }
  })
}

/** Amounts of several currencies in a row. */
export function Sumas({ sumas, monedas }: { sumas: readonly Suma[]; monedas: Monedas }) {
  return <Montos montos={sumas.map(({ moneda_id, monto }) => [monto, monedas.get(moneda_id)])} />
}

/** What a screen adds to the filters of the address. */
type Fijo = Pick<ReturnType<typeof useFiltro>, 'persona_id'>

/** The orders of the filters that are not annulled; null until they are known. */
function useVivas(fijo: Fijo = {}) {
  const query = { ...useFiltro(), ...fijo }
  const { data } = useAnswer(contrato.resumen, { query }, { conserva: true })
  return data?.filter(({ estado }) => estado !== 'anulada') ?? null
}

/** What is sent and what is still to be paid, for the foot of the list; null until it is known. */
export function useSumas(monedas: Monedas, fijo?: Fijo): readonly SumaPie[] | null {
  const alive = useVivas(fijo)
  if (!alive) return null
  const montos = (sumas: readonly Suma[]) =>
    sumar(sumas).map(({ monto, moneda_id }) => [monto, monedas.get(moneda_id)] as const)
  return [
    { titulo: 'Envían', montos: montos(alive.flatMap(({ envia }) => envia)) },
    { titulo: 'Por pagar', montos: montos(alive.flatMap(({ por_pagar }) => por_pagar)) },
  ]
}

/** Totals for the filters by currency, without annulled orders. */
export function Totales({ monedas }: { monedas: Monedas }) {
  const known = useVivas()
  const alive = known ?? []
  const count = alive.reduce((sum, { ordenes }) => sum + ordenes, 0)
  const rows = [
    ['Envían', sumar(alive.flatMap(({ envia }) => envia))],
    ['Reciben', sumar(alive.flatMap(({ recibe }) => recibe))],
    ['Por pagar', sumar(alive.flatMap(({ por_pagar }) => por_pagar))],
  ] as const
  return (
    <Reserva plegable clave="ordenes" hay={known !== null && monedas.size > 0}>
      {count > 0 && (
        <dl className={classes.totales} aria-label="Totales de lo filtrado por moneda">
          {rows.map(([titulo, sumas]) =>
            sumas.length > 0 ? (
              <div key={titulo}>
                <dt>{titulo}</dt>
                <dd>
                  <Sumas sumas={sumas} monedas={monedas} />
                </dd>
              </div>
            ) : null,
          )}
          <div>
            <dt>Órdenes</dt>
            <dd>{count}</dd>
          </div>
        </dl>
      )}
    </Reserva>
  )
}
