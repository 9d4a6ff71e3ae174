import { monedaFuncional } from '../../../core/dinero/moneda.ts'
import {
  formatFecha,
  formatFechaHora,
  formatMonto,
  formatTasa,
  type Simbolo,
} from '../../../core/formato.ts'
import { Fecha, FechaCorta, Monto, TasaTexto, Vacio } from '../valores.tsx'
import type { Columna } from './tabla.tsx'

type Valor<T> = (fila: T) => string | null | undefined

/** Further properties of a column. */
export type Aparte<T> = Partial<Omit<Columna<T>, 'clave' | 'titulo'>>

/** A text column, the same on the screen and in the file; a dash for an empty text. */
export function columnaTexto<T>(
  clave: string,
  titulo: string,
  valor: Valor<T>,
  aparte?: Aparte<T>,
): Columna<T> {
  return {
    clave,
    titulo,
    celda: (fila) => valor(fila) ?? <Vacio />,
    texto: (fila) => valor(fila) ?? null,
    ...aparte,
  }
}

const escrito =
  <T,>(valor: Valor<T>, format: (text: string) => string): Valor<T> =>
  (fila) => {
    const text = valor(fila)
    return text && format(text)
  }

/** A day. */
export function columnaFecha<T>(
  clave: string,
  titulo: string,
  valor: Valor<T>,
  aparte?: Aparte<T>,
): Columna<T> {
  const celda = (fila: T) => <Fecha valor={valor(fila)} />
  const menudo = aparte?.celda ?? ((fila: T) => <FechaCorta valor={valor(fila)} />)
  return columnaTexto(clave, titulo, escrito(valor, formatFecha), { celda, menudo, ...aparte })
}

/** An instant, to the minute. */
export function columnaHora<T>(
  clave: string,
  titulo: string,
  valor: Valor<T>,
  aparte?: Aparte<T>,
): Columna<T> {
  const celda = (fila: T) => <Fecha valor={valor(fila)} hora />
  const menudo = aparte?.celda ?? ((fila: T) => <FechaCorta valor={valor(fila)} hora />)
  return columnaTexto(clave, titulo, escrito(valor, formatFechaHora), { celda, menudo, ...aparte })
}

type Importe = readonly [valor: string | null | undefined, moneda: Simbolo | undefined]

/** An amount: on the screen with its currency, and nothing before that is known; a number in the file. */
export function columnaMonto<T>(
  clave: string,
  titulo: string,
  importe: (fila: T) => Importe,
  aparte?: Aparte<T>,
): Columna<T> {
  return {
    clave,
    titulo,
    alinear: 'right',
    celda: (fila) => {
      const [valor, moneda] = importe(fila)
      return moneda && <Monto valor={valor} moneda={moneda} />
    },
    numero: (fila) => importe(fila)[0] ?? null,
    escrito: (fila) => {
      const [valor, moneda] = importe(fila)
      return valor && moneda ? formatMonto(valor, moneda) : null
    },
    ...aparte,
  }
}

/** An amount in the functional currency. */
export function columnaValor<T>(
  clave: string,
  titulo: string,
  valor: Valor<T>,
  aparte?: Aparte<T>,
): Columna<T> {
  return columnaMonto(clave, titulo, (fila) => [valor(fila), monedaFuncional()], {
    unidad: () => monedaFuncional().simbolo,
    ...aparte,
  })
}

/** The rate of a row, with its own precision. */
export function columnaTasa<T extends { tasa: string; precision: number }>(
  aparte?: Aparte<T>,
): Columna<T> {
  return {
    clave: 'tasa',
    titulo: 'Tasa',
    alinear: 'right',
    celda: ({ tasa, precision }) => <TasaTexto tasa={tasa} precision={precision} />,
    numero: ({ tasa }) => tasa,
    escrito: ({ tasa, precision }) => formatTasa(tasa, precision),
    ...aparte,
  }
}
