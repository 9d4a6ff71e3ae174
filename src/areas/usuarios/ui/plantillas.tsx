import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { PLANTILLAS } from '../../../core/permisos.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { useSave } from '../../../web/api/save.ts'
import { Fallo } from '../../../web/crud/lista/lista.tsx'
import { Cargando } from '../../../web/crud/pagina/cargando.tsx'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import { contratoRoles, type PlantillaDeRol } from '../contract/roles.ts'
import { ConPassword, type Prueba } from '../perfil/con-password.tsx'
import classes from './plantillas.module.css'

/** What each template is for. */
const OFICIOS: Record<PlantillaDeRol, string> = {
  mgr: 'Precios, cuentas, aprobaciones y reportes.',
  caj: 'Mostrador, clientes y órdenes; su propia caja.',
  pag: 'Paga las órdenes; no ve costos ni precios.',
  cum: 'Clientes, límites, alertas y registro de operaciones.',
  con: 'Lee y exporta el libro y los reportes.',
}

/** The roles that most houses have, made at once from their templates. */
export function Plantillas() {
  const { data, error: fallo, refetch } = useAnswer(contratoRoles.listar)
  const { save, saving, error, clear } = useSave(contratoRoles.plantillas, { stale: ['usuarios'] })
  const [fuera, setFuera] = useState<ReadonlySet<string>>(new Set())
  const [pregunta, setPregunta] = useState(false)
  if (fallo && !data) return <Fallo error={fallo} reintentar={() => void refetch()} />
  if (!data) return <Cargando />
  const all = (Object.keys(PLANTILLAS) as PlantillaDeRol[]).map((slug) => ({
    slug,
    nombre: PLANTILLAS[slug].nombre,
    hay: data.some((rol) => rol.slug === slug && rol.permisos.length > 0),
  }))
  const wanted = all.filter(({ slug, hay }) => !hay && !fuera.has(slug))
  async function crear(prueba: Prueba) {
    const made = await save({ body: { roles: wanted.map(({ slug }) => slug), ...prueba } })
    if (made) setPregunta(false)
  }
  return (
    <section className={classes.plantillas} aria-labelledby="roles">
      <h2 id="roles">Roles</h2>
      <ul className={classes.roles}>
        {all.map(({ slug, nombre, hay }) => (
          <li key={slug}>
            <Checkbox
              label={nombre}
              description={hay ? 'Ya está' : OFICIOS[slug]}
              checked={hay || !fuera.has(slug)}
              disabled={hay || saving}
              onChange={(event) => {
                const next = new Set(fuera)
                event.currentTarget.checked ? next.delete(slug) : next.add(slug)
                setFuera(next)
              }}
            />
          </li>
        ))}
      </ul>
      <p className="fila">
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
        <Enlace a="roles">Ver qué puede cada rol</Enlace>
      </p>
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
