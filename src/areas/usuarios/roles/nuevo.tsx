import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Permiso, PLANTILLAS } from '../../../core/permisos.ts'
import { useSave } from '../../../web/api/save.ts'
import { Seleccion } from '../../../web/crud/lista/seleccion.tsx'
import { camposRol, contratoRoles, type RolFila } from '../contract/roles.ts'
import { ConPassword, type Prueba } from '../ui/con-password.tsx'
import classes from './roles.module.css'

/** What a new role starts from: a template, a copy of a role, or nothing. */
function origenes(roles: readonly RolFila[]) {
  const plantillas = Object.entries(PLANTILLAS).map(([slug, { nombre, permisos }]) => ({
    valor: `plantilla:${slug}`,
    etiqueta: `Plantilla: ${nombre}`,
    nombre,
    permisos: permisos as readonly string[],
  }))
  const copias = roles
    .filter(({ fijo }) => !fijo)
    .map(({ slug, nombre, permisos }) => ({
      valor: `copia:${slug}`,
      etiqueta: `Copia de ${nombre}`,
      nombre: '',
      permisos,
    }))
  return [
    ...plantillas,
    ...copias,
    { valor: 'vacio', etiqueta: 'Sin permisos', nombre: '', permisos: [] },
  ]
}

/** `Jefa de caja` → `jefadecaja`; for a template, the template's code when it is free. */
function codigoDe(nombre: string, roles: readonly RolFila[], plantilla: string): string {
  const taken = (slug: string) => roles.some((rol) => rol.slug === slug)
  const letters = nombre
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .slice(0, 18)
  const base = plantilla && !taken(plantilla) ? plantilla : letters || 'rol'
  return ['', 'b', 'c', 'd', 'e', 'f'].map((end) => base + end).find((slug) => !taken(slug)) ?? base
}

/**
 * Creates a role from a starting point and a name, with the password of the user; permissions are edited afterwards.
 */
export function RolNuevo(props: {
  abierto: boolean
  roles: readonly RolFila[]
  cerrar: () => void
  alCrear: (slug: string) => void
}) {
  const { abierto, roles, cerrar, alCrear } = props
  const { save, saving, error, clear } = useSave(contratoRoles.crear, { stale: ['usuarios'] })
  const all = origenes(roles)
  const [valor, setValor] = useState('plantilla:caj')
  const [typed, setTyped] = useState<string>()
  const origen = all.find((each) => each.valor === valor) ?? all[0]
  const nombre = typed ?? origen?.nombre ?? ''
  const plantilla = valor.startsWith('plantilla:') ? (valor.split(':')[1] ?? '') : ''
  const named = error?.body.errors?.find(({ campo }) => campo === 'nombre')?.msg

  function leave() {
    clear()
    setTyped(undefined)
    cerrar()
  }
  async function confirm(prueba: Prueba) {
    const slug = codigoDe(nombre, roles, plantilla)
    const body = { slug, nombre, permisos: [...(origen?.permisos ?? [])] as Permiso[], ...prueba }
    const answer = await save({ body })
    if (!answer) return
    leave()
    alCrear(answer.slug)
  }

  return (
    <ConPassword
      abierto={abierto}
      titulo="Nuevo rol"
      accion="Crear rol"
      ocupado={saving}
      error={named ? null : error}
      alConfirmar={(prueba) => void confirm(prueba)}
      alCancelar={leave}
    >
      <div className={classes.nuevo}>
        <label htmlFor="origen-rol">Empezar desde</label>
        <Seleccion
          id="origen-rol"
          etiqueta="Empezar desde"
          opciones={all}
          valor={origen?.valor}
          alElegir={(each) => setValor(each ?? 'vacio')}
        />
        <TextInput
          label="Nombre"
          withAsterisk
          maxLength={camposRol.nombre.control.maximo}
          value={nombre}
          error={named}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <p>
          Empieza con {origen?.permisos.length ?? 0} permisos. Después los ajusta en la tabla; nadie
          lo tiene hasta que se lo dé.
        </p>
      </div>
    </ConPassword>
  )
}
