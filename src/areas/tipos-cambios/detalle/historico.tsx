import { useAnswer } from '../../../web/api/query.ts'
import { Grafico } from '../../../web/crud/grafico/grafico.tsx'
import { ListaPaginada } from '../../../web/crud/lista/lista-paginada.tsx'
import { useBusqueda, useIr } from '../../../web/marco/navegacion.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { contrato, type HistoriaTipo, type TipoCambio } from '../contract.ts'
import { COLUMNAS, COSTO } from './historico-columnas.tsx'

/** Every rate there was: drawn, and in rows, the newest first. A row opens the operations made with it. */
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

/** As many changes as one answer brings. */
const DIBUJADAS = 200

/** The rates of the days that the rows are filtered by, with what they cost for those who may see it. */
function Dibujado({ tipo, ganancia }: { tipo: TipoCambio; ganancia: boolean }) {
  const { id, precision, metodo_calculo } = tipo
  const [{ desde, hasta }] = useBusqueda()
  const query = { limite: DIBUJADAS, ...(desde && { desde }), ...(hasta && { hasta }) }
  const { data } = useAnswer(contrato.historico, { params: { id }, query }, { conserva: true })
  const first = data?.items[0]
  return (
    <Grafico
      titulo="Tasa en el tiempo"
      series={ganancia ? ['Tasa', 'Costo'] : ['Tasa']}
      precision={precision}
      conTabla={false}
      puntos={data?.items
        .filter(({ vigente_desde }) => vigente_desde)
        .map((fila) => {
          // Said the other way round it is another number: not on the same scale.
          const same = fila.metodo_calculo === metodo_calculo
          const values = ganancia ? [fila.tasa, fila.tasa_costo ?? null] : [fila.tasa]
          return { desde: fila.vigente_desde, valores: same ? values : values.map(() => null) }
        })
        .reverse()}
      {...(first?.vigente_hasta && { hasta: first.vigente_hasta })}
    />
  )
}
