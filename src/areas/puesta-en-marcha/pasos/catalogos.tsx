import { Button } from '@mantine/core'
import { useState } from 'react'
import { Fallo } from '../../../web/crud/lista/lista.tsx'
import { Cargando } from '../../../web/crud/pagina/cargando.tsx'
import { useCrear } from '../crear.tsx'
import { Fallas } from '../fallas.tsx'
import { Grupo } from '../grupo.tsx'
import { GRUPOS, type Pieza, usePropuesta } from '../propuesta.tsx'
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
          No queda nada marcado por crear.
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
