import { decimal, texto } from '../../core/decimal.ts'
import { formatMonto, SOLES } from '../../core/formato.ts'
import type { Columna } from '../../web/crud/tabla.tsx'
import { Monto } from '../../web/crud/valores.tsx'
import { type Busqueda, Enlace } from '../../web/navegacion.tsx'
import classes from './reportes.module.css'

/** How much more or less than before, with its sign. */
export function cambio(ahora: string, antes: string): string {
  return texto(decimal(ahora).minus(decimal(antes)), 2)
}

/** `+S/ 3.00` in green, `−S/ 3.00` in red. */
export function Cambio({ valor }: { valor: string }) {
  const signo = valor.startsWith('-') ? -1 : Number(valor) === 0 ? 0 : 1
  return (
    <span className={classes.cambio} data-signo={signo}>
      {signo > 0 && '+'}
      {formatMonto(valor, SOLES)}
    </span>
  )
}

export interface Cifra {
  titulo: string
  valor: string | undefined
  /** Of the period before. */
  antes?: string | undefined
  /** In words, instead of a comparison. */
  nota?: string
  /** The list that it is made of. */
  a?: string
  search?: Busqueda
}

/** The figures of a report, each beside what it was before and leading to what it is made of. */
export function Cifras({ cifras }: { cifras: readonly Cifra[] }) {
  return (
    <dl className={classes.cifras} aria-label="Totales del período">
      {cifras.map((cifra) => (
        <div key={cifra.titulo}>
          <dt>
            {cifra.a ? (
              <Enlace a={cifra.a} search={cifra.search ?? {}}>
                {cifra.titulo}
              </Enlace>
            ) : (
              cifra.titulo
            )}
          </dt>
          <dd>{cifra.valor === undefined ? '…' : <Monto valor={cifra.valor} moneda={SOLES} />}</dd>
          <dd className={classes.antes}>
            {cifra.valor !== undefined && cifra.antes !== undefined && (
              <>
                <Cambio valor={cambio(cifra.valor, cifra.antes)} />{' '}
                <span>antes {formatMonto(cifra.antes, SOLES)}</span>
              </>
            )}
            {cifra.nota}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The last row: the server's own sums under the columns that are shown, the word in the first. */
export function FilaSumas<T>({
  visibles,
  sumas,
}: {
  visibles: readonly Columna<T>[]
  sumas: Readonly<Record<string, string | undefined>>
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
          {index === 0
            ? 'Total'
            : sumas[clave] !== undefined &&
              (clave === 'cambio' ? (
                <Cambio valor={sumas[clave]} />
              ) : (
                <Monto valor={sumas[clave]} moneda={SOLES} />
              ))}
        </td>
      ))}
    </tr>
  )
}
