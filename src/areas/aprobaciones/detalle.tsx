import { Button } from '@mantine/core'
import { useState } from 'react'
import { sinCortar } from '../../core/formato.ts'
import { callWith } from '../../web/api/api.ts'
import { aporte } from '../../web/marco/aportes.ts'
import { type Busqueda, Enlace } from '../../web/marco/navegacion.tsx'
import { abre, pantallaLlamada } from '../../web/marco/screens.ts'
import { useSesion } from '../../web/sesion/sesion.ts'
import { FILAS, type FilaPedida, contrato as vistos } from '../vistos/contract.ts'
import classes from './aprobaciones.module.css'
import type { Espera } from './contract.ts'

/** Lines that are shown before somebody asks for all. */
const CUANTAS = 4

/** What a request says besides its title: its lines, the rows of its file, and where what it would change is. */
export function Detalle({ espera: e }: { espera: Espera }) {
  return (
    <>
      {e.detalle !== '' && <Lineas lineas={e.detalle.split('\n')} />}
      {e.filas && <Filas id={e.id} filas={e.filas} />}
      {e.sobre && <Sobre {...e.sobre} />}
    </>
  )
}

function Lineas({ lineas }: { lineas: readonly string[] }) {
  const [todo, setTodo] = useState(false)
  const more = lineas.length > CUANTAS
  return (
    <div className={classes.detalle}>
      <ul>
        {(todo ? lineas : lineas.slice(0, CUANTAS)).map((linea) => (
          <li key={linea}>{sinCortar(linea)}</li>
        ))}
      </ul>
      {more && (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-expanded={todo}
          onClick={() => setTodo(!todo)}
        >
          {todo ? 'Ver menos' : `Ver todo (${lineas.length - CUANTAS} más)`}
        </Button>
      )}
    </div>
  )
}

type Estado = FilaPedida['estado']
const ESTADOS = Object.keys(FILAS) as Estado[]

/** The rows of a file by what becomes of them, each group opened by its count and read page by page. */
function Filas({ id, filas }: { id: number; filas: Partial<Record<Estado, number>> }) {
  const [abierta, setAbierta] = useState<Estado>()
  const [leidas, setLeidas] = useState<readonly FilaPedida[]>([])
  const [siguiente, setSiguiente] = useState<number | null>(null)
  async function leer(estado: Estado, desde?: number) {
    const query = { estado, ...(desde !== undefined && { desde: String(desde) }) }
    const page = await callWith(vistos.filas, { params: { id }, query }).catch(() => null)
    if (!page) return
    setLeidas((before) => (desde === undefined ? page.items : [...before, ...page.items]))
    setSiguiente(page.siguiente)
  }
  function abrir(estado: Estado) {
    const next = estado === abierta ? undefined : estado
    setAbierta(next)
    setLeidas([])
    setSiguiente(null)
    if (next) void leer(next)
  }
  return (
    <div className={classes.detalle}>
      <div className={classes.grupos}>
        {ESTADOS.filter((estado) => filas[estado]).map((estado) => (
          <Button
            key={estado}
            size="compact-sm"
            variant={estado === abierta ? 'light' : 'default'}
            aria-expanded={estado === abierta}
            onClick={() => abrir(estado)}
          >
            {`${FILAS[estado]} (${filas[estado]})`}
          </Button>
        ))}
      </div>
      {abierta && (
        <ul className={classes.filas} aria-label={FILAS[abierta]}>
          {leidas.map(({ fila, texto }) => (
            <li key={fila}>
              <strong>Fila {fila}</strong> {sinCortar(texto)}
            </li>
          ))}
        </ul>
      )}
      {abierta && siguiente !== null && (
        <Button size="compact-sm" variant="subtle" onClick={() => void leer(abierta, siguiente)}>
          Mostrar más
        </Button>
      )}
    </div>
  )
}

/** A link to what the request would change, or to the page where it is, for who may open that. */
function Sobre({ entidad, id }: { entidad: string; id: string }) {
  const { usuario } = useSesion()
  const { titulo, detalle, pagina } = aporte('auditoria')[entidad] ?? {}
  const opens = (name: string | undefined) => {
    const screen = name === undefined ? undefined : pantallaLlamada(name)
    return screen !== undefined && abre(screen, usuario)
  }
  if (detalle && /^\d+$/.test(id) && opens(detalle)) {
    return (
      <p className={classes.sobre}>
        <Enlace a={detalle} params={{ id: Number(id) }} className="enlace">
          {`Ver en ${titulo}`}
        </Enlace>
      </p>
    )
  }
  if (!pagina || !opens(pagina.a)) return null
  const search: Busqueda = pagina.clave && id !== '' ? { [pagina.clave]: id } : {}
  return (
    <p className={classes.sobre}>
      <Enlace a={pagina.a} search={search} className="enlace">
        {`Ver en ${titulo}`}
      </Enlace>
    </p>
  )
}
