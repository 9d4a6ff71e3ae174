import { formatDecimal } from '../../../core/formato.ts'
import { Tabla } from '../lista/tabla.tsx'
import { Fecha } from '../valores.tsx'
import classes from './asiento-tabla.module.css'

/** A leg as documents show it. */
export interface Apunte {
  asiento_id: number
  fecha: string
  glosa: string
  cuenta: string
  moneda_id: number
  debe: string | null
  haber: string | null
}

interface Props {
  apuntes: readonly Apunte[]
  /** Every currency that a leg may be in. */
  monedas: readonly { id: number; iso: string; decimales: number }[]
}

/** The entries of a document as an accountant reads them: debit, credit, per currency. */
export function AsientoTabla({ apuntes, monedas }: Props) {
  const known = new Map(monedas.map((m) => [m.id, m]))
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
          // An amount is not written before the decimals of its currency are known.
          filas={rows.every(({ moneda_id }) => known.has(moneda_id)) ? rows : undefined}
          esperadas={rows.length}
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
