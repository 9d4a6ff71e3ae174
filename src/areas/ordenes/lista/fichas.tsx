import { useAnswer } from '../../../web/api/query.ts'
import { filtroDe } from '../../../web/crud/lista/filtros.tsx'
import { ListaPaginada } from '../../../web/crud/lista/lista-paginada.tsx'
import { useIr } from '../../../web/marco/navegacion.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { contrato as monedas } from '../../monedas/contract.ts'
import { contrato as paises } from '../../paises/contract.ts'
import { useAcciones } from '../acciones/uso-acciones.tsx'
import { contrato } from '../contract.ts'
import { AccionAbierta } from '../dialogos/accion-abierta.tsx'
import { ESTADOS, HIZO, REVISAR } from '../rules.ts'
import { columnasDe } from './columnas.tsx'
import { filtrosDe } from './filtros.tsx'
import { useSumas } from './totales.tsx'

/** A client's orders, on his page. */
export function DeCliente({ id }: { id: number }) {
  const { data: currencies = [] } = useAnswer(monedas.lista)
  const ganancia = usePuede('ganancia:ver')
  const acciones = useAcciones()
  const ir = useIr()
  const columnas = columnasDe(new Map(currencies.map((m) => [m.id, m])), acciones, ganancia)
  return (
    <div className="pila">
      <ListaPaginada
        lista="ordenes-cliente"
        titulo="Órdenes del cliente"
        endpoint={contrato.listar}
        porSucursal="oculta"
        fijo={{ cliente_id: id }}
        columnas={columnas.filter(({ clave }) => clave !== 'cliente')}
        id={(fila) => fila.id}
        abrir={(fila) => ir('detalle-orden', { id: fila.id })}
        ficha="detalle-orden"
        nombreFila={({ numero }) => numero}
        filtros={[
          { tipo: 'fechas' },
          filtroDe('estado', 'Estado', ESTADOS),
          filtroDe('revisar', 'Revisar', REVISAR),
        ]}
        vacio={<p>Este cliente todavía no tiene órdenes.</p>}
      />
      {acciones.pedida && <AccionAbierta {...acciones.pedida} cerrar={acciones.cerrar} />}
    </div>
  )
}

/** The orders on which a user did something, on his page: what he registered, collected, took, paid or annulled. */
export function DeUsuario({ id }: { id: number }) {
  const { data: currencies = [] } = useAnswer(monedas.lista)
  const { data: countries = [] } = useAnswer(paises.listar)
  const ganancia = usePuede('ganancia:ver')
  const acciones = useAcciones()
  const ir = useIr()
  const byId = new Map(currencies.map((m) => [m.id, m]))
  const sumas = useSumas(byId, { persona_id: String(id) })
  const filtros = filtrosDe(
    { monedas: byId, paises: countries, abiertas: [], yo: undefined },
    true,
  ).filter((each) => !('clave' in each) || each.clave !== 'pagador_id')
  return (
    <div className="pila">
      <ListaPaginada
        lista="ordenes-usuario"
        titulo="Órdenes del usuario"
        endpoint={contrato.listar}
        porSucursal="oculta"
        fijo={{ persona_id: id }}
        columnas={columnasDe(byId, acciones, ganancia)}
        id={(fila) => fila.id}
        abrir={(fila) => ir('detalle-orden', { id: fila.id })}
        ficha="detalle-orden"
        nombreFila={({ numero }) => numero}
        filtros={[filtroDe('hizo', 'Cuáles', HIZO), ...filtros]}
        sumas={sumas}
        buscar="Buscar por número, cliente o beneficiario"
        vacio={<p>Este usuario no hizo nada en ninguna orden.</p>}
      />
      {acciones.pedida && <AccionAbierta {...acciones.pedida} cerrar={acciones.cerrar} />}
    </div>
  )
}
