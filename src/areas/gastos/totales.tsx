import type { AnswerOf } from '../../core/contract.ts'
import { decimal, dividir, texto } from '../../core/dinero/decimal.ts'
import { monedaFuncional } from '../../core/dinero/moneda.ts'
import { sinConfundir } from '../../core/formato.ts'
import { useAnswer } from '../../web/api/query.ts'
import { useFiltrado } from '../../web/crud/lista/filtros.tsx'
import type { Suma } from '../../web/crud/lista/pie/paginador.tsx'
import { Reserva } from '../../web/crud/totales/reserva.tsx'
import { Monto } from '../../web/crud/valores.tsx'
import { contrato } from './contract.ts'
import classes from './gastos.module.css'

type Categoria = NonNullable<AnswerOf<typeof contrato.totales>['categorias']>[number]
const MESES = new Intl.DateTimeFormat('es-PE', { month: 'long', year: 'numeric', timeZone: 'UTC' })

const useTotales = () =>
  useAnswer(contrato.totales, { query: useFiltrado(contrato.totales) }, { conserva: true }).data

/** What was paid, for the foot of the list; null until it is known. */
export function useSumas(): readonly Suma[] | null {
  const data = useTotales()
  if (!data) return null
  return [{ titulo: 'Pagado', montos: data.monedas.map(({ total, moneda }) => [total, moneda]) }]
}

/** Paid totals of the filter per currency, and the month's total of each category next to its budget. */
export function Totales() {
  const data = useTotales()
  return (
    <Reserva plegable clave="gastos" hay={Boolean(data)}>
      {data && <DeLoFiltrado data={data} />}
    </Reserva>
  )
}

function DeLoFiltrado({ data }: { data: AnswerOf<typeof contrato.totales> }) {
  const month = MESES.format(new Date(`${data.mes}-01T00:00:00Z`))
  const signs = sinConfundir(data.monedas.map(({ moneda }) => moneda))
  // Categories without expenses are left out here; their budgets are in the catalogue.
  const spent = data.categorias?.filter((c) => c.filtrado !== '0.00' || c.mes !== '0.00') ?? []
  return (
    <section className="pila marco menor" aria-label="Totales de lo filtrado">
      <p className={classes.monedas}>
        <strong>Pagado, y {month} contra su presupuesto</strong>
        {data.monedas.length === 0 && <span>nada de lo filtrado</span>}
        {data.monedas.map(({ moneda, total, gastos }, n) => (
          <span key={moneda.id}>
            <Monto valor={total} moneda={signs[n] ?? moneda} /> en {gastos}{' '}
            {gastos === 1 ? 'gasto' : 'gastos'}
          </span>
        ))}
      </p>
      {spent.length > 0 && (
        <ul className={classes.categorias} aria-label={`Por categoría, y el mes de ${month}`}>
          {spent.map((c) => (
            <PorCategoria key={c.categoria_id} categoria={c} mes={month} />
          ))}
        </ul>
      )}
    </section>
  )
}

function PorCategoria({ categoria: c, mes }: { categoria: Categoria; mes: string }) {
  const over = c.presupuesto !== null && decimal(c.mes).gt(decimal(c.presupuesto))
  const share =
    c.presupuesto &&
    texto(dividir(decimal(c.mes).times(100), decimal(c.presupuesto), 0, 'medio'), 0)
  return (
    <li className={classes.categoria} data-pasado={over}>
      <span>{c.categoria}</span>
      <Monto valor={c.filtrado} moneda={monedaFuncional()} />
      <span className={classes.mes}>
        {'En el mes '}
        <Monto valor={c.mes} moneda={monedaFuncional()} />
        {c.presupuesto && (
          <>
            {' de '}
            <Monto valor={c.presupuesto} moneda={monedaFuncional()} /> · {share} %
          </>
        )}
      </span>
      {c.presupuesto && (
        <progress
          max={100}
          value={Math.min(Number(share), 100)}
          aria-label={`${c.categoria}: ${share} % del presupuesto de ${mes}`}
        />
      )}
    </li>
  )
}
