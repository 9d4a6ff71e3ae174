import { Button } from '@mantine/core'
import { useState } from 'react'
import { Fallo } from '../../../web/crud/lista/lista.tsx'
import { Cargando } from '../../../web/crud/pagina/cargando.tsx'
import { useCrear } from '../crear.tsx'
import { Fallas } from '../fallas.tsx'
import { Cambiar } from '../propuesta/cambiar.tsx'
import { Grupo } from '../propuesta/grupo.tsx'
import { type Cuerpo, GRUPOS, type Pieza } from '../propuesta/pieza.tsx'
import { usePropuesta } from '../propuesta/propuesta.tsx'
import classes from '../puesta-en-marcha.module.css'

const KINDS = Object.keys(GRUPOS) as (keyof typeof GRUPOS)[]

/** What everybody in these countries types alike, chosen from a list. */
export function Catalogos({ paises }: { paises: readonly string[] }) {
  const { piezas, error, refetch } = usePropuesta(paises)
  if (piezas) return <Propuesta piezas={piezas} />
  return error ? <Fallo error={error} reintentar={() => void refetch()} /> : <Cargando />
}

function Propuesta({ piezas }: { piezas: readonly Pieza[] }) {
  const [fuera, setFuera] = useState<ReadonlySet<string>>(new Set())
  const [cambios, setCambios] = useState<ReadonlyMap<string, Cuerpo>>(new Map())
  const [abierta, setAbierta] = useState<Pieza | null>(null)
  const { crear, avance, fallas } = useCrear()
  const cuerpoDe = ({ clave, cuerpo }: Pieza) => cambios.get(clave) ?? cuerpo
  const wanted = piezas.filter(({ clave, hay }) => !hay && !fuera.has(clave))
  function marcar(claves: readonly string[], marcada: boolean) {
    const next = new Set(fuera)
    for (const clave of claves) marcada ? next.delete(clave) : next.add(clave)
    setFuera(next)
  }
  return (
    <>
      <form
        className="pila"
        aria-busy={avance !== null}
        onSubmit={(event) => {
          event.preventDefault()
          if (!avance && wanted.length > 0) void crear(wanted.map((one) => one.de(cuerpoDe(one))))
        }}
      >
        {KINDS.map((grupo) => {
          const own = piezas.filter((pieza) => pieza.grupo === grupo)
          if (own.length === 0) return null
          return (
            <Grupo
              key={grupo}
              titulo={GRUPOS[grupo]}
              filas={own.map((pieza) => ({
                pieza,
                ...pieza.de(cuerpoDe(pieza)),
                cambiada: cambios.has(pieza.clave),
              }))}
              fuera={fuera}
              alMarcar={marcar}
              alCambiar={setAbierta}
              ocupado={avance !== null}
            />
          )
        })}
        <Fallas fallas={fallas} />
        <Crear cuantas={wanted.length} avance={avance} />
      </form>
      {/* Outside the form: what is saved in the dialog would send this one too. */}
      <Cambiar
        pieza={abierta}
        cuerpo={abierta ? cuerpoDe(abierta) : {}}
        alCambiar={(cuerpo) => {
          if (abierta) setCambios(new Map(cambios).set(abierta.clave, cuerpo))
          setAbierta(null)
        }}
        alCerrar={() => setAbierta(null)}
      />
    </>
  )
}

interface CrearProps {
  cuantas: number
  avance: ReturnType<typeof useCrear>['avance']
}

/** The button that creates what is marked, and how far that is. */
function Crear({ cuantas, avance }: CrearProps) {
  if (cuantas === 0 && !avance) {
    return (
      <p role="status" className="tenue">
        No queda nada marcado por crear.
      </p>
    )
  }
  return (
    <div className={classes.pie}>
      <Button type="submit" loading={avance !== null}>
        {cuantas === 1 ? 'Crear 1 registro' : `Crear ${cuantas} registros`}
      </Button>
      {avance && (
        <>
          <progress value={avance.hechas} max={avance.todas} aria-label="Avance de la creación" />
          <span role="status" className="tenue">
            {avance.hechas} de {avance.todas}
          </span>
        </>
      )}
    </div>
  )
}
