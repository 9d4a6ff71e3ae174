import { formatFechaHora, formatMonto } from '../../../core/formato.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { campos, contrato as clientes } from '../../clientes/contract.ts'
import { ClienteConocido } from '../../clientes/ui/conocido.tsx'
import { ClientePicker } from '../../clientes/ui/picker.tsx'
import { contrato as monedas } from '../../monedas/contract.ts'
import { TIPOS } from '../contract/opciones.ts'
import { contrato } from '../contract.ts'
import type { Borrador, Calculo, Opciones } from './calculo/tipos.ts'
import type { Cambiar } from './linea-pago.tsx'
import classes from './mostrador.module.css'

const AREA = { campos, buscar: clientes.buscar, crear: clientes.crear }
const ULTIMAS = 3

/** The client of the counter, and what whoever serves him should know. */
export function Cliente(props: {
  opciones: Opciones
  borrador: Borrador
  calculo: Calculo
  change: Cambiar
}) {
  const { opciones, borrador, calculo, change } = props
  const ve = usePuede('compras-ventas:ver')
  return (
    <div className="pila hueco-6">
      <ClientePicker
        valor={borrador}
        cambiar={({ cliente, busqueda }) => change({ cliente, busqueda })}
        area={AREA}
        placeholder={`Ocasional (menos de US$ ${opciones.umbral_usd})`}
      />
      {borrador.cliente && (
        <ClienteConocido id={borrador.cliente.id} dolares={calculo.dolares}>
          {ve && <Ultimas id={borrador.cliente.id} />}
        </ClienteConocido>
      )}
    </div>
  )
}

/** His latest operations: what he usually brings, and whether this one was registered already. */
function Ultimas({ id }: { id: number }) {
  const { data } = useAnswer(
    contrato.listar,
    { query: { cliente_id: id, limite: 25 } },
    { fresca: true },
  )
  const { data: currencies = [] } = useAnswer(monedas.lista)
  const simbolo = new Map(currencies.map((m) => [m.id, m]))
  if (!data || data.items.length === 0) return null
  return (
    <ul className={classes.ultimas} aria-label="Sus últimas operaciones">
      {data.items.slice(0, ULTIMAS).map((fila) => {
        const moneda = simbolo.get(fila.divisa_id)
        return (
          <li key={fila.id} data-anulada={fila.estado === 'anulada' || undefined}>
            <a href={`/compras-ventas/detalle/${fila.id}`} target="_blank" rel="noreferrer">
              {TIPOS[fila.tipo]} {moneda ? formatMonto(fila.monto, moneda) : fila.monto}
            </a>
            <time dateTime={fila.fecha}>{formatFechaHora(fila.fecha)}</time>
          </li>
        )
      })}
    </ul>
  )
}
