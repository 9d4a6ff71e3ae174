import { formatMonto } from '../../core/formato.ts'
import { ConBandera } from '../../web/bandera.tsx'
import { columnaMonto, columnaValor } from '../../web/crud/lista/columna.tsx'
import type { Columna } from '../../web/crud/lista/tabla.tsx'
import { Monto, Numero, Vacio } from '../../web/crud/valores.tsx'
import type { PosicionFila } from './contract.ts'
import classes from './posiciones.module.css'
import { parte } from './rules.ts'

const COSTO = ['promedio', 'costo', 'no_realizada', 'ganancia_hoy', 'ganancia_total']

const soles = (
  clave: 'costo' | 'valor' | 'no_realizada' | 'ganancia_hoy' | 'ganancia_total',
  titulo: string,
) => columnaValor<PosicionFila>(clave, titulo, (fila) => fila[clave])

const COLUMNAS: Columna<PosicionFila>[] = [
  {
    clave: 'moneda',
    titulo: 'Divisa',
    celda: ({ moneda }) => (
      <ConBandera imagen={moneda.imagen}>
        {moneda.nombre} · {moneda.iso}
      </ConBandera>
    ),
    orden: ({ moneda }) => moneda.nombre,
    texto: ({ moneda }) => moneda.iso,
    principal: true,
    amplia: 'corta',
  },
  columnaMonto('cantidad', 'Cantidad', ({ cantidad, moneda }) => [cantidad, moneda]),
  {
    ...columnaMonto<PosicionFila>('neta', 'Posición neta', ({ neta, moneda }) => [neta, moneda]),
    celda: ({ debe, neta, moneda }) => (
      <div>
        <Monto valor={neta} moneda={moneda} />
        {Number(debe) !== 0 && (
          <small className={classes.debe}>por pagar {formatMonto(debe, moneda)}</small>
        )}
      </div>
    ),
    tarjeta: 'fija',
    menudo: ({ debe, neta, moneda }) =>
      [formatMonto(neta, moneda), Number(debe) !== 0 && `por pagar ${formatMonto(debe, moneda)}`]
        .filter(Boolean)
        .join(', '),
  },
  {
    clave: 'promedio',
    titulo: 'Costo promedio',
    alinear: 'right',
    celda: ({ promedio }) => <Numero valor={promedio} decimales={6} />,
    texto: ({ promedio }) => promedio ?? null,
  },
  { ...soles('costo', 'Costo'), oculta: 'estrecha' },
  {
    clave: 'precio',
    titulo: 'Precio actual',
    alinear: 'right',
    celda: ({ precio, precio_origen }) =>
      precio === null ? (
        <Vacio />
      ) : (
        <span title={precio_origen === 'cruce' ? 'Por el cruce con el dólar' : 'Nuestra compra'}>
          {precio_origen === 'cruce' && '≈ '}
          <Numero valor={precio} decimales={shown(precio)} />
        </span>
      ),
    texto: ({ precio }) => precio,
  },
  soles('valor', 'Valor'),
  { ...soles('no_realizada', 'Ganancia no realizada'), ancho: '6rem' },
  soles('ganancia_hoy', 'Ganancia hoy'),
  soles('ganancia_total', 'Ganancia total'),
]

/** At least three decimals, as counter prices have; more when the price is small. */
function shown(precio: string): number {
  return Math.max(3, Math.min(6, precio.split('.')[1]?.length ?? 0))
}

/** The share of each currency in the total value, as a bar and a percentage. */
function parteDe(filas: readonly PosicionFila[]): Columna<PosicionFila> {
  return {
    clave: 'parte',
    oculta: 'estrecha',
    titulo: '% del total',
    ancho: '5rem',
    celda: (fila) => {
      const percent = parte(fila, filas)
      if (percent === null) return <Vacio />
      return (
        <span className={classes.parte}>
          <span className={classes.barra} aria-hidden="true">
            <span style={{ width: `${percent}%` }} />
          </span>
          {percent} %
        </span>
      )
    },
    menudo: (fila) => `${parte(fila, filas) ?? 0} % del total`,
    texto: (fila) => parte(fila, filas),
  }
}

/** The columns; cost and profit only for those who may see them. */
export function columnasDe(
  filas: readonly PosicionFila[],
  ganancia: boolean,
): Columna<PosicionFila>[] {
  const all = [...COLUMNAS, parteDe(filas)]
  return ganancia ? all : all.filter(({ clave }) => !COSTO.includes(clave))
}
