import {
  columnaHora,
  columnaMonto,
  columnaSoles,
  columnaTexto,
} from '../../web/crud/lista/columna.tsx'
import type { Columna } from '../../web/crud/lista/tabla.tsx'
import { Monto } from '../../web/crud/valores.tsx'
import type { ApunteFila, FilaBalance } from './contract.ts'
import classes from './libro.module.css'
import { CLASES } from './palabras.ts'

type Apuntes = Columna<ApunteFila>[]

/** A cell that is shown for the first leg of an entry only; the file has it in every row. */
const delAsiento = (valor: (fila: ApunteFila) => string) => (fila: ApunteFila) =>
  fila.primero ? valor(fila) : <span className="solo-lectores">{valor(fila)}</span>

const importe = (clave: 'debe' | 'haber', titulo: string): Columna<ApunteFila> => ({
  clave,
  titulo,
  alinear: 'right',
  celda: (fila) => (fila[clave] === null ? '' : <Monto valor={fila[clave]} moneda={fila.moneda} />),
  numero: (fila) => fila[clave],
})

const cuentaDe = ({ codigo, cuenta }: ApunteFila) => `${cuenta} · ${codigo}`

const ASIENTO: Apuntes = [
  columnaTexto('asiento', 'Asiento', ({ asiento_id }) => String(asiento_id), {
    celda: delAsiento(({ asiento_id }) => String(asiento_id)),
    alinear: 'right',
    ancho: '5.5rem',
  }),
  columnaHora('fecha', 'Fecha', ({ fecha }) => fecha, {
    orden: ({ fecha }) => fecha,
    ancho: '10.5rem',
  }),
  columnaTexto('glosa', 'Concepto', ({ glosa }) => glosa, {
    celda: delAsiento(({ glosa, numero }) => (numero ? `${numero} · ${glosa}` : glosa)),
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
})

const MONEDA = columnaTexto<ApunteFila>('moneda', 'Moneda', ({ moneda }) => moneda.iso, {
  oculta: true,
})

/** The columns of the journal; of one account, with its running balance instead of its name. */
export function columnasApuntes(una: boolean): Apuntes {
  return [
    ...ASIENTO.map((columna) =>
      una && columna.clave === 'glosa' ? { ...columna, celda: conNumero } : columna,
    ),
    ...(una ? [] : [CUENTA]),
    MONEDA,
    importe('debe', 'Debe'),
    importe('haber', 'Haber'),
    ...(una
      ? [columnaMonto<ApunteFila>('saldo', 'Saldo', ({ saldo, moneda }) => [saldo, moneda])]
      : []),
    columnaSoles('valor', 'Al costo', ({ valor }) => valor, { oculta: una }),
    columnaTexto('usuario', 'Usuario', ({ usuario }) => usuario, { oculta: true }),
  ]
}

const conNumero = ({ numero, glosa }: ApunteFila) => (numero ? `${numero} · ${glosa}` : glosa)

const suma = (clave: 'inicial' | 'debe' | 'haber' | 'final', titulo: string) =>
  columnaMonto<FilaBalance>(clave, titulo, (fila) => [fila[clave], fila.moneda], {
    orden: (fila) => fila[clave],
  })

export const COLUMNAS_BALANCE: Columna<FilaBalance>[] = [
  columnaTexto('nombre', 'Cuenta', ({ nombre }) => nombre, {
    orden: ({ nombre }) => nombre,
    amplia: true,
    principal: true,
  }),
  columnaTexto('codigo', 'Código', ({ codigo }) => codigo, { orden: ({ codigo }) => codigo }),
  columnaTexto('clase', 'Clase', ({ clase }) => CLASES[clase]),
  columnaTexto('moneda', 'Moneda', ({ moneda }) => moneda.iso, {
    orden: ({ moneda }) => moneda.iso,
  }),
  suma('inicial', 'Saldo inicial'),
  suma('debe', 'Debe'),
  suma('haber', 'Haber'),
  suma('final', 'Saldo final'),
]
