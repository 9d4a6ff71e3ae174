import { campos, contrato as clientes } from '../../clientes/contract.ts'
import { ClienteConocido } from '../../clientes/ui/conocido.tsx'
import { ClientePicker } from '../../clientes/ui/picker.tsx'
import type { BloqueProps } from './calculo/tipos.ts'
import classes from './nueva.module.css'

const AREA = { campos, buscar: clientes.buscar, crear: clientes.crear }

/** Block 2: the client, found or created here; missing data for this amount is reported before sending. */
export function ClienteBloque({ borrador, calculo, change }: BloqueProps) {
  const { cliente: elegido, busqueda: buscado } = borrador
  return (
    <fieldset className={classes.bloque}>
      <legend>
        <span>2</span> Cliente
      </legend>
      <ClientePicker
        valor={{ cliente: elegido, busqueda: buscado }}
        cambiar={({ cliente, busqueda }) =>
          change({
            cliente,
            busqueda,
            // Another client has another agenda, and another credit or none.
            ...(cliente?.id !== elegido?.id && { beneficiario_id: null, usa_saldo: false }),
          })
        }
        area={AREA}
        placeholder="Nombre, documento o celular"
        required
      />
      {elegido && <ClienteConocido id={elegido.id} dolares={calculo.dolares} />}
    </fieldset>
  )
}
