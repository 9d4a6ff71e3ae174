import { type Columna, Tabla } from '../../../web/crud/lista/tabla.tsx'
import { Monto } from '../../../web/crud/valores.tsx'
import classes from '../cierres.module.css'
import type { CuentaTurno, Turno } from '../contract/turnos.ts'
import { Diferencia } from '../fichas.tsx'

const COMPARADO: Columna<CuentaTurno>[] = [
  {
    clave: 'esperado',
    titulo: 'Según libros',
    alinear: 'right',
    celda: (c) => <Monto valor={c.esperado} moneda={c} />,
  },
  {
    clave: 'diferencia',
    titulo: 'Diferencia',
    alinear: 'right',
    celda: (c) => <Diferencia de={c} />,
  },
]

/**
 * The counted accounts, next to their balances in the books at that instant; without these where the reader counted
 * them himself.
 */
export function TablaCuentas({
  titulo,
  cuentas,
}: {
  titulo: string
  cuentas: readonly CuentaTurno[]
}) {
  return (
    <div className={classes.tabla}>
      <Tabla
        titulo={titulo}
        filas={cuentas}
        id={({ cuenta_id }) => cuenta_id}
        columnas={[
          { clave: 'cuenta', titulo: 'Cuenta', principal: true, celda: ({ cuenta }) => cuenta },
          {
            clave: 'contado',
            titulo: 'Contado',
            alinear: 'right',
            celda: (c) => <Monto valor={c.contado} moneda={c} />,
          },
          ...(cuentas.some((c) => c.esperado !== null) ? COMPARADO : []),
        ]}
      />
    </div>
  )
}

/** One round of counts as accounts: the opening, or one of the counts at the close. */
export function ronda(turno: Turno, momento: 'apertura' | 'cierre', vuelta: number): CuentaTurno[] {
  return turno.cuentas.flatMap((cuenta) => {
    const found = turno.conteos.find(
      (c) => c.cuenta_id === cuenta.cuenta_id && c.momento === momento && c.vuelta === vuelta,
    )
    return found
      ? [
          {
            ...cuenta,
            contado: found.contado,
            esperado: found.esperado,
            diferencia: found.diferencia,
          },
        ]
      : []
  })
}

/** How many times the till was counted at the close. */
export function vueltas({ conteos }: Turno): number {
  return Math.max(0, ...conteos.filter((c) => c.momento === 'cierre').map(({ vuelta }) => vuelta))
}

/** Whether a recount of the close said something else than its first count. */
export function recontado({ conteos }: Turno): boolean {
  const cierres = conteos.filter(({ momento }) => momento === 'cierre')
  return cierres.some((c) =>
    cierres.some((o) => o.cuenta_id === c.cuenta_id && o.contado !== c.contado),
  )
}
