import type { ReactNode } from 'react'
import type { AnswerOf } from '../../../core/contract.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { Fallo } from '../../../web/crud/lista/lista.tsx'
import { Cargando } from '../../../web/crud/pagina/cargando.tsx'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import { contrato } from '../../cierres/contract.ts'
import { Abrir } from '../../cierres/ui/abrir.tsx'

/**
 * The cashier's turn before the first operation: it opens with what the opening balances counted, or says who
 * opens it. `children`: what follows once cash may come in.
 */
export function Turno({ children }: { children: ReactNode }) {
  const { data, error, refetch } = useAnswer(contrato.miCaja)
  if (error && !data) return <Fallo error={error} reintentar={() => void refetch()} />
  if (!data) return <Cargando />
  const abierto = data.turno?.estado === 'abierto'
  return (
    <>
      <Estado caja={data} />
      {(abierto || !data.exigir_turno) && children}
    </>
  )
}

function Estado({ caja }: { caja: AnswerOf<typeof contrato.miCaja> }) {
  const { turno, cuentas, dia_cerrado } = caja
  if (turno?.estado === 'abierto') {
    return (
      <p>
        Su caja está abierta con el turno <Enlace a="mi-caja">{turno.numero}</Enlace>.
      </p>
    )
  }
  if (turno?.estado === 'en_conteo') {
    return (
      <p>
        Su caja se está contando: termine en <Enlace a="mi-caja">Mi caja</Enlace>.
      </p>
    )
  }
  if (cuentas.length === 0) {
    return (
      <p>
        Usted no tiene una caja a su cargo. La abre en Mi caja quien responde por ella, y ahí
        registra la primera operación; se nombra en{' '}
        <Enlace a="puesta-en-marcha" search={{ paso: 'cajas' }}>
          Cajas y bancos
        </Enlace>
        .
      </p>
    )
  }
  if (dia_cerrado) return <p>El día de hoy ya está cerrado: su caja se abre mañana.</p>
  return <Abrir caja={caja} />
}
