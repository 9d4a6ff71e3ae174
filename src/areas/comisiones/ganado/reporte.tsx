import { Button, SegmentedControl } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useAnswer } from '../../../web/api/query.ts'
import { notify } from '../../../web/avisos/notify.ts'
import { BotonEnlace } from '../../../web/crud/boton-enlace.tsx'
import { fetchAll } from '../../../web/crud/exportar/reunir.ts'
import { useFiltrado } from '../../../web/crud/lista/filtros.tsx'
import { ListaPaginada } from '../../../web/crud/lista/lista-paginada.tsx'
import { Pagina } from '../../../web/crud/pagina/pagina.tsx'
import { aporte } from '../../../web/marco/aportes.ts'
import { PRIMERA, useBusqueda, useIr } from '../../../web/marco/navegacion.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { useMonedas } from '../../monedas/ui/uso.ts'
import { columnaEleccion, columnasDe } from '../columnas.tsx'
import { contrato, type Fila } from '../contract.ts'
import { filtrosDe } from '../filtros.tsx'
import { Grupos } from '../liquidaciones/grupos.tsx'
import { hoy } from '../palabras.ts'
import { Eleccion } from '../reglas/eleccion.tsx'
import { Cifras, FilaTotal } from './cifras.tsx'

const VISTAS = [
  { value: 'detalle', label: 'Detalle' },
  { value: 'beneficiario', label: 'Por beneficiario' },
  { value: 'par', label: 'Por par' },
]

/** The current month, the default range: a report always needs a range of days. */
function esteMes(): { desde: string; hasta: string } {
  const hasta = hoy()
  return { desde: `${hasta.slice(0, 8)}01`, hasta }
}

/** Report of commissions by beneficiary and operation; pending ones can be settled from here. */
export default function Reporte() {
  const [busqueda, cambiar] = useBusqueda()
  const [listo, setListo] = useState(Boolean(busqueda.desde ?? busqueda.hasta))
  useEffect(() => {
    if (listo) return
    cambiar(esteMes())
    setListo(true)
  }, [listo, cambiar])
  const reglas = usePuede('comisiones:reglas')
  return (
    <Pagina
      titulo="Comisiones"
      acciones={
        <>
          <BotonEnlace a="liquidaciones-comisiones" variant="default">
            Liquidaciones
          </BotonEnlace>
          {reglas && (
            <BotonEnlace a="reglas-comision" variant="default">
              Reglas
            </BotonEnlace>
          )}
        </>
      }
    >
      {listo && <Contenido />}
    </Pagina>
  )
}

function Contenido() {
  const monedas = useMonedas()
  const { data: opciones } = useAnswer(contrato.opciones)
  const [{ grupo }, cambiar] = useBusqueda()
  const [elegidas, setElegidas] = useState<ReadonlyMap<number, Fila>>(new Map())
  const filtro = useFiltrado(contrato.totales)
  const ganancia = usePuede('ganancia:ver')
  const liquida = usePuede('comisiones:liquidar')
  const ir = useIr()

  function marcar(fila: Fila) {
    if (fila.estado !== 'devengada') return
    const next = new Map(elegidas)
    if (!next.delete(fila.id)) next.set(fila.id, fila)
    setElegidas(next)
  }
  async function marcarTodas() {
    const wait = { ...filtro, estado: 'devengada' }
    const { filas: rows } = await fetchAll<Fila>(
      contrato.listar.path,
      wait,
      new AbortController().signal,
    )
    if (rows.length === 0) notify('warning', 'No hay comisiones por liquidar en lo filtrado.')
    setElegidas(new Map(rows.map((fila) => [fila.id, fila])))
  }
  const columnas = columnasDe(monedas, ganancia)
  return (
    <>
      <Cifras query={filtro} />
      <div className="seguidos extremos">
        <SegmentedControl
          aria-label="Vista"
          className="suelto"
          data={VISTAS}
          value={grupo ?? 'detalle'}
          onChange={(value) => {
            cambiar({ grupo: value === 'detalle' ? undefined : value, ...PRIMERA }, 'push')
          }}
        />
        {liquida && !grupo && (
          <Button variant="subtle" onClick={() => void marcarTodas()}>
            Elegir todo lo que espera liquidación
          </Button>
        )}
      </div>
      {grupo === 'beneficiario' || grupo === 'par' ? (
        <Grupos por={grupo} monedas={monedas} />
      ) : (
        <ListaPaginada
          lista="comisiones"
          titulo="Comisiones"
          endpoint={contrato.listar}
          espera={monedas.size === 0}
          columnas={liquida ? [columnaEleccion(elegidas, marcar), ...columnas] : columnas}
          id={({ id }) => id}
          abrir={({ origen, origen_id }) =>
            ir(aporte('documentos')[origen]?.ruta ?? 'detalle-compra-venta', { id: origen_id })
          }
          {...(liquida && { marcar })}
          nombreFila={({ numero, nombre }) => `${numero}, comisión de ${nombre}`}
          filtros={filtrosDe(opciones)}
          buscar="Buscar por número o cliente"
          pie={() => <FilaTotal query={filtro} monedas={monedas} />}
          vacio={
            <p>
              Todavía no hay comisiones. Se devengan al completar operaciones con una regla vigente.
            </p>
          }
        />
      )}
      {liquida && <Eleccion elegidas={elegidas} limpiar={() => setElegidas(new Map())} />}
    </>
  )
}
