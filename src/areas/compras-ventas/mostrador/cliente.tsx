import { formatDecimal } from '../../../core/formato.ts'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { parte } from '../../../web/sin-linea/parte.tsx'
import { campos, contrato as clientes } from '../../clientes/contract.ts'
import { ClienteConocido } from '../../clientes/ui/conocido.tsx'
import { ClientePicker } from '../../clientes/ui/picker.tsx'
import type { Borrador, Calculo, Opciones } from './calculo/tipos.ts'
import type { Cambiar } from './linea-pago.tsx'

const AREA = { campos, buscar: clientes.buscar, crear: clientes.crear }

const Ultimas = parte(() => import('./ultimas.tsx'))

/** The client of the counter, and what whoever serves him should know. */
export function Cliente(props: {
  opciones: Opciones
  borrador: Borrador
  calculo: Calculo
  change: Cambiar
}) {
  const { opciones, borrador, calculo, change } = props
  const { cliente, busqueda } = borrador
  const ve = usePuede('compras-ventas:ver')
  return (
    <div className="pila hueco-6">
      <ClientePicker
        valor={{ cliente, busqueda }}
        cambiar={change}
        area={AREA}
        placeholder={`Ocasional (menos de US$ ${formatDecimal(opciones.umbral_usd, 0)})`}
      />
      {cliente && (
        <ClienteConocido id={cliente.id} dolares={calculo.dolares}>
          {ve && <Ultimas id={cliente.id} />}
        </ClienteConocido>
      )}
    </div>
  )
}
