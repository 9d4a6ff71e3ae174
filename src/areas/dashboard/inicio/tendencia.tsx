import { enPlural } from '../../../core/dinero/moneda.ts'
import { finDelDia, inicioDelDia } from '../../../core/zona.ts'
import { anterior, Grafico } from '../../../web/crud/grafico/grafico.tsx'
import { contrato, type Dia, type Inicio } from '../contract.ts'
import classes from './inicio.module.css'

/** Trend of the last days, today included: profit and margin for users who may see them, otherwise operations. */
export function Tendencia({ inicio }: { inicio: Inicio }) {
  const { fecha, dias = [], ganancia, margen, operaciones } = inicio
  const money = ganancia && margen
  const today = {
    fecha,
    operaciones: operaciones?.hoy,
    ganancia: ganancia?.hoy,
    margen: margen?.hoy,
  }
  const puntosDe = (rows: readonly Dia[]) =>
    rows.map((dia) => ({
      desde: inicioDelDia(dia.fecha),
      valores: money
        ? [dia.ganancia ?? null, dia.margen ?? null]
        : [dia.operaciones === undefined ? null : String(dia.operaciones)],
    }))
  return (
    <section className={classes.panel} aria-labelledby="tendencia">
      <h2 id="tendencia">{money ? `Ganancia por día, en ${enPlural()}` : 'Operaciones por día'}</h2>
      {dias.length === 0 ? (
        <p className="tenue">Se dibuja desde el segundo día de trabajo.</p>
      ) : (
        <Grafico
          titulo={money ? 'Ganancia y margen por día' : 'Operaciones por día'}
          series={money ? ['Ganancia realizada', 'Margen de tasas'] : ['Operaciones']}
          puntos={puntosDe([...dias, today as Dia])}
          anterior={anterior(contrato.dias, (rango) => ({ query: rango }), puntosDe)}
          precision={money ? 2 : 0}
          hasta={finDelDia(fecha)}
          porDia
          desdeCero
        />
      )}
    </section>
  )
}
