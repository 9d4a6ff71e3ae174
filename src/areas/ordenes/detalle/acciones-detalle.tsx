import { Button } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { useSave } from '../../../web/api/save.ts'
import { Desplegable } from '../../../web/barra/desplegable.tsx'
import { useAccionPedida } from '../acciones/accion-pedida.tsx'
import { avanza, RAPIDAS, type Rapida } from '../acciones/acciones.ts'
import { type Acciones, MUEVE } from '../acciones/uso-acciones.tsx'
import { contrato, type DetalleOrden } from '../contract.ts'
import type { Papel } from './recibo.tsx'

const PAPELES: readonly (readonly [papel: Papel, words: string])[] = [
  ['ticket', 'Ticket 80 mm'],
  ['hoja', 'Hoja A5'],
  ['declaracion', 'Declaración jurada'],
]
const ORDEN = Object.keys(RAPIDAS) as Rapida[]

/** The buttons of an order's page: the next step first, each with its shortcut key. */
export function AccionesDetalle({
  orden,
  acciones,
  imprimir,
  descargar,
  declarada,
}: {
  orden: DetalleOrden
  acciones: Acciones
  imprimir: (papel: Papel) => void
  descargar: () => void
  /** Whether it has a declaration of funds to print. */
  declarada: boolean
}) {
  const offered = ORDEN.filter((accion) => orden.acciones.includes(accion))
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, altKey, metaKey } = event
    if (ctrlKey || altKey || metaKey || !(target instanceof Element)) return
    if (target.closest('input, textarea, select') || document.querySelector('[role=dialog]')) return
    const accion = offered.find((one) => RAPIDAS[one][0] === key.toLowerCase())
    if (!accion) return
    event.preventDefault()
    acciones.pedir(orden, accion)
  })
  useAccionPedida(orden, acciones)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
  return (
    <>
      {offered.map((accion, index) => {
        const [tecla, texto] = RAPIDAS[accion]
        const danger = accion === 'anular'
        return (
          <Button
            key={accion}
            data-accion={accion}
            variant={index === 0 && avanza(accion) ? 'filled' : danger ? 'outline' : 'default'}
            {...(danger && { color: 'red' })}
            loading={accion === 'tomar' && acciones.ocupada}
            rightSection={<kbd>{tecla.toUpperCase()}</kbd>}
            onClick={() => acciones.pedir(orden, accion)}
          >
            {texto}
          </Button>
        )
      })}
      {orden.acciones.includes('relevar') && <Relevar orden={orden} />}
      <Desplegable className="boton" boton="Recibo" lado="derecha">
        {(cerrar) => (
          <div className="menu">
            {PAPELES.filter(([papel]) => papel !== 'declaracion' || declarada).map(
              ([papel, words]) => (
                <button
                  key={papel}
                  type="button"
                  onClick={() => {
                    cerrar()
                    imprimir(papel)
                  }}
                >
                  {words} {papel === 'ticket' && <kbd>F9</kbd>}
                </button>
              ),
            )}
            <button
              type="button"
              onClick={() => {
                cerrar()
                descargar()
              }}
            >
              Descargar PDF
            </button>
          </div>
        )}
      </Desplegable>
    </>
  )
}

/** Lets a manager take an order over from its payer. */
function Relevar({ orden }: { orden: DetalleOrden }) {
  const { save, saving } = useSave(contrato.tomar, { stale: MUEVE })
  return (
    <Button
      variant="default"
      loading={saving}
      onClick={() => void save({ params: { id: orden.id }, body: { relevar: true } })}
    >
      {`Relevar a ${orden.pagador ?? 'su pagador'}`}
    </Button>
  )
}
