import { z } from 'zod'
import { type Contract, endpoint, historial } from '../../../core/contract.ts'
import { type Campo, shape, texto } from '../../../core/fields.ts'
import { PERMISOS, type Permiso, PLANTILLAS } from '../../../core/permisos.ts'
import { textoPlano } from '../../../core/texto/texto.ts'
import { prueba } from '../contract.ts'

/** All permissions, in the order of the table. */
export const TODOS: readonly [Permiso, ...Permiso[]] = PERMISOS

const permisos = z
  .array(z.enum(TODOS, { error: 'Ese permiso no existe.' }))
  .max(TODOS.length, 'Hay permisos repetidos.')
  .refine((all) => new Set(all).size === all.length, 'Hay permisos repetidos.')

const codigo: Campo<z.ZodType<string>> = {
  ...texto('Código', { max: 20, ayuda: 'De 2 a 20 letras minúsculas; no cambia después.' }),
  schema: textoPlano(2, 20).regex(/^[a-z]{2,20}$/, 'Use de 2 a 20 letras minúsculas sin tilde.'),
}

export const camposRol = { nombre: texto('Nombre', { min: 2, max: 60 }) }
/** What of a role is written before it is made from a template. */
export const cuerpoRol = z.strictObject(shape(camposRol))
export const camposRolNuevo = { ...camposRol, slug: codigo }

export type PlantillaDeRol = keyof typeof PLANTILLAS

const plantilla = z.enum(Object.keys(PLANTILLAS) as [PlantillaDeRol, ...PlantillaDeRol[]], {
  error: 'Esa plantilla no existe.',
})

const sinRepetir = (roles: readonly { slug: string }[]) =>
  new Set(roles.map(({ slug }) => slug)).size === roles.length

const fila = z.object({
  slug: z.string(),
  nombre: z.string(),
  permisos: z.array(z.string()),
  /** Number of active users with this role. */
  usuarios: z.int(),
  /** The administrator's role, which always holds all permissions. */
  fijo: z.boolean(),
  estatus: z.boolean(),
  /** Users with this role must have a second factor. */
  exige_factor: z.boolean(),
  version: z.int(),
})
export type RolFila = z.infer<typeof fila>

const slugParam = z.strictObject({
  slug: z.string().regex(/^[a-z]{2,20}$/, 'El código del rol no es válido.'),
})

const guardado = z.object({ slug: z.string(), message: z.string() })

const editar = { acceso: 'roles:editar', method: 'PUT', params: slugParam } as const

export const contratoRoles = {
  listar: endpoint({
    method: 'GET',
    path: '/roles',
    acceso: 'roles:ver',
    resumen: 'Roles con sus permisos y cuántos usuarios los tienen',
    response: z.array(fila),
  }),
  historial: endpoint({
    method: 'GET',
    path: '/roles/:slug/historial',
    acceso: 'roles:ver',
    resumen: 'Quién cambió un rol y qué permisos dio o quitó',
    params: slugParam,
    response: z.array(
      historial.element.extend({ ganan: z.array(z.string()), pierden: z.array(z.string()) }),
    ),
  }),
  crear: endpoint({
    method: 'POST',
    path: '/roles',
    acceso: 'roles:editar',
    resumen: 'Crea un rol',
    body: z.strictObject({ ...shape(camposRolNuevo), permisos, ...prueba }),
    response: guardado,
    status: 201,
  }),
  plantillas: endpoint({
    method: 'POST',
    path: '/roles/plantillas',
    acceso: 'roles:editar',
    resumen: 'Crea de una vez los roles de estas plantillas; los que ya tienen permisos quedan',
    body: z.strictObject({
      /** Each with the name that the house gives it; its code stays the template's. */
      roles: z
        .array(cuerpoRol.extend({ slug: plantilla }))
        .min(1, 'Marque al menos un rol.')
        .max(20)
        .refine(sinRepetir, 'Hay un rol repetido.'),
      ...prueba,
    }),
    response: z.object({ roles: z.array(z.string()), message: z.string() }),
    status: 201,
  }),
  editar: endpoint({
    ...editar,
    path: '/roles/:slug',
    resumen: 'Cambia el nombre y los permisos de un rol',
    body: z.strictObject({
      ...shape(camposRol),
      permisos,
      version: z.int(),
      ...prueba,
    }),
    response: guardado.extend({ ganan: z.array(z.string()), pierden: z.array(z.string()) }),
  }),
  factor: endpoint({
    ...editar,
    path: '/roles/segundo-factor/:slug',
    resumen: 'Exige o deja de exigir el segundo factor a quien ingrese con el rol',
    body: z.strictObject({ exige: z.boolean(), ...prueba }),
    response: guardado.extend({ exige_factor: z.boolean() }),
  }),
  casa: endpoint({
    method: 'GET',
    path: '/roles/segundo-factor',
    acceso: 'roles:ver',
    resumen: 'Si la casa exige segundo factor a quien aprueba o administra',
    response: z.object({ exige: z.boolean() }),
  }),
  factorCasa: endpoint({
    method: 'PUT',
    path: '/roles/segundo-factor',
    acceso: 'roles:editar',
    resumen: 'Exige o deja de exigir segundo factor a quien aprueba o administra',
    body: z.strictObject({ exige: z.boolean(), ...prueba }),
    response: z.object({ exige: z.boolean(), message: z.string() }),
  }),
  estatus: endpoint({
    ...editar,
    path: '/roles/estatus/:slug',
    resumen: 'Retira un rol que nadie tiene, o lo vuelve a usar',
    response: guardado.extend({ estatus: z.boolean() }),
  }),
} satisfies Contract
