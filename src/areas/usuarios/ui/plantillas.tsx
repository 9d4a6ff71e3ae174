import { ActionIcon, Button, Checkbox } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import type { AnswerOf } from '../../../core/contract.ts'
import { PLANTILLAS } from '../../../core/permisos.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { useSave } from '../../../web/api/save.ts'
import { Formulario } from '../../../web/crud/formulario/formulario.tsx'
import { Fallo } from '../../../web/crud/lista/lista.tsx'
import { Modal } from '../../../web/crud/modal.tsx'
import { Cargando } from '../../../web/crud/pagina/cargando.tsx'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import { camposRol, contratoRoles, cuerpoRol, type PlantillaDeRol } from '../contract/roles.ts'
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

interface Fila {
  slug: PlantillaDeRol
  nombre: string
  /** The house has it, with permissions of its own. */
  hay: boolean
}

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

interface PlantillaProps {
  fila: Fila
  marcada: boolean
  ocupado: boolean
  alMarcar: (marcada: boolean) => void
  alNombrar: () => void
}

/** One template; what the house has already stands there, ticked, and is not changed here. */
function Plantilla({ fila, marcada, ocupado, alMarcar, alNombrar }: PlantillaProps) {
  const { slug, nombre, hay } = fila
  return (
    <li>
      <Checkbox
        label={nombre}
        description={hay ? 'Ya está' : OFICIOS[slug]}
        checked={hay || marcada}
        disabled={hay || ocupado}
        onChange={(event) => alMarcar(event.currentTarget.checked)}
      />
      {!hay && marcada && (
        <ActionIcon
          variant="subtle"
          color="gray"
          disabled={ocupado}
          aria-label={`Cambiar ${nombre}`}
          title={`Cambiar ${nombre}`}
          onClick={alNombrar}
        >
          <IconPencil size={16} aria-hidden="true" />
        </ActionIcon>
      )}
    </li>
  )
}

interface NombrarProps {
  /** What is being named; null: nothing. */
  fila: Fila | null
  alNombrar: (slug: PlantillaDeRol, nombre: string) => void
  alCerrar: () => void
}

/** Names a role before it is created; what it may do is changed in its own page. */
function Nombrar({ fila, alNombrar, alCerrar }: NombrarProps) {
  return (
    <Modal
      opened={fila !== null}
      onClose={alCerrar}
      title={fila ? `Cambiar ${fila.nombre} antes de crear` : ''}
      size="sm"
    >
      {fila && (
        <Formulario
          campos={camposRol}
          schema={cuerpoRol}
          inicial={{ nombre: fila.nombre }}
          guardar={async (valores: { nombre: string }) => valores}
          alGuardar={({ nombre }: { nombre: string }) => alNombrar(fila.slug, nombre)}
          accion="Dejarlo así"
          cancelar={alCerrar}
        />
      )}
    </Modal>
  )
}
