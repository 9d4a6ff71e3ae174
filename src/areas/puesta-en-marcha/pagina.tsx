import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { Fallo } from '../../web/crud/lista/lista.tsx'
import { Cargando } from '../../web/crud/pagina/cargando.tsx'
import { Pagina } from '../../web/crud/pagina/pagina.tsx'
import { Enlace, useBusqueda } from '../../web/marco/navegacion.tsx'
import { usePuede } from '../../web/sesion/sesion.ts'
import { useCrear } from './crear.tsx'
import { Fallas } from './fallas.tsx'
import { Grupo } from './grupo.tsx'
import { Precios } from './precios.tsx'
import { GRUPOS, type Pieza, usePropuesta } from './propuesta.tsx'
import classes from './puesta-en-marcha.module.css'
import { JUEGOS } from './rules/juegos.ts'

const [PROPIO] = JUEGOS
const KINDS = Object.keys(GRUPOS) as (keyof typeof GRUPOS)[]

/** What everybody in a country types alike, chosen from a list instead of typed. */
export default function PuestaEnMarcha() {
  const [{ paises }, cambiar] = useBusqueda()
  const elegidos = (paises ?? PROPIO.pais).split(',')
  const { piezas, error, refetch } = usePropuesta(elegidos)
  const precia = usePuede('pares-divisas:editar')
  const alternar = (pais: string) =>
    cambiar({
      paises: JUEGOS.map((juego) => juego.pais)
        .filter((each) => elegidos.includes(each) !== (each === pais))
        .join(),
    })
  return (
    <Pagina
      titulo="Puesta en marcha"
      nota="Lo que en cada país todos escriben igual, para elegirlo de una lista. Después puede cambiarlo o agregar lo que falte."
    >
      <fieldset className={classes.paises}>
        <legend>¿Dónde recibe y dónde paga la casa?</legend>
        <ul>
          {JUEGOS.map(({ pais, nombre }) => (
            <li key={pais}>
              <Checkbox
                label={nombre}
                checked={elegidos.includes(pais)}
                onChange={() => alternar(pais)}
              />
            </li>
          ))}
        </ul>
      </fieldset>
      {piezas && <Propuesta piezas={piezas} />}
      {piezas && precia && <Precios paises={elegidos} />}
      {!piezas && error && <Fallo error={error} reintentar={() => void refetch()} />}
      {!piezas && !error && <Cargando />}
    </Pagina>
  )
}

function Propuesta({ piezas }: { piezas: readonly Pieza[] }) {
  const [fuera, setFuera] = useState<ReadonlySet<string>>(new Set())
  const { crear, avance, fallas } = useCrear()
  const wanted = piezas.filter(({ clave, hay }) => !hay && !fuera.has(clave))
  function marcar(claves: readonly string[], marcada: boolean) {
    const next = new Set(fuera)
    for (const clave of claves) marcada ? next.delete(clave) : next.add(clave)
    setFuera(next)
  }
  return (
    <form
      className="pila"
      aria-busy={avance !== null}
      onSubmit={(event) => {
        event.preventDefault()
        if (!avance && wanted.length > 0) void crear(wanted)
      }}
    >
      {KINDS.map((grupo) => {
        const own = piezas.filter((pieza) => pieza.grupo === grupo)
        if (own.length === 0) return null
        return (
          <Grupo
            key={grupo}
            titulo={GRUPOS[grupo]}
            piezas={own}
            fuera={fuera}
            alMarcar={marcar}
            ocupado={avance !== null}
          />
        )
      })}
      <Fallas fallas={fallas} />
      {wanted.length === 0 && !avance ? (
        <p role="status" className="tenue">
          No queda nada marcado por crear. Siga con los precios, las{' '}
          <Enlace a="nueva-cuenta">cajas y cuentas</Enlace> y lo demás del{' '}
          <Enlace a="dashboard">inicio</Enlace>.
        </p>
      ) : (
        <div className={classes.pie}>
          <Button type="submit" loading={avance !== null}>
            {wanted.length === 1 ? 'Crear 1 registro' : `Crear ${wanted.length} registros`}
          </Button>
          {avance && (
            <>
              <progress
                value={avance.hechas}
                max={avance.todas}
                aria-label="Avance de la creación"
              />
              <span role="status" className="tenue">
                {avance.hechas} de {avance.todas}
              </span>
            </>
          )}
        </div>
      )}
    </form>
  )
}
