import { ConBandera } from '../../../web/bandera.tsx'
import { columnaMonto, columnaValor } from '../../../web/crud/lista/columna.tsx'
import { type Columna, Tabla } from '../../../web/crud/lista/tabla.tsx'
import { Numero, Vacio } from '../../../web/crud/valores.tsx'
import { useIr } from '../../../web/marco/navegacion.tsx'
import type { Inicio } from '../contract.ts'
import classes from './inicio.module.css'

type Fila = NonNullable<Inicio['posiciones']>[number]

const COLUMNAS: Columna<Fila>[] = [
  {
    clave: 'moneda',
    titulo: 'Divisa',
    celda: ({ moneda }) => <ConBandera imagen={moneda.imagen}>{moneda.nombre}</ConBandera>,
    principal: true,
  },
  columnaMonto('cantidad', 'Cantidad', ({ cantidad, moneda }) => [cantidad, moneda]),
  columnaMonto('neta', 'Posición neta', ({ neta, moneda }) => [neta, moneda]),
  {
    clave: 'promedio',
    titulo: 'Costo promedio',
    alinear: 'right',
    celda: ({ promedio }) => <Numero valor={promedio} decimales={6} />,
  },
  {
    clave: 'precio',
    titulo: 'Precio actual',
    alinear: 'right',
    celda: ({ precio }) => (
      <Numero
        valor={precio}
        decimales={Math.max(3, Math.min(6, precio?.split('.')[1]?.length ?? 0))}
      />
    ),
  },
  columnaValor('valor', 'Valor', ({ valor }) => valor),
  columnaValor('no_realizada', 'Ganancia no realizada', ({ no_realizada }) => no_realizada),
  {
    clave: 'stock',
    titulo: 'Días de stock',
    alinear: 'right',
    celda: ({ dias_stock }) => <Stock dias={dias_stock} />,
  },
]

/** More days than this are shown as "more than". */
const MUCHOS = 365

/** How many days the currency lasts at the average rate of the last thirty days. */
function Stock({ dias }: { dias: number | null }) {
  if (dias === null) return <Vacio />
  if (dias > MUCHOS) return `más de ${MUCHOS}`
  return <Numero valor={String(dias)} decimales={dias < 10 ? 1 : 0} />
}

/** Every currency held: quantity, cost, current value, and how many days it lasts. */
export function Posicion({ filas }: { filas: readonly Fila[] }) {
  const ir = useIr()
  const held = filas.filter(
    ({ cantidad, neta, dias_stock }) =>
      Number(cantidad) !== 0 || Number(neta) !== 0 || dias_stock !== null,
  )
  const ganancia = filas.some(({ costo }) => costo !== undefined)
  const COSTO = ['promedio', 'no_realizada']
  if (held.length === 0) return null
  return (
    <div className={classes.bloque}>
      <h2>Posición por divisa</h2>
      <Tabla<Fila>
        titulo="Posición por divisa"
        columnas={ganancia ? COLUMNAS : COLUMNAS.filter(({ clave }) => !COSTO.includes(clave))}
        filas={held}
        id={({ moneda }) => moneda.id}
        abrir={({ moneda }) => ir('movimientos-cuenta', {}, { moneda_id: String(moneda.id) })}
        nombreFila={({ moneda }) => `los movimientos de ${moneda.nombre}`}
      />
    </div>
  )
}
