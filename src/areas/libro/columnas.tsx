import { formatFechaHora } from '../../core/formato.ts'
import {
  columnaHora,
  columnaMonto,
  columnaTexto,
  columnaValor,
} from '../../web/crud/lista/columna.tsx'
import type { Columna } from '../../web/crud/lista/tabla.tsx'
import { Monto } from '../../web/crud/valores.tsx'
import type { ApunteFila, FilaBalance } from './contract.ts'
import classes from './libro.module.css'
import { CLASES } from './palabras.ts'

type Apuntes = Columna<ApunteFila>[]

/** A cell of the entry: under its first leg the same text is not shown again, but on a phone's cards. */
const delAsiento = (valor: (fila: ApunteFila) => string) => (fila: ApunteFila) =>
  fila.primero ? valor(fila) : <span className={classes.repetido}>{valor(fila)}</span>

/** The entry's words with its document's number, unless they name it. */
const conceptoDe = ({ glosa, numero }: ApunteFila) =>
  numero && !glosa.includes(numero) ? `${numero} · ${glosa}` : glosa

const importe = (clave: 'debe' | 'haber', titulo: string): Columna<ApunteFila> => ({
  clave,
  titulo,
  alinear: 'right',
  celda: (fila) => (fila[clave] === null ? '' : <Monto valor={fila[clave]} moneda={fila.moneda} />),
  numero: (fila) => fila[clave],
  tarjeta: 'importe',
})

/** A balance as accountants write it: without a sign, with H where it is on the credit side. */
const saldo = <T extends { moneda: ApunteFila['moneda'] }>(
  clave: string,
  titulo: string,
  valor: (fila: T) => string,
): Columna<T> =>
  columnaMonto<T>(clave, titulo, (fila) => [valor(fila), fila.moneda], {
    celda: (fila) => <Saldo valor={valor(fila)} moneda={fila.moneda} />,
    orden: valor,
  })

/** An amount without its sign, with H for a credit balance. */
export function Saldo({ valor, moneda }: { valor: string; moneda: ApunteFila['moneda'] }) {
  const credit = valor.startsWith('-')
  return (
    <span className={classes.saldo}>
      <Monto valor={credit ? valor.slice(1) : valor} moneda={moneda} />
      <abbr title={credit ? 'en el haber' : ''}>{credit ? 'H' : ''}</abbr>
    </span>
  )
}

const suma = (clave: 'debe' | 'haber', titulo: string) =>
  columnaMonto<FilaBalance>(clave, titulo, (fila) => [fila[clave], fila.moneda], {
    orden: (fila) => fila[clave],
    tarjeta: 'media',
  })

const cuentaDe = ({ codigo, cuenta }: ApunteFila) => `${cuenta} · ${codigo}`

const ASIENTO = (
  celda: (valor: (fila: ApunteFila) => string) => Apuntes[number]['celda'],
): Apuntes => [
  columnaTexto('asiento', 'Asiento', ({ asiento_id }) => String(asiento_id), {
    celda: celda(({ asiento_id }) => String(asiento_id)),
    alinear: 'right',
    ancho: '5.5rem',
    tarjeta: 'media',
  }),
  columnaHora('fecha', 'Fecha', ({ fecha }) => fecha, {
    celda: celda(({ fecha }) => formatFechaHora(fecha)),
    orden: ({ fecha }) => fecha,
    ancho: '10.5rem',
    tarjeta: 'media',
  }),
  columnaTexto('glosa', 'Concepto', ({ glosa }) => glosa, {
    celda: celda(conceptoDe),
    amplia: true,
    principal: true,
  }),
  columnaTexto('numero', 'Documento', ({ numero }) => numero, { oculta: true }),
]

const CUENTA = columnaTexto<ApunteFila>('cuenta', 'Cuenta', cuentaDe, {
  celda: ({ cuenta, codigo }) => (
    <span className={classes.cuenta}>
      {cuenta} <small>{codigo}</small>
    </span>
  ),
  amplia: true,
  tarjeta: 'entera',
})

const MONEDA = columnaTexto<ApunteFila>('moneda', 'Moneda', ({ moneda }) => moneda.iso, {
  oculta: true,
})

/** The columns of the journal; of one account, with its running balance instead of its name. */
export function columnasApuntes(una: boolean): Apuntes {
  return [
    // Each leg of one account is another entry, so nothing is repeated there.
    ...ASIENTO(una ? (valor) => valor : delAsiento),
    ...(una ? [] : [CUENTA]),
    MONEDA,
    importe('debe', 'Debe'),
    importe('haber', 'Haber'),
    ...(una ? [saldo<ApunteFila>('saldo', 'Saldo', (fila) => fila.saldo)] : []),
    columnaValor('valor', 'Al costo', ({ valor }) => valor, { oculta: true }),
    columnaTexto('usuario', 'Usuario', ({ usuario }) => usuario, { oculta: true }),
  ]
}

export const COLUMNAS_BALANCE: Columna<FilaBalance>[] = [
  columnaTexto('nombre', 'Cuenta', ({ nombre }) => nombre, {
    orden: ({ nombre }) => nombre,
    amplia: true,
    principal: true,
  }),
  columnaTexto('codigo', 'Código', ({ codigo }) => codigo, {
    orden: ({ codigo }) => codigo,
    tarjeta: 'oculta',
  }),
  columnaTexto('clase', 'Clase', ({ clase }) => CLASES[clase], { tarjeta: 'media' }),
  columnaTexto('moneda', 'Moneda', ({ moneda }) => moneda.iso, {
    orden: ({ moneda }) => moneda.iso,
    tarjeta: 'media',
  }),
  saldo('inicial', 'Saldo inicial', ({ inicial }) => inicial),
  suma('debe', 'Debe'),
  suma('haber', 'Haber'),
  saldo('final', 'Saldo final', (fila) => fila.final),
]
