import { formatFechaHora } from '../../../core/formato.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { anterior, Grafico } from '../../../web/crud/grafico/grafico.tsx'
import { columnaHora, columnaTexto } from '../../../web/crud/lista/columna.tsx'
import { ListaPaginada } from '../../../web/crud/lista/lista-paginada.tsx'
import type { Columna } from '../../../web/crud/lista/tabla.tsx'
import { Fecha, Ficha, TasaTexto } from '../../../web/crud/valores.tsx'
import { useBusqueda } from '../../../web/marco/navegacion.tsx'
import { contrato, type HistoriaPar, type Par } from '../contract.ts'

function columnasDe(precision: number): Columna<HistoriaPar>[] {
  return [
    columnaHora('vigente_desde', 'Desde', ({ vigente_desde }) => vigente_desde),
    {
      clave: 'vigente_hasta',
      titulo: 'Hasta',
      celda: ({ vigente_hasta }) =>
        vigente_hasta ? (
          <Fecha valor={vigente_hasta} hora />
        ) : (
          <Ficha tono="positivo">Vigente</Ficha>
        ),
      texto: ({ vigente_hasta }) => vigente_hasta && formatFechaHora(vigente_hasta),
    },
    {
      clave: 'compra',
      titulo: 'Compra',
      alinear: 'right',
      celda: ({ compra }) => <TasaTexto tasa={compra} precision={precision} />,
      texto: ({ compra }) => compra,
    },
    {
      clave: 'venta',
      titulo: 'Venta',
      alinear: 'right',
      celda: ({ venta }) => <TasaTexto tasa={venta} precision={precision} />,
      texto: ({ venta }) => venta,
    },
    columnaTexto('usuario', 'Por', ({ usuario }) => usuario),
    columnaTexto('motivo', 'Motivo', ({ motivo }) => motivo),
  ]
}

/** The history of prices as a chart and as rows, newest first. */
export function Historico({ par: { id, precision } }: { par: Par }) {
  const path = contrato.historico.path.replace(':id', String(id))
  return (
    <>
      <Dibujado id={id} precision={precision} />
      <ListaPaginada
        lista="historico-par"
        titulo="Histórico de precios"
        endpoint={{ ...contrato.historico, path }}
        columnas={columnasDe(precision)}
        id={(fila) => fila.id}
        filtros={[{ tipo: 'fechas' }]}
        vacio={<p>Sin precios en esas fechas.</p>}
      />
    </>
  )
}

/** Maximum of changes in one answer. */
const DIBUJADOS = 200

/** The prices, the oldest first. */
const puntosDe = ({ items }: { items: readonly HistoriaPar[] }) =>
  items
    .map(({ vigente_desde, compra, venta }) => ({ desde: vigente_desde, valores: [compra, venta] }))
    .reverse()

/** Chart of the prices within the filtered days. */
function Dibujado({ id, precision }: Pick<Par, 'id' | 'precision'>) {
  const [{ desde, hasta }] = useBusqueda()
  const query = { limite: DIBUJADOS, ...(desde && { desde }), ...(hasta && { hasta }) }
  const { data } = useAnswer(contrato.historico, { params: { id }, query }, { conserva: true })
  const first = data?.items[0]
  return (
    <Grafico
      titulo="Precios en el tiempo"
      series={['Compra', 'Venta']}
      precision={precision}
      puntos={data && puntosDe(data)}
      anterior={anterior(
        contrato.historico,
        (rango) => ({ params: { id }, query: { limite: DIBUJADOS, ...rango } }),
        puntosDe,
      )}
      {...(first?.vigente_hasta && { hasta: first.vigente_hasta })}
    />
  )
}
