import { formatDecimal } from '../../core/formato.ts'
import { Tabla } from '../../web/crud/tabla.tsx'
import { Fecha } from '../../web/crud/valores.tsx'
import { useAnswer } from '../../web/query.ts'
import { contrato as contratoMonedas } from '../monedas/contract.ts'
import type { ApunteDetalle, Detalle } from './contract.ts'
import classes from './detalle.module.css'

/** The entries of the operation as an accountant reads them: debit, credit, per currency. */
export function AsientoTabla({
  apuntes,
  monedas: { divisa, contramoneda },
}: {
  apuntes: readonly ApunteDetalle[]
  monedas: Pick<Detalle, 'divisa' | 'contramoneda'>
}) {
  const { data = [] } = useAnswer(contratoMonedas.lista)
  const known = new Map([...data, divisa, contramoneda].map((m) => [m.id, m]))
  const entries = [...new Set(apuntes.map(({ asiento_id }) => asiento_id))]
  const amount = (value: string | null, moneda_id: number) =>
    value && formatDecimal(value, known.get(moneda_id)?.decimales ?? 2)
  return entries.map((asiento_id) => {
    const rows = apuntes.filter((a) => a.asiento_id === asiento_id)
    return (
      <section key={asiento_id} className={classes.asiento}>
        <h2>
          Asiento {asiento_id} · {rows[0]?.glosa} · <Fecha valor={rows[0]?.fecha} hora />
        </h2>
        <Tabla
          titulo={`Asiento ${asiento_id}`}
          id={(a) => `${a.cuenta}${a.debe}${a.haber}`}
          filas={rows}
          columnas={[
            { clave: 'cuenta', titulo: 'Cuenta', celda: ({ cuenta }) => cuenta, principal: true },
            {
              clave: 'moneda',
              titulo: 'Moneda',
              celda: ({ moneda_id }) => known.get(moneda_id)?.iso ?? '',
            },
            {
              clave: 'debe',
              titulo: 'Debe',
              alinear: 'right',
              celda: ({ debe, moneda_id }) => amount(debe, moneda_id),
            },
            {
              clave: 'haber',
              titulo: 'Haber',
              alinear: 'right',
              celda: ({ haber, moneda_id }) => amount(haber, moneda_id),
            },
          ]}
        />
      </section>
    )
  })
}
