import { Button } from '@mantine/core'
import { useState } from 'react'
import type { AnswerOf } from '../../../core/contract.ts'
import { PLANTILLAS } from '../../../core/permisos.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { useSave } from '../../../web/api/save.ts'
import { Fallo } from '../../../web/crud/lista/lista.tsx'
import { Cargando } from '../../../web/crud/pagina/cargando.tsx'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import { contratoRoles, type PlantillaDeRol } from '../contract/roles.ts'
import { ConPassword, type Prueba } from '../ui/con-password.tsx'
import { type Fila, Nombrar, Plantilla } from './plantilla.tsx'
import classes from './plantillas.module.css'

/** Each template as the house has it, as the user named it, or as it comes. */
const filasDe = (
  roles: AnswerOf<typeof contratoRoles.listar>,
  nombres: Partial<Record<PlantillaDeRol, string>>,
): Fila[] =>
  (Object.keys(PLANTILLAS) as PlantillaDeRol[]).map((slug) => {
    const rol = roles.find((each) => each.slug === slug)
    const hay = rol !== undefined && rol.permisos.length > 0
    const propio = rol?.nombre ?? PLANTILLAS[slug].nombre
    return { slug, hay, nombre: hay ? propio : (nombres[slug] ?? propio) }
  })

/** The roles that most houses have, made at once from their templates, each by the name that the house gives it. */
export function Plantillas() {
  const { data, error: fallo, refetch } = useAnswer(contratoRoles.listar)
  const { save, saving, error, clear } = useSave(contratoRoles.plantillas, { stale: ['usuarios'] })
  const [fuera, setFuera] = useState<ReadonlySet<string>>(new Set())
  const [nombres, setNombres] = useState<Partial<Record<PlantillaDeRol, string>>>({})
  const [abierta, setAbierta] = useState<Fila | null>(null)
  const [pregunta, setPregunta] = useState(false)
  if (fallo && !data) return <Fallo error={fallo} reintentar={() => void refetch()} />
  if (!data) return <Cargando />
  const all = filasDe(data, nombres)
  const wanted = all.filter(({ slug, hay }) => !hay && !fuera.has(slug))
  async function crear(prueba: Prueba) {
    const roles = wanted.map(({ slug, nombre }) => ({ slug, nombre }))
    if (await save({ body: { roles, ...prueba } })) setPregunta(false)
  }
  return (
    <section className={classes.plantillas} aria-labelledby="roles">
      <h2 id="roles">Roles</h2>
      <ul className={classes.roles}>
        {all.map((fila) => (
          <Plantilla
            key={fila.slug}
            fila={fila}
            marcada={!fuera.has(fila.slug)}
            ocupado={saving}
            alMarcar={(marcada) => {
              const next = new Set(fuera)
              marcada ? next.delete(fila.slug) : next.add(fila.slug)
              setFuera(next)
            }}
            alNombrar={() => setAbierta(fila)}
          />
        ))}
      </ul>
      <p className="fila">
        {all.some(({ hay }) => !hay) && (
          <Button
            variant="default"
            disabled={wanted.length === 0}
            onClick={() => {
              clear()
              setPregunta(true)
            }}
          >
            {wanted.length === 1 ? 'Crear 1 rol' : `Crear ${wanted.length} roles`}
          </Button>
        )}
        <Enlace a="roles">Ver qué puede cada rol</Enlace>
      </p>
      <Nombrar
        fila={abierta}
        alNombrar={(slug, nombre) => {
          setNombres({ ...nombres, [slug]: nombre })
          setAbierta(null)
        }}
        alCerrar={() => setAbierta(null)}
      />
      <ConPassword
        abierto={pregunta}
        titulo="Crear roles"
        accion="Crear"
        ocupado={saving}
        error={error}
        alConfirmar={(prueba) => void crear(prueba)}
        alCancelar={() => setPregunta(false)}
      >
        <p>{wanted.map(({ nombre }) => nombre).join(', ')}. Nadie los tiene hasta que se los dé.</p>
      </ConPassword>
    </section>
  )
}
