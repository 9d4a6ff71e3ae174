import { useAnswer } from '../../../web/api/query.ts'
import { type FiltroDe, filtroDe } from '../../../web/crud/lista/filtros.tsx'
import { ListaPaginada } from '../../../web/crud/lista/lista-paginada.tsx'
import type { Suma } from '../../../web/crud/lista/pie/paginador.tsx'
import { useIr } from '../../../web/marco/navegacion.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { useMonedas } from '../../monedas/ui/uso.ts'
import { contrato as paises } from '../../paises/contract.ts'
import { useAcciones } from '../acciones/uso-acciones.tsx'
import { contrato } from '../contract.ts'
import { AccionAbierta } from '../dialogos/accion-abierta.tsx'
import { ESTADOS, HIZO, REVISAR } from '../rules.ts'
import { columnasDe } from './columnas.tsx'
import { filtrosDe } from './filtros.tsx'
import { useSumas } from './totales.tsx'

type Filtros = readonly FiltroDe<typeof contrato.listar>[]

/** A client's orders, on his page. */
export function DeCliente({ id }: { id: number }) {
  return (
    <Ordenes
      lista="ordenes-cliente"
      titulo="Órdenes del cliente"
      fijo={{ cliente_id: id }}
      filtros={[
        { tipo: 'fechas' },
        filtroDe('estado', 'Estado', ESTADOS),
        filtroDe('revisar', 'Revisar', REVISAR),
      ]}
      vacio="Este cliente todavía no tiene órdenes."
    />
  )
}

/** The orders on which a user did something, on his page: what he registered, collected, took, paid or annulled. */
export function DeUsuario({ id }: { id: number }) {
  const { data: countries = [] } = useAnswer(paises.listar)
  const byId = useMonedas()
  const sumas = useSumas(byId, { persona_id: String(id) })
  const filtros = filtrosDe(
    { monedas: byId, paises: countries, abiertas: [], yo: undefined },
    true,
  ).filter((each) => !('clave' in each) || each.clave !== 'pagador_id')
  return (
    <Ordenes
      lista="ordenes-usuario"
      titulo="Órdenes del usuario"
      fijo={{ persona_id: id }}
      filtros={[filtroDe('hizo', 'Cuáles', HIZO), ...filtros]}
      sumas={sumas}
      buscar="Buscar por número, cliente o beneficiario"
      vacio="Este usuario no hizo nada en ninguna orden."
    />
  )
}

/** Orders on the page of somebody else, with what can be done with each. */
function Ordenes(props: {
  lista: string
  titulo: string
  /** On a client's page the column of clients says nothing. */
  fijo: { cliente_id: number } | { persona_id: number }
  filtros: Filtros
  sumas?: readonly Suma[] | null
  buscar?: string
  vacio: string
}) {
  const { fijo, vacio, ...list } = props
  const ganancia = usePuede('ganancia:ver')
  const acciones = useAcciones()
  const ir = useIr()
  const byId = useMonedas()
  const columnas = columnasDe(byId, acciones, ganancia)
  return (
    <div className="pila">
      <ListaPaginada
        {...list}
        endpoint={contrato.listar}
        espera={byId.size === 0}
        porSucursal="oculta"
        fijo={fijo}
        columnas={columnas.filter(({ clave }) => clave !== 'cliente' || !('cliente_id' in fijo))}
        id={(fila) => fila.id}
        abrir={(fila) => ir('detalle-orden', { id: fila.id })}
        ficha="detalle-orden"
        nombreFila={({ numero }) => numero}
        vacio={<p>{vacio}</p>}
      />
      {acciones.pedida && <AccionAbierta {...acciones.pedida} cerrar={acciones.cerrar} />}
    </div>
  )
}
