import { Button, Select, Switch } from '@mantine/core'
import { useState } from 'react'
import { PAGINAS } from '../../../core/escpos/paginas.ts'
import { ANCHOS } from '../../../core/escpos/ticket.ts'
import { notify } from '../../../web/avisos/notify.ts'
import { Pagina } from '../../../web/crud/pagina/pagina.tsx'
import { alcanza, elegirAparato } from '../../../web/impresora/puertos.ts'
import {
  guardarPuesto,
  leerPuesto,
  NUEVO,
  type Puesto,
  VELOCIDADES,
  VIAS,
  type Via,
} from '../../../web/impresora/puesto.ts'
import { Prueba } from './prueba.tsx'

/** The receipt printer of this machine: which one it is, its paper, and a ticket to try it. */
export default function Impresora() {
  const [puesto, setPuesto] = useState(leerPuesto)
  function keep(next: Puesto | null) {
    guardarPuesto(next)
    setPuesto(next)
  }
  return (
    <Pagina
      titulo="Impresora de este puesto"
      nota="Se guarda en este navegador, para quien trabaje en este equipo."
    >
      <div className="panel pila hueco-16">
        <Camino puesto={puesto} keep={keep} />
        {puesto && <Papel puesto={puesto} keep={keep} />}
        {puesto && <Prueba puesto={puesto} keep={keep} />}
      </div>
    </Pagina>
  )
}

interface Props {
  puesto: Puesto
  keep: (next: Puesto) => void
}

/** How tickets come out: by the browser, or by a device that is chosen now. */
function Camino({ puesto, keep }: { puesto: Puesto | null; keep: (next: Puesto | null) => void }) {
  const none = !alcanza('serie') && !alcanza('usb')
  async function choose(via: Via) {
    try {
      const aparato = await elegirAparato(via)
      if (aparato === undefined) return
      keep({ ...NUEVO, ...puesto, via, aparato, contesta: false })
    } catch {
      notify('warning', 'El navegador no dio acceso a la impresora. Intente de nuevo.')
    }
  }
  return (
    <section className="pila hueco-8" aria-label="Cómo sale el ticket">
      <p>
        {puesto ? (
          <>
            Los tickets salen directo por <strong>{nombreDe(puesto)}</strong>, sin preguntar.
          </>
        ) : (
          'Los tickets salen por el diálogo de impresión del navegador.'
        )}
      </p>
      {none && (
        <p className="banda">
          Este navegador no llega a la impresora por sí mismo. Abra el programa en Chrome o Edge,
          por https o en el mismo equipo.
        </p>
      )}
      <div className="fila">
        {(Object.keys(VIAS) as Via[]).map((via) => (
          <Button
            key={via}
            variant={puesto || via === 'usb' ? 'default' : 'filled'}
            disabled={!alcanza(via)}
            onClick={() => void choose(via)}
          >
            {via === 'serie' ? 'Elegir impresora serie' : 'Elegir impresora USB'}
          </Button>
        ))}
        {puesto && (
          <Button variant="subtle" onClick={() => keep(null)}>
            Volver al diálogo del navegador
          </Button>
        )}
      </div>
    </section>
  )
}

const hex = (number: number) => number.toString(16).padStart(4, '0')

const nombreDe = ({ via, aparato }: Puesto) =>
  aparato ? `${VIAS[via]}, aparato ${hex(aparato.fabricante)}:${hex(aparato.producto)}` : VIAS[via]

const opciones = (words: Record<string, { nombre: string }>) =>
  Object.entries(words).map(([value, { nombre }]) => ({ value, label: nombre }))

/** The paper, the signs and what hangs on it. */
function Papel({ puesto, keep }: Props) {
  const choice = (key: 'ancho' | 'pagina' | 'velocidad') => ({
    allowDeselect: false,
    value: String(puesto[key]),
    onChange: (value: string | null) =>
      value && keep({ ...puesto, [key]: key === 'pagina' ? value : Number(value) }),
  })
  return (
    <section className="pila" aria-label="Papel">
      <div className="casillas">
        <Select
          label="Ancho del papel"
          description="El rollo angosto es de 58 mm."
          data={opciones(ANCHOS)}
          {...choice('ancho')}
        />
        <Select
          label="Juego de caracteres"
          description="Si las tildes salen mal, pruebe otro."
          data={opciones(PAGINAS)}
          {...choice('pagina')}
        />
        {puesto.via === 'serie' && (
          <Select
            label="Velocidad"
            description="Está en la hoja de autoprueba de la impresora."
            data={VELOCIDADES.map((each) => ({ value: String(each), label: `${each} baudios` }))}
            {...choice('velocidad')}
          />
        )}
      </div>
      <Switch
        label="Abrir el cajón al imprimir el primer ticket de una operación en efectivo"
        checked={puesto.cajon}
        onChange={(event) => keep({ ...puesto, cajon: event.currentTarget.checked })}
      />
    </section>
  )
}
