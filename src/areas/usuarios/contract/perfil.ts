import { z } from 'zod'
import { type Contract, endpoint, instante } from '../../../core/contract.ts'
import { type Campo, correo, idSchema, opcional, shape, texto } from '../../../core/fields.ts'
import { PASSWORD_MAX } from '../../../core/texto/password.ts'
import { textoPlano } from '../../../core/texto/texto.ts'
import { celular, prueba, sesion, suPassword } from '../contract.ts'

/** What one may change of oneself; the rest is an administrator's. */
/** What an authenticator shows, as it is typed. */
export const campoCodigo = texto('Código que muestra la aplicación', { min: 6, max: 10 })

export const camposPerfil = { correo: correo(), celular: opcional(celular) }

/** A new password. The server checks its rules, because they depend on the user's data. */
const nueva: Campo<z.ZodType<string>> = {
  schema: z
    .string({ error: 'Escriba la contraseña nueva.' })
    .min(1, 'Escriba la contraseña nueva.')
    .max(PASSWORD_MAX, `La contraseña debe tener como máximo ${PASSWORD_MAX} caracteres.`)
    .refine((text) => textoPlano(1, PASSWORD_MAX).safeParse(text).success, {
      error: 'Hay caracteres que no se pueden usar.',
    }),
  etiqueta: 'Contraseña nueva',
  control: { tipo: 'clave' },
  requerido: true,
}

const actual: Campo<z.ZodType<string>> = {
  schema: suPassword,
  etiqueta: 'Contraseña actual',
  control: { tipo: 'clave' },
  requerido: true,
}

export const camposPassword = { actual, nueva }

const perfil = z.object({
  id: z.int(),
  nombres: z.string(),
  apellidos: z.string(),
  usuario: z.string(),
  correo: z.string(),
  celular: z.string().nullable(),
  tipo_doc: z.string().nullable(),
  num_doc: z.string().nullable(),
  rol: z.string(),
  sucursal: z.string().nullable(),
  cajas: z.array(z.string()),
  limite_usd: z.string().nullable(),
  desvio_pct: z.string(),
  ultimo_ingreso: instante.nullable(),
  version: z.int(),
})
export type Perfil = z.infer<typeof perfil>

const sesionPropia = sesion.extend({ actual: z.boolean() })
export type SesionPropia = z.infer<typeof sesionPropia>

/** What somebody else changed of the account. */
const cambio = z.object({
  fecha: instante,
  accion: z.string(),
  usuario: z.string(),
  /** Since the user last said that he saw them. */
  nuevo: z.boolean(),
})
export type Cambio = z.infer<typeof cambio>

const hecho = z.object({ message: z.string() })
const conPrueba = z.strictObject(prueba)
/** Recovery codes, shown once; each replaces one code of the app, once. */
const conCodigos = hecho.extend({ codigos: z.array(z.string()) })
const factor = { acceso: 'ingreso', path: '/perfil/segundo-factor' } as const

export const contratoPerfil = {
  ver: endpoint({
    method: 'GET',
    path: '/perfil',
    acceso: 'sesion',
    resumen: 'Los datos propios',
    response: perfil,
  }),
  editar: endpoint({
    method: 'PUT',
    path: '/perfil',
    acceso: 'sesion',
    resumen: 'Cambia el correo, con la contraseña, y el celular propios',
    body: z.strictObject({
      ...shape(camposPerfil),
      version: z.int(),
      password: suPassword.optional(),
      codigo: prueba.codigo,
    }),
    response: hecho,
  }),
  password: endpoint({
    method: 'PUT',
    path: '/perfil/password',
    acceso: 'ingreso',
    resumen: 'Cambia la contraseña propia y termina las demás sesiones',
    body: z.strictObject({ ...shape(camposPassword), codigo: prueba.codigo }),
    response: hecho,
  }),
  sesiones: endpoint({
    method: 'GET',
    path: '/perfil/sesiones',
    acceso: 'sesion',
    resumen: 'Las sesiones propias abiertas',
    response: z.array(sesionPropia),
  }),
  terminar: endpoint({
    method: 'PUT',
    path: '/perfil/sesiones',
    acceso: 'sesion',
    resumen: 'Termina una sesión propia, o todas menos esta',
    body: z.strictObject({ sesion_id: idSchema.nullable(), ...prueba }),
    response: hecho.extend({ terminadas: z.int() }),
  }),
  cambios: endpoint({
    method: 'GET',
    path: '/perfil/cambios',
    acceso: 'sesion',
    resumen: 'Lo que otras personas cambiaron de la cuenta propia en 30 días',
    response: z.array(cambio),
  }),
  vistos: endpoint({
    method: 'PUT',
    path: '/perfil/cambios',
    acceso: 'sesion',
    resumen: 'Dice que ya vio lo que otras personas cambiaron de su cuenta',
    response: hecho,
  }),
  factor: endpoint({
    ...factor,
    method: 'GET',
    resumen: 'Si el segundo factor está activo, si el rol lo exige y cuántos códigos quedan',
    response: z.object({ activo: z.boolean(), exigido: z.boolean(), codigos: z.int() }),
  }),
  empezarFactor: endpoint({
    ...factor,
    method: 'POST',
    resumen: 'Empieza a activar el segundo factor: el secreto se muestra una vez',
    body: conPrueba,
    response: z.object({ secreto: z.string(), uri: z.string() }),
  }),
  confirmarFactor: endpoint({
    ...factor,
    method: 'PUT',
    resumen: 'Activa el segundo factor con su primer código y da los de recuperación',
    body: z.strictObject({ codigo: campoCodigo.schema }),
    response: conCodigos,
  }),
  codigosFactor: endpoint({
    method: 'PUT',
    path: '/perfil/segundo-factor/codigos',
    acceso: 'sesion',
    resumen: 'Cambia los códigos de recuperación por otros diez',
    body: conPrueba,
    response: conCodigos,
  }),
  quitarFactor: endpoint({
    method: 'PUT',
    path: '/perfil/segundo-factor/quitar',
    acceso: 'sesion',
    resumen: 'Quita el segundo factor propio, si el rol no lo exige',
    body: conPrueba,
    response: hecho,
  }),
} satisfies Contract
