import { useRef, useState } from 'react'
import { useSave } from '../../../web/api/save.ts'
import { notify } from '../../../web/avisos/notify.ts'
import type { useSalida } from '../../../web/crud/formulario/salida.tsx'
import { enfocar } from '../../../web/marco/foco.ts'
import { esPregunta } from '../../../web/operacion/rechazo.tsx'
import type { Beneficiario } from '../../beneficiarios/contract.ts'
import type { OpcionesOrden } from '../contract/opciones.ts'
import { contrato, type RegistroOrden } from '../contract.ts'
import { registroDe } from './calculo/borrador.ts'
import { calcular } from './calculo/calculo.ts'
import type { Borrador } from './calculo/tipos.ts'

/**
 * Registers the order. When the server asks for a confirmation, `registrar` is called again with it; earlier
 * confirmations are kept. `enviar` is the form's: what it asks at the leaving ends with the success.
 */
export function useRegistrar(
  opciones: OpcionesOrden,
  borrador: Borrador,
  enviar: ReturnType<typeof useSalida>['enviar'],
  sabido: { agenda: readonly Beneficiario[] | undefined; saldo: string | null },
  hecho: (id: number) => void,
) {
  const [tried, setTried] = useState(false)
  const answers = useRef<Partial<RegistroOrden>>({})
  const { save, ...state } = useSave(contrato.crear, {
    stale: ['cuentas', 'posiciones', 'dashboard', 'clientes'],
    pregunta: esPregunta,
  })
  async function registrar(more: Partial<RegistroOrden> = {}) {
    const before = Object.keys(more).length > 0 ? answers.current : {}
    answers.current = { ...before, ...more }
    const now = calcular(opciones, borrador, sabido.agenda, sabido.saldo)
    setTried(true)
    if (now.problema) {
      enfocar(now.campo ?? '')
      return notify('warning', now.problema)
    }
    const made = await enviar(() => save({ body: registroDe(borrador, now, answers.current) }))
    if (made) hecho(made.id)
  }
  return { ...state, tried, registrar }
}

export type Registro = ReturnType<typeof useRegistrar>
