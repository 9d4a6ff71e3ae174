import { BotonEnlace } from '../../../web/crud/boton-enlace.tsx'
import { columnaHora, columnaMonto, columnaTexto } from '../../../web/crud/lista/columna.tsx'
import { ListaPaginada } from '../../../web/crud/lista/lista-paginada.tsx'
import type { Columna } from '../../../web/crud/lista/tabla.tsx'
import { Pagina } from '../../../web/crud/pagina/pagina.tsx'
import { Ficha } from '../../../web/crud/valores.tsx'
import { useIr } from '../../../web/marco/navegacion.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import type { MonedaActiva } from '../../monedas/contract.ts'
import type { PagoOrden } from '../contract/ordenes.ts'
import { contrato } from '../contract.ts'

/** Payouts of orders, listed beside the house's own transfers; each links to its order. */
export function PagosOrdenes({ monedas }: { monedas: ReadonlyMap<number, MonedaActiva> }) {
  const ir = useIr()
  const ordenes = usePuede('ordenes:ver')
  return (
    <Pagina
      titulo="Transferencias"
      nota="Pagos de órdenes a beneficiarios: se registran y se anulan en cada orden."
      acciones={
        <BotonEnlace a="transferencias" variant="default">
          Ver transferencias
        </BotonEnlace>
      }
    >
      <ListaPaginada
        lista="transferencias-ordenes"
        titulo="Lista de pagos de órdenes"
        endpoint={contrato.pagosOrdenes}
        espera={monedas.size === 0}
        columnas={columnasDe(monedas)}
        id={({ id }) => id}
        {...(ordenes && {
          abrir: ({ orden_id }: PagoOrden) => ir('detalle-orden', { id: orden_id }),
        })}
        nombreFila={({ numero }) => numero}
        filtros={[{ tipo: 'fechas' }]}
        buscar="Buscar por orden, cuenta o referencia"
        vacio={<p>Todavía no se pagó ninguna orden.</p>}
      />
    </Pagina>
  )
}

function columnasDe(monedas: ReadonlyMap<number, MonedaActiva>): Columna<PagoOrden>[] {
  const moneda = ({ moneda_id }: PagoOrden) => monedas.get(moneda_id)
  return [
    columnaTexto('numero', 'Orden', ({ numero }) => numero, { principal: true }),
    columnaHora('fecha', 'Fecha', ({ fecha }) => fecha),
    columnaTexto('origen', 'Origen', ({ origen }) => origen),
    columnaTexto('destino', 'Destino', ({ destino }) => destino),
    columnaMonto('monto', 'Sale', (fila) => [fila.monto, moneda(fila)]),
    columnaMonto('comision', 'Comisión', (fila) => [fila.comision, moneda(fila)]),
    columnaTexto('referencia', 'Referencia', ({ referencia }) => referencia),
    columnaTexto('usuario', 'Usuario', ({ usuario }) => usuario),
    {
      clave: 'estado',
      titulo: 'Estado',
      celda: ({ estado }) => (
        <Ficha tono={estado === 'pagado' ? 'positivo' : 'neutro'}>
          {estado === 'pagado' ? 'Pagado' : 'Rebotado'}
        </Ficha>
      ),
      texto: ({ estado }) => (estado === 'pagado' ? 'Pagado' : 'Rebotado'),
    },
  ]
}
