import {
  IconArrowBackUp,
  IconBan,
  IconCash,
  IconCheck,
  IconFlag,
  IconFlagCheck,
  IconHandGrab,
  IconRefresh,
} from '@tabler/icons-react'
import type { FilaOrden } from '../contract.ts'
import classes from '../ordenes.module.css'
import { avanza, type Persona, RAPIDAS, type Rapida, rapidasDe } from './acciones.ts'
import { type Acciones, usePersona } from './uso-acciones.tsx'

const ICONOS = {
  verificar: IconCheck,
  tomar: IconHandGrab,
  pagar: IconCash,
  soltar: IconArrowBackUp,
  observar: IconFlag,
  resolver: IconFlagCheck,
  recotizar: IconRefresh,
  anular: IconBan,
} as const satisfies Record<Rapida, typeof IconBan>

/** The actions of an order in a list, each with its shortcut key; the next step has its full label. */
export function BotonesAccion({ orden, acciones }: { orden: FilaOrden; acciones: Acciones }) {
  const offered = rapidasDe(orden, usePersona())
  if (offered.length === 0) return null
  return (
    <span className={classes.botones}>
      {offered.map((accion, index) => {
        const [tecla, texto] = RAPIDAS[accion]
        const Icono = ICONOS[accion]
        return (
          <button
            key={accion}
            type="button"
            className="boton"
            tabIndex={-1}
            data-tecla={tecla}
            data-accion={accion}
            data-primera={(index === 0 && avanza(accion)) || undefined}
            // The live event may show the order as taken before the answer arrives, so only the key to take is
            // disabled.
            disabled={accion === 'tomar' && acciones.ocupada}
            aria-label={`${texto} ${orden.numero}`}
            title={`${texto} (${tecla.toUpperCase()})`}
            onClick={(event) => {
              event.stopPropagation()
              acciones.pedir(orden, accion)
            }}
          >
            <Icono size={15} aria-hidden="true" />
            {index === 0 && avanza(accion) && <span>{texto.split(' ')[0]}</span>}
            <kbd>{tecla.toUpperCase()}</kbd>
          </button>
        )
      })}
    </span>
  )
}

/** What each key does that this person may ever use, in one order for all; one that does two things says both. */
function dichas({ puede }: Persona): Map<string, string> {
  const keys = new Map<string, string>()
  for (const [tecla, texto, permiso] of Object.values(RAPIDAS)) {
    if (!puede(permiso)) continue
    const said = keys.get(tecla)
    const words = texto.toLowerCase()
    keys.set(tecla, said ? `${said} u ${words}` : words)
  }
  return keys
}

/** The legend of shortcut keys, once for the page: of the board's cards, or of the rows of a table. */
export function Leyenda({ filas = false }: { filas?: boolean }) {
  const persona = usePersona()
  return (
    <p className={classes.leyenda}>
      <span>
        <kbd>{filas ? '↑ ↓' : '↑↓←→'}</kbd> moverse
      </span>
      <span>
        <kbd>Enter</kbd> abrir
      </span>
      <span>
        <kbd>{filas ? 'Espacio' : 'X'}</kbd> marcar
      </span>
      {[...dichas(persona)].map(([tecla, texto]) => (
        <span key={tecla}>
          <kbd>{tecla.toUpperCase()}</kbd> {texto}
        </span>
      ))}
    </p>
  )
}
