import { decimalesDe } from '../../core/dinero/decimal.ts'
import { useAnswer } from '../../web/api/query.ts'
import { Grafico } from '../../web/crud/grafico/grafico.tsx'
import classes from './competencia.module.css'
import { contrato } from './contract.ts'

interface Props {
  par_id: string
  competidor_id: string
  competidor: string
}

/** What the competitor paid for the base beside what we paid, and then what each sold it for. */
export function Linea({ par_id, competidor_id, competidor }: Props) {
  const { data } = useAnswer(contrato.linea, { query: { par_id, competidor_id } })
  const precision = Math.max(0, ...(data ?? []).map(({ compra }) => decimalesDe(compra)))
  if (data?.length === 0) return null
  return (
    <div className={classes.lado}>
      <Grafico
        titulo="Compra en el tiempo"
        series={['Nuestra compra', `Compra de ${competidor}`]}
        precision={precision}
        puntos={data?.map((p) => ({ desde: p.desde, valores: [p.nuestra_compra, p.compra] }))}
      />
      <Grafico
        titulo="Venta en el tiempo"
        series={['Nuestra venta', `Venta de ${competidor}`]}
        precision={precision}
        puntos={data?.map((p) => ({ desde: p.desde, valores: [p.nuestra_venta, p.venta] }))}
      />
    </div>
  )
}
