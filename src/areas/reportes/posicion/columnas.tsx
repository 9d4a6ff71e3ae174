import { formatFecha, type Simbolo } from '../../../core/formato.ts'
import { ConBandera } from '../../../web/bandera.tsx'
import { columnaValor } from '../../../web/crud/lista/columna.tsx'
import type { Columna } from '../../../web/crud/lista/tabla.tsx'
import { Fecha, Numero } from '../../../web/crud/valores.tsx'
import type { FilaPosicion } from '../contract/posicion.ts'

type Monedas = ReadonlyMap<
  number,
  Simbolo & { iso: string; nombre: string; imagen?: string | null }
>

/** Explanations of the columns. */
const CANTIDADES = {
  apertura: 'Apertura',
  comprado: 'Comprado',
  vendido: 'Vendido',
  ordenes: 'Órdenes',
  transferencias: 'Transferencias',
  otros: 'Ajustes y gastos',
  cierre: 'Cierre',
  neta: 'Posición neta',
} as const

/**
 * Opening, movements and closing, in the currency that the row or the title names; cost only for users who may see it.
 */
export function columnasDe(
  monedas: Monedas,
  porDia: boolean,
  ganancia: boolean,
  /** The close is the present one, so that what is owed now belongs to it. */
  actual: boolean,
): Columna<FilaPosicion>[] {
  const nombre = ({ moneda_id }: FilaPosicion) => monedas.get(moneda_id)?.iso ?? ''
  const primera: Columna<FilaPosicion> = porDia
    ? {
        clave: 'fecha',
        titulo: 'Día',
        celda: ({ fecha }) => <Fecha valor={fecha} />,
        orden: ({ fecha }) => fecha,
        texto: ({ fecha }) => (fecha ? formatFecha(fecha) : null),
        principal: true,
      }
    : {
        clave: 'moneda',
        titulo: 'Divisa',
        celda: (fila) => (
          <ConBandera imagen={monedas.get(fila.moneda_id)?.imagen ?? null}>
            {monedas.get(fila.moneda_id)?.nombre} · {nombre(fila)}
          </ConBandera>
        ),
        orden: nombre,
        texto: nombre,
        principal: true,
        amplia: 'corta',
      }
  const cantidad = (clave: keyof typeof CANTIDADES): Columna<FilaPosicion> => ({
    clave,
    titulo: CANTIDADES[clave],
    alinear: 'right',
    celda: (fila) => {
      const moneda = monedas.get(fila.moneda_id)
      const valor = fila[clave]
      if (!moneda || valor === undefined) return valor
      const monto = <Numero valor={valor} decimales={moneda.decimales} />
      return Number(fila[clave]) === 0 ? <span className="tenue">{monto}</span> : monto
    },
    orden: (fila) => Number(fila[clave]),
    numero: (fila) => fila[clave] ?? null,
  })
  const cantidades = (Object.keys(CANTIDADES) as (keyof typeof CANTIDADES)[])
    .filter((clave) => actual || clave !== 'neta')
    .map(cantidad)
  if (!ganancia) return [primera, ...cantidades]
  return [
    primera,
    ...cantidades,
    {
      clave: 'promedio',
      oculta: 'estrecha',
      titulo: 'Costo promedio',
      alinear: 'right',
      celda: ({ promedio }) => <Numero valor={promedio} decimales={6} />,
      numero: ({ promedio }) => promedio ?? null,
    },
    columnaValor('costo', 'Costo', ({ costo }) => costo, {
      oculta: 'estrecha',
      orden: ({ costo }) => Number(costo),
    }),
  ]
}
