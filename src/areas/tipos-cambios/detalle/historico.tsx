import { useAnswer } from '../../../web/api/query.ts'
import { anterior, Grafico } from '../../../web/crud/grafico/grafico.tsx'
import { ListaPaginada } from '../../../web/crud/lista/lista-paginada.tsx'
import { useBusqueda, useIr } from '../../../web/marco/navegacion.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { contrato, type HistoriaTipo, type TipoCambio } from '../contract.ts'
import { COLUMNAS, COSTO } from './historico-columnas.tsx'

/** The history of a rate as a chart and as rows, newest first. A row opens the operations made at it. */
export function Historico({ tipo }: { tipo: TipoCambio }) {
  const ganancia = usePuede('ganancia:ver')
  const operaciones = usePuede('compras-ventas:ver')
  const ir = useIr()
  const path = contrato.historico.path.replace(':id', String(tipo.id))
  return (
    <>
      <Dibujado tipo={tipo} ganancia={ganancia} />
      <ListaPaginada
        lista="historico-tipo-cambio"
        titulo="Histórico de tasas"
        endpoint={{ ...contrato.historico, path }}
        columnas={ganancia ? COLUMNAS : COLUMNAS.filter(({ clave }) => !COSTO.includes(clave))}
        id={(fila) => fila.id}
        {...(operaciones && {
          abrir: ({ id }: HistoriaTipo) => ir('operaciones-tasa', { id }),
          nombreFila: ({ tasa }: HistoriaTipo) => `Operaciones a ${tasa}`,
        })}
        filtros={[{ tipo: 'fechas' }]}
        vacio={<p>Sin tasas en esas fechas.</p>}
      />
    </>
  )
}

/** Maximum of changes in one answer. */
const DIBUJADAS = 200

/** Chart of the rates within the filtered days; with cost for users who may see it. */
function Dibujado({ tipo, ganancia }: { tipo: TipoCambio; ganancia: boolean }) {
  const { id, precision, metodo_calculo } = tipo
  const [{ desde, hasta }] = useBusqueda()
  const query = { limite: DIBUJADAS, ...(desde && { desde }), ...(hasta && { hasta }) }
  const { data } = useAnswer(contrato.historico, { params: { id }, query }, { conserva: true })
  const first = data?.items[0]
  const puntosDe = ({ items }: { items: readonly HistoriaTipo[] }) =>
    items
      .filter(({ vigente_desde }) => vigente_desde)
      .map((fila) => {
        // A rate of the other method is on another scale and is left out.
        const same = fila.metodo_calculo === metodo_calculo
        const values = ganancia ? [fila.tasa, fila.tasa_costo ?? null] : [fila.tasa]
        return { desde: fila.vigente_desde, valores: same ? values : values.map(() => null) }
      })
      .reverse()
  return (
    <Grafico
      titulo="Tasa en el tiempo"
      series={ganancia ? ['Tasa', 'Costo'] : ['Tasa']}
      precision={precision}
      puntos={data && puntosDe(data)}
      anterior={anterior(
        contrato.historico,
        (rango) => ({ params: { id }, query: { limite: DIBUJADAS, ...rango } }),
        puntosDe,
      )}
      {...(first?.vigente_hasta && { hasta: first.vigente_hasta })}
    />
  )
}
