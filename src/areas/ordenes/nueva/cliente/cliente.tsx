import { Suspense } from 'react'
import { flushSync } from 'react-dom'
import { enfocar } from '../../../../web/marco/foco.ts'
import { usePuede } from '../../../../web/sesion/sesion.ts'
import { parte } from '../../../../web/sin-linea/parte.tsx'
import type { Beneficiario } from '../../../beneficiarios/contract.ts'
import { campos, contrato as clientes } from '../../../clientes/contract.ts'
import { ClienteConocido } from '../../../clientes/ui/conocido.tsx'
import { ClientePicker } from '../../../clientes/ui/picker.tsx'
import { repetir } from '../calculo/repetir.ts'
import type { BloqueProps } from '../calculo/tipos.ts'
import classes from '../nueva.module.css'
import sobre from './ultimas.module.css'

const AREA = { campos, buscar: clientes.buscar, crear: clientes.crear }

const Ultimas = parte(() => import('./ultimas.tsx'))

/**
 * Block 2: the client, found or created here, with what whoever serves him should know: what he may still move, what he
 * lacks for this amount, and his last orders, each of which can be repeated.
 */
export function ClienteBloque({
  opciones,
  borrador,
  calculo,
  change,
  agenda,
}: BloqueProps & { agenda: readonly Beneficiario[] | undefined }) {
  const { cliente: elegido, busqueda: buscado } = borrador
  const ve = usePuede('ordenes:ver')
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
      {elegido && (
        <div className={sobre.sobre}>
          <ClienteConocido id={elegido.id} dolares={calculo.dolares} />
          {ve && (
            <Suspense fallback={<div />}>
              <Ultimas
                cliente_id={elegido.id}
                falta={(orden) => repetir(opciones, borrador, agenda, orden).falta}
                repetir={(orden) => {
                  // The other corridor has other fields: they are there before one of them has the focus.
                  flushSync(() =>
                    change((before) => repetir(opciones, before, agenda, orden).borrador),
                  )
                  enfocar(`campo-${borrador.lado}`)
                }}
              />
            </Suspense>
          )}
        </div>
      )}
    </fieldset>
  )
}
