import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatMonto, sinCortar } from '../../core/formato.ts'
import { BotonEnlace } from '../../web/crud/boton-enlace.tsx'
import { Confirmar } from '../../web/crud/dialogo.tsx'
import { useSave } from '../../web/save.ts'
import { usePuede } from '../../web/sesion.ts'
import { contrato, type Detalle } from './contract.ts'

const STALE = { stale: ['cuentas', 'posiciones', 'aprobaciones', 'notificaciones'] }
type Dialogo = 'aprobar' | 'rechazar' | 'retirar' | 'anular' | null

/** What may be done with an expense: completed, answered by another, taken back, annulled once paid. */
export function Acciones({ gasto: g }: { gasto: Detalle }) {
  const puedeAprobar = usePuede('gastos:aprobar')
  const puedeCrear = usePuede('gastos:crear')
  const puedeAnular = usePuede('gastos:anular')
  const [abierto, abrir] = useState<Dialogo>(null)
  const aprobar = useSave(contrato.aprobar, STALE)
  const rechazar = useSave(contrato.rechazar, STALE)
  const retirar = useSave(contrato.retirar, STALE)
  const anular = useSave(contrato.anular, STALE)
  const params = { id: g.id }
  const cerrar = () => abrir(null)
  const then = (done: unknown) => done && cerrar()
  const amount = sinCortar(`${formatMonto(g.monto, g.moneda)} de ${g.cuenta}`)
  const waits = g.estado === 'pendiente'
  const button = (dialogo: Dialogo, texto: string, rojo = false) => (
    <Button
      variant={rojo ? 'outline' : dialogo === 'aprobar' ? 'filled' : 'default'}
      {...(rojo && { color: 'red' })}
      onClick={() => abrir(dialogo)}
    >
      {texto}
    </Button>
  )
  const shared = (which: Dialogo, ocupado: boolean) => ({
    abierto: abierto === which,
    ocupado,
    alCancelar: cerrar,
  })
  return (
    <>
      {waits && !g.confirmado && puedeCrear && (
        <BotonEnlace a="nuevo-gasto" search={{ de: String(g.id) }}>
          Completar y pagar
        </BotonEnlace>
      )}
      {waits && g.confirmado && puedeAprobar && !g.propio && button('aprobar', 'Aprobar')}
      {waits && g.confirmado && puedeAprobar && !g.propio && button('rechazar', 'Rechazar', true)}
      {waits && puedeCrear && (g.propio || !g.confirmado) && button('retirar', 'Retirar')}
      {g.estado === 'pagado' && puedeAnular && button('anular', 'Anular', true)}
      <Confirmar
        {...shared('aprobar', aprobar.saving)}
        titulo={`Aprobar ${g.numero}`}
        accion="Aprobar y pagar"
        alConfirmar={() => void aprobar.save({ params, body: {} }).then(then)}
      >
        {`Salen ${amount}.`}
      </Confirmar>
      <Confirmar
        {...shared('rechazar', rechazar.saving)}
        titulo={`Rechazar ${g.numero}`}
        accion="Rechazar"
        motivoMinimo={5}
        peligro
        alConfirmar={(nota) => void rechazar.save({ params, body: { nota } }).then(then)}
      >
        {`No se paga nada. ${g.usuario} verá el motivo.`}
      </Confirmar>
      <Confirmar
        {...shared('retirar', retirar.saving)}
        titulo={`¿Retirar ${g.numero}?`}
        accion="Retirar"
        alConfirmar={() => void retirar.save({ params }).then(then)}
      >
        Queda como rechazado y no se paga nada.
      </Confirmar>
      <Confirmar
        {...shared('anular', anular.saving)}
        titulo={`Anular ${g.numero}`}
        accion="Anular"
        motivoMinimo={5}
        peligro
        alConfirmar={(motivo) => void anular.save({ params, body: { motivo } }).then(then)}
      >
        {`Vuelven ${sinCortar(formatMonto(g.monto, g.moneda))} a ${g.cuenta}, con su costo. No se puede deshacer.`}
      </Confirmar>
    </>
  )
}
