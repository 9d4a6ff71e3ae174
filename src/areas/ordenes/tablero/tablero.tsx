import { Suspense, useState } from 'react'
import { useAnswer } from '../../../web/api/query.ts'
import { hoy } from '../../../web/crud/lista/arreglo/dias.ts'
import { Filtros } from '../../../web/crud/lista/filtros.tsx'
import lista from '../../../web/crud/lista/lista.module.css'
import { Fallo } from '../../../web/crud/lista/lista.tsx'
import { useSucursales } from '../../../web/crud/sucursal.tsx'
import { parte } from '../../../web/sin-linea/parte.tsx'
import { tarde } from '../../../web/tarde.ts'
import { Leyenda } from '../acciones/botones-accion.tsx'
import { type Acciones, pulsarTecla } from '../acciones/uso-acciones.tsx'
import type { ColumnaOrdenes } from '../contract/consultas.ts'
import { contrato, type FilaOrden } from '../contract.ts'
import { MUCHAS, useAbiertas, useFiltro, useFiltros } from '../lista/datos-lista.tsx'
import type { Monedas } from '../lista/filtros.tsx'
import { ESTADOS, type Estado } from '../rules.ts'
import { ColumnaTablero } from './columna.tsx'
import { useInicio } from './inicio.tsx'
import { BarraDeMarcadas, useMarcadas } from './marcadas.tsx'
import { usePlegadas } from './plegadas.tsx'
import { useRecientes } from './recientes.tsx'
import classes from './tablero.module.css'
import { useTeclado } from './teclado.tsx'

/** Comes once the pointer is over the board, before anything can be dragged. */
const Arrastre = parte(tarde(() => import('./arrastre.tsx')))

const TODOS = Object.keys(ESTADOS) as Estado[]
type Filtro = ReturnType<typeof useFiltro>

/** Maximum of cards in a column before it links to the table. */
const POR_COLUMNA = 100
const CERRADOS: readonly Estado[] = ['completada', 'anulada']

/** Open orders in a column per state, and today's closed ones. */
export function Tablero({ monedas, acciones }: { monedas: Monedas; acciones: Acciones }) {
  const filtro = useFiltro()
  const filtros = useFiltros(monedas, false)
  const { filtros: sucursales } = useSucursales()
  const abiertas = useAbiertas()
  // Closed orders are limited to today, unless the filters name other days.
  const deHoy = { desde: hoy(), ...filtro }
  const sumas = useAnswer(contrato.resumen, { query: filtro }, { conserva: true })
  const sumasHoy = useAnswer(contrato.resumen, { query: deHoy }, { conserva: true })
  const sumaDe = (estado: Estado): ColumnaOrdenes | undefined =>
    (CERRADOS.includes(estado) ? sumasHoy : sumas).data?.find((c) => c.estado === estado)
  const { plegada, plegar } = usePlegadas((estado) => sumaDe(estado)?.ordenes ?? 0)
  const completadas = useCerradas('completada', deHoy, !plegada('completada'))
  const anuladas = useCerradas('anulada', deHoy, !plegada('anulada'))
  const muchas = (abiertas.data?.items.length ?? 0) >= MUCHAS
  const porEstado = usePorEstado(filtro, muchas)
  const filas: FilaOrden[] = [
    ...(muchas ? porEstado : (abiertas.data?.items ?? [])),
    ...(filtro.revisar
      ? []
      : [...(completadas.data?.items ?? []), ...(anuladas.data?.items ?? [])]),
  ]
  const llegaron = [abiertas.data, sumas.data, monedas.size].filter(Boolean).length
  const recientes = useRecientes(abiertas.data && filas, JSON.stringify(filtro))
  const { actual, tablero, teclas, enfocar } = useTeclado(filas)
  const marcadas = useMarcadas(filas)
  const [apuntado, setApuntado] = useState(false)
  useInicio(tablero, Boolean(sumas.data && abiertas.data))
  if (abiertas.error && !abiertas.data) {
    return <Fallo error={abiertas.error} reintentar={() => void abiertas.refetch()} />
  }
  return (
    <>
      <div className={lista.herramientas}>
        <Filtros
          filtros={[...filtros, ...sucursales]}
          buscar="Buscar por número, cliente o beneficiario"
        />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows and shortcut keys belong to the cards inside. */}
      <div
        ref={tablero}
        className={classes.tablero}
        aria-busy={!abiertas.data}
        onFocus={enfocar}
        onPointerEnter={() => setApuntado(true)}
        onKeyDown={(event) => {
          teclas(event)
          pulsarTecla(event)
        }}
      >
        {TODOS.map((estado) => (
          <ColumnaTablero
            // Columns fold and cards grow with what arrives: new ones appear, and none moves.
            key={`${estado} ${llegaron}`}
            estado={estado}
            filas={abiertas.data ? filas.filter((fila) => fila.estado === estado) : undefined}
            suma={sumaDe(estado)}
            monedas={monedas}
            recientes={recientes}
            actual={actual}
            plegada={plegada(estado)}
            plegar={() => plegar(estado)}
            hoy={CERRADOS.includes(estado) && !filtro.desde}
            acciones={acciones}
            marcadas={marcadas}
          />
        ))}
      </div>
      {apuntado && (
        <Suspense>
          <Arrastre tablero={tablero} filas={filas} acciones={acciones} />
        </Suspense>
      )}
      <BarraDeMarcadas marcadas={marcadas} monedas={monedas} />
      <Leyenda />
    </>
  )
}

/**
 * The oldest orders of each state, used when one answer cannot hold all open ones, so that no state crowds out another.
 */
function usePorEstado(filtro: Filtro, activa: boolean): FilaOrden[] {
  const asked = (estado: Estado) =>
    ({ query: { ...filtro, estado, limite: POR_COLUMNA, orden: 'fecha' } }) as const
  const how = { activa, conserva: true }
  const answers = [
    useAnswer(contrato.listar, asked('pendiente'), how),
    useAnswer(contrato.listar, asked('vencida'), how),
    useAnswer(contrato.listar, asked('pagada'), how),
    useAnswer(contrato.listar, asked('en_proceso'), how),
  ]
  return answers.flatMap(({ data }) => data?.items ?? [])
}

function useCerradas(estado: Estado, query: Filtro, activa: boolean) {
  const asked = { query: { ...query, estado, limite: 50, orden: '-fecha' } } as const
  return useAnswer(contrato.listar, asked, { activa, conserva: true })
}
