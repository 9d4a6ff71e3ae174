import { z } from 'zod'
import { answerShape } from '../../core/catalog.ts'
import {
  type Contract,
  consultaPagina,
  endpoint,
  guardado,
  historial,
  idParam,
  instante,
  ordenPor,
  pagina,
} from '../../core/contract.ts'
import { monedaFuncional } from '../../core/dinero/moneda.ts'
import { limpiarCelular, limpiarDocumento } from '../../core/documento/documentos.ts'
import { tipoDocumento } from '../../core/documento/paises/campo.ts'
import { ejemploDeCelular } from '../../core/documento/paises/celulares.ts'
import {
  type Campo,
  correo,
  idSchema,
  monto,
  opcional,
  referencia,
  shape,
  texto,
} from '../../core/fields.ts'
import { textoPlano } from '../../core/texto/texto.ts'
import { revisarUsuario } from './rules.ts'

const nombre = (etiqueta: string) =>
  texto(etiqueta, {
    min: 2,
    max: 60,
    patron: /^[\p{L}\p{M}'’ -]+$/u,
    mensaje: 'Use solo letras, espacios, apóstrofo y guion.',
  })

const usuario: Campo<z.ZodType<string>> = {
  ...texto('Usuario', {
    max: 30,
    ayuda: 'De 4 a 30 letras, números, punto o guion. Con él ingresa.',
  }),
  schema: textoPlano(4, 30)
    .toLowerCase()
    .regex(/^[a-z0-9][a-z0-9._-]+$/, 'Use letras sin tilde, números, punto o guion.'),
}

const documento: Campo<z.ZodType<string>> = {
  ...texto('Número de documento', { max: 20 }),
  schema: textoPlano(1, 20).transform(limpiarDocumento),
}

/** A mobile: nine digits that begin with 9 in Peru, elsewhere with the code of its country. */
const CELULAR = /^(9\d{8}|\+(?!51)[1-9]\d{7,14})$/

export const celular: Campo<z.ZodType<string>> = {
  ...texto('Celular', { max: 20 }),
  get ayuda() {
    const { pais } = monedaFuncional()
    return pais === 'pe'
      ? '9 dígitos, empieza con 9. De otro país, con su código: +57 300 123 4567.'
      : `Como se marca aquí: ${ejemploDeCelular(pais)}. De otro país, con su código: +51 987 654 321.`
  },
  schema: textoPlano(1, 20)
    .transform((typed) => {
      const full = monedaFuncional().pais === 'pe' ? typed : (limpiarCelular(typed) ?? typed)
      return full.replaceAll(/[\s-]/g, '').replace(/^\+51(?=9\d{8}$)/, '')
    })
    .refine(
      (typed) => CELULAR.test(typed),
      'El celular tiene 9 dígitos y empieza con 9; de otro país, lleva su código: +57 300 123 4567.',
    ),
}

const rol: Campo<z.ZodType<string>> = {
  schema: z.string({ error: 'Elija un rol.' }).regex(/^[a-z]{2,20}$/, 'Elija un rol.'),
  etiqueta: 'Rol',
  control: { tipo: 'referencia', recurso: 'usuarios/roles', muestra: ['nombre'], clave: 'slug' },
  requerido: true,
}

/** The password of the user who asks, for acts that grant power. */
export const suPassword = z
  .string({ error: 'Escriba su contraseña.' })
  .min(1, 'Escriba su contraseña.')
  .max(200)

/** Length of a recovery code, however it is written. */
export const LARGO_CODIGO = 40

/** What one gives again before an act that grants power: the code where one has a second factor. */
export const prueba = {
  password: suPassword,
  codigo: z.string().max(LARGO_CODIGO, 'El código es demasiado largo.').optional(),
}

/** The code, as a field of a form. */
const codigo = texto('Código de verificación', {
  max: LARGO_CODIGO,
  ayuda: 'El de su aplicación de autenticación, o uno de recuperación.',
})

export const campoPrueba = {
  ...codigo,
  control: { ...codigo.control, secreto: true },
  schema: prueba.codigo,
}

/** The data of a person that an administrator edits; the role is assigned apart. */
export const campos = {
  nombres: nombre('Nombres'),
  apellidos: nombre('Apellidos'),
  tipo_doc: tipoDocumento,
  num_doc: documento,
  correo: correo(),
  celular: opcional(celular),
  usuario,
  sucursal_id: opcional(referencia('Sucursal', 'usuarios/sucursales')),
  limite_usd: opcional(
    monto('Límite por operación', { unidad: 'US$', ayuda: 'Vacío: sin límite propio.' }),
  ),
  desvio_pct: monto('Desvío de tasa permitido', {
    decimales: 3,
    max: '5',
    unidad: '%',
    ayuda: 'Cuánto puede apartarse de la tasa publicada, de 0 a 5.',
  }),
}

export const camposRol = { rol_slug: rol }

/** Accounts in the user's charge: each account has one responsible user. */
const cuentas = z.array(idSchema).max(200, 'Son demasiadas cuentas.')

const fila = z.object({
  id: z.int(),
  /** First word of nombres and first of apellidos. */
  nombre: z.string(),
  usuario: z.string(),
  correo: z.string(),
  rol_slug: z.string(),
  rol: z.string(),
  sucursal_id: z.int().nullable(),
  sucursal: z.string().nullable(),
  cajas: z.array(z.string()),
  ultimo_ingreso: instante.nullable(),
  estatus: z.boolean(),
  /** The password was set by an administrator: the user must change it at the next sign-in. */
  temporal: z.boolean(),
  segundo_factor: z.boolean(),
})
export type UsuarioFila = z.infer<typeof fila>

const detalle = fila.extend({
  ...answerShape(campos),
  tipo_doc: z.string().nullable(),
  num_doc: z.string().nullable(),
  cuentas: z.array(z.int()),
  creado_en: instante,
  /** Until when a device or an address waits after wrong passwords of this user; null when none does. */
  bloqueado_hasta: instante.nullable(),
  version: z.int(),
  historial,
})
export type UsuarioDetalle = z.infer<typeof detalle>

export const sesion = z.object({
  id: z.int(),
  creada_en: instante,
  usada_en: instante,
  ip: z.string().nullable(),
  agente: z.string().nullable(),
})

const ver = { acceso: 'usuarios:ver', method: 'GET' } as const
const editar = { acceso: 'usuarios:editar', method: 'PUT', params: idParam } as const

/** The temporary password for the first sign-in: answered once and stored only as a hash. */
const conTemporal = guardado.extend({ password_temporal: z.string() })

const ORDENES = ['nombre', 'usuario', 'correo', 'rol', 'ultimo_ingreso', 'estatus'] as const

export const contrato = {
  listar: endpoint({
    ...ver,
    path: '/usuarios',
    resumen: 'Usuarios, por nombre o por último ingreso',
    query: z.strictObject({
      limite: consultaPagina.limite,
      cursor: consultaPagina.cursor,
      buscar: consultaPagina.buscar,
      rol_slug: rol.schema.optional(),
      estatus: z.enum(['activo', 'inactivo'], { error: 'Ese filtro no existe.' }).optional(),
      orden: ordenPor(ORDENES),
    }),
    ordena: ORDENES,
    response: pagina(fila),
  }),
  roles: endpoint({
    ...ver,
    path: '/usuarios/roles',
    resumen: 'Roles que se pueden dar',
    response: z.array(z.object({ slug: z.string(), nombre: z.string(), estatus: z.boolean() })),
  }),
  sucursales: endpoint({
    ...ver,
    path: '/usuarios/sucursales',
    resumen: 'Sucursales de la casa',
    response: z.array(z.object({ id: z.int(), nombre: z.string() })),
  }),
  cuentas: endpoint({
    ...ver,
    path: '/usuarios/cuentas',
    resumen: 'Cuentas que una persona puede tener a su cargo, con quien responde hoy',
    response: z.array(
      z.object({ id: z.int(), nombre: z.string(), responsable: z.string().nullable() }),
    ),
  }),
  obtener: endpoint({
    ...ver,
    path: '/usuarios/:id',
    resumen: 'Un usuario con su historial',
    params: idParam,
    response: detalle,
  }),
  crear: endpoint({
    method: 'POST',
    path: '/usuarios',
    acceso: 'usuarios:editar',
    resumen: 'Crea un usuario con una contraseña temporal, que se muestra una vez',
    body: z
      .strictObject({ ...shape(campos), ...shape(camposRol), cuentas, ...prueba })
      .superRefine(revisarUsuario),
    response: conTemporal,
    status: 201,
  }),
  editar: endpoint({
    ...editar,
    path: '/usuarios/:id',
    resumen: 'Edita los datos de un usuario',
    body: z
      .strictObject({ ...shape(campos), cuentas, version: z.int() })
      .superRefine(revisarUsuario),
    response: guardado,
  }),
  rol: endpoint({
    ...editar,
    path: '/usuarios/rol/:id',
    resumen: 'Da otro rol a un usuario',
    body: z.strictObject({ ...shape(camposRol), ...prueba }),
    response: guardado,
  }),
  estatus: endpoint({
    ...editar,
    path: '/usuarios/estatus/:id',
    resumen: 'Activa o desactiva un usuario; al desactivarlo terminan sus sesiones',
    body: z.strictObject(prueba),
    response: guardado.extend({ estatus: z.boolean() }),
  }),
  restablecer: endpoint({
    ...editar,
    path: '/usuarios/password/:id',
    resumen: 'Da una contraseña temporal nueva y termina las sesiones del usuario',
    body: z.strictObject(prueba),
    response: conTemporal,
  }),
  quitarFactor: endpoint({
    ...editar,
    path: '/usuarios/segundo-factor/:id',
    resumen: 'Quita el segundo factor de quien perdió su teléfono, y termina sus sesiones',
    body: z.strictObject(prueba),
    response: guardado,
  }),
  sesiones: endpoint({
    ...ver,
    path: '/usuarios/sesiones/:id',
    resumen: 'Sesiones abiertas de un usuario',
    params: idParam,
    response: z.array(sesion),
  }),
  terminar: endpoint({
    ...editar,
    path: '/usuarios/sesiones/:id',
    resumen: 'Termina una sesión de un usuario, o todas',
    body: z.strictObject({ sesion_id: idSchema.nullable() }),
    response: guardado.extend({ terminadas: z.int() }),
  }),
} satisfies Contract
