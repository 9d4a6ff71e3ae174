import { BotonEnlace } from '../../../web/crud/boton-enlace.tsx'
import { ListaPaginada } from '../../../web/crud/lista/lista-paginada.tsx'
import { useIr } from '../../../web/marco/navegacion.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { Leyenda } from '../acciones/botones-accion.tsx'
import { loteDe } from '../acciones/lote.tsx'
import { type Acciones, pulsarTecla, usePersona } from '../acciones/uso-acciones.tsx'
import { contrato } from '../contract.ts'
import { columnasDe } from './columnas.tsx'
import { useFiltros } from './datos-lista.tsx'
import type { Monedas } from './filtros.tsx'
import { Totales, useSumas } from './totales.tsx'

/** All orders, paged, with totals for the filters. */
export function TablaOrdenes({ monedas, acciones }: { monedas: Monedas; acciones: Acciones }) {
  const ir = useIr()
  const filtros = useFiltros(monedas, true)
  const ganancia = usePuede('ganancia:ver')
  const crear = usePuede('ordenes:crear')
  const persona = usePersona()
  const sumas = useSumas(monedas)
  return (
    <>
      <Totales monedas={monedas} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the shortcut keys belong to the rows inside. */}
      <div className="pila" onKeyDown={pulsarTecla}>
        <ListaPaginada
          lista="ordenes"
          titulo="Lista de órdenes"
          endpoint={contrato.listar}
          espera={monedas.size === 0}
          porSucursal="oculta"
          columnas={columnasDe(monedas, acciones, ganancia)}
          id={({ id }) => id}
          abrir={({ id }) => ir('detalle-orden', { id })}
          ficha="detalle-orden"
          nombreFila={({ numero }) => numero}
          filtros={filtros}
          sumas={sumas}
          lote={loteDe(monedas, persona)}
          buscar="Buscar por número, cliente o beneficiario"
          vacio={
            <>
              <p>Todavía no hay órdenes. Registre la primera remesa de un cliente.</p>
              {crear && <BotonEnlace a="nueva-orden">Nueva orden</BotonEnlace>}
            </>
          }
        />
      </div>
      <Leyenda filas />
    </>
  )
}
