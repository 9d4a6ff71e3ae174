import { formatFechaHora } from '../../../core/formato.ts'
import { columnaHora, columnaTexto } from '../../../web/crud/lista/columna.tsx'
import type { Columna } from '../../../web/crud/lista/tabla.tsx'
import { Fecha, Ficha, Numero, TasaTexto, Vacio } from '../../../web/crud/valores.tsx'
import type { HistoriaTipo } from '../contract.ts'
import { porcentaje, SIGNOS } from '../palabras.ts'
import classes from '../tipos.module.css'

const ORIGENES = { automatico: 'Automática', manual: 'Manual', par: 'Cambio de precios' } as const

export const COSTO = ['tasa_costo', 'margen', 'precio_origen', 'precio_destino']

const precio = (clave: 'precio_origen' | 'precio_destino', titulo: string) =>
  ({
    clave,
    titulo,
    alinear: 'right',
    celda: (fila) => fila[clave] ?? <Vacio />,
    texto: (fila) => fila[clave] ?? null,
    oculta: true,
  }) satisfies Columna<HistoriaTipo>

/** Columns of the history; some only for those who may see cost. */
export const COLUMNAS: Columna<HistoriaTipo>[] = [
  columnaHora('vigente_desde', 'Desde', ({ vigente_desde }) => vigente_desde),
  {
    clave: 'vigente_hasta',
    titulo: 'Hasta',
    celda: ({ vigente_hasta }) =>
      vigente_hasta ? <Fecha valor={vigente_hasta} hora /> : <Ficha tono="positivo">Vigente</Ficha>,
    texto: ({ vigente_hasta }) => vigente_hasta && formatFechaHora(vigente_hasta),
  },
  {
    clave: 'tasa',
    titulo: 'Tasa',
    alinear: 'right',
    celda: ({ tasa, precision, metodo_calculo }) => (
      <span className={classes.tasa}>
        <span aria-hidden="true">{SIGNOS[metodo_calculo]}</span>
        <TasaTexto tasa={tasa} precision={precision} />
      </span>
    ),
    texto: ({ tasa }) => tasa,
  },
  {
    clave: 'origen',
    titulo: 'Origen',
    celda: ({ origen, deshecha }) => (
      <>
        {ORIGENES[origen]} {deshecha && <Ficha tono="negativo">Deshecha</Ficha>}
      </>
    ),
    texto: ({ origen, deshecha }) => `${ORIGENES[origen]}${deshecha ? ' (deshecha)' : ''}`,
  },
  {
    clave: 'tasa_costo',
    titulo: 'Costo',
    alinear: 'right',
    celda: ({ tasa_costo, precision }) => (
      <Numero valor={tasa_costo} decimales={Math.min(precision + 2, 8)} />
    ),
    texto: ({ tasa_costo }) => tasa_costo ?? null,
  },
  {
    clave: 'margen',
    titulo: 'Margen',
    alinear: 'right',
    celda: ({ margen }) => (margen ? porcentaje(margen) : <Vacio />),
    texto: ({ margen }) => margen ?? null,
  },
  precio('precio_origen', 'Precio de origen'),
  precio('precio_destino', 'Precio de destino'),
  columnaTexto('usuario', 'Por', ({ usuario }) => usuario),
  columnaTexto('motivo', 'Motivo', ({ motivo }) => motivo),
  {
    clave: 'operaciones',
    titulo: 'Operaciones',
    alinear: 'right',
    celda: ({ operaciones }) => operaciones || <Vacio />,
    numero: ({ operaciones }) => String(operaciones),
  },
]
