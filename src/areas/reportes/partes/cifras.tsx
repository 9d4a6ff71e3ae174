import type { ReactNode } from 'react'
import { decimal, texto } from '../../../core/dinero/decimal.ts'
import { monedaFuncional } from '../../../core/dinero/moneda.ts'
import { formatDecimal, formatMonto } from '../../../core/formato.ts'
import { type Aparte, columnaMonto } from '../../../web/crud/lista/columna.tsx'
import type { Columna } from '../../../web/crud/lista/tabla.tsx'
import { Monto } from '../../../web/crud/valores.tsx'
import { type Busqueda, Enlace } from '../../../web/marco/navegacion.tsx'
import type { RutaCon } from '../../../web/marco/screens.ts'
import classes from './reportes.module.css'

export const DOLARES = { simbolo: 'US$', decimales: 2 } as const

/** Formats a figure; as soles by default. */
export type Formato = (valor: string) => string
const soles: Formato = (valor) => formatMonto(valor, monedaFuncional())
export const dolares: Formato = (valor) => formatMonto(valor, DOLARES)
export const cuenta: Formato = (valor) => formatDecimal(valor, 0)

/** A column of amounts in dollars: on the screen each says so, in a file its title. */
export function columnaDolares<T>(
  clave: string,
  titulo: string,
  valor: (fila: T) => string | null,
  aparte?: Aparte<T>,
): Columna<T> {
  return columnaMonto(clave, titulo, (fila) => [valor(fila), DOLARES], {
    unidad: () => DOLARES.simbolo,
    ...aparte,
  })
}

/** The difference from the period before, with sign. */
export function cambio(ahora: string, antes: string): string {
  return texto(decimal(ahora).minus(decimal(antes)), 2)
}

/** A difference in colour: `+S/ 3.00` in green, `−S/ 3.00` in red. */
export function Cambio({ valor, formato = soles }: { valor: string; formato?: Formato }) {
  const signo = valor.startsWith('-') ? -1 : Number(valor) === 0 ? 0 : 1
  return (
    <span className={classes.cambio} data-signo={signo}>
      {signo > 0 && '+'}
      {formato(valor)}
    </span>
  )
}

export interface Cifra {
  titulo: string
  /** Undefined while loading; null when there is none. */
  valor: string | null | undefined
  /** The value in the period before; left out where nothing is compared. */
  antes?: string | null | undefined
  formato?: Formato
  /** The list behind the figure. */
  a?: RutaCon
  search?: Busqueda
}

/** The figures of a report, each with its former value and a link to the list behind it. */
export function Cifras({ cifras }: { cifras: readonly Cifra[] }) {
  const compara = cifras.some((cifra) => 'antes' in cifra)
  return (
    <dl className={classes.cifras} aria-label="Totales del período">
      {cifras.map(({ titulo, valor, formato = soles, a, search = {}, ...con }) => (
        <div key={titulo}>
          <dt>
            {a ? (
              <Enlace a={a} search={search}>
                {titulo}
              </Enlace>
            ) : (
              titulo
            )}
          </dt>
          <dd data-negativo={valor?.startsWith('-') || undefined}>
            {valor == null ? (valor === null ? '—' : '…') : formato(valor)}
          </dd>
          {compara && (
            <dd className={classes.antes}>
              {!(valor && con.antes) && '\u00a0'}
              {valor && con.antes && (
                <>
                  <Cambio valor={cambio(valor, con.antes)} formato={formato} />{' '}
                  <span>antes {formato(con.antes)}</span>
                </>
              )}
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}

/** The last row: the server's totals below the visible columns, with its label in the first. */
export function FilaSumas<T>({
  visibles,
  sumas,
}: {
  visibles: readonly Columna<T>[]
  /** By column; a text is an amount in soles. */
  sumas: Readonly<Record<string, ReactNode>>
}) {
  return (
    <tr>
      {visibles.map(({ clave, titulo, alinear }, index) => (
        <td
          key={clave}
          data-alinear={alinear}
          data-principal={index === 0 || undefined}
          data-titulo={titulo}
        >
          {index === 0 ? 'Total' : <Suma valor={sumas[clave]} esCambio={clave === 'cambio'} />}
        </td>
      ))}
    </tr>
  )
}

function Suma({ valor, esCambio }: { valor: ReactNode; esCambio: boolean }) {
  if (typeof valor !== 'string') return valor
  return esCambio ? <Cambio valor={valor} /> : <Monto valor={valor} moneda={monedaFuncional()} />
}
