import { z } from 'zod'
import { type Contract, endpoint } from '../../core/contract.ts'
import { textoPlano } from '../../core/texto/texto.ts'

import { LARGO } from './rules.ts'

/** The signed-in user and what the screens may offer. The server never trusts it when it comes back. */
const usuario = z.object({
  id: z.int(),
  nombres: z.string(),
  apellidos: z.string(),
  correo: z.string(),
  role: z.object({ slug: z.string(), nombre: z.string() }),
  permisos: z.array(z.string()),
  /** Whether he has a second factor: forms that ask for his password ask for its code as well. */
  segundo_factor: z.boolean(),
  /** What the user must do before anything else in this session. */
  debe: z.enum(['password', 'segundo_factor']).nullable(),
  /** The branches that he may tell apart, where the house has several and he sees them all. */
  sucursales: z.array(z.object({ id: z.int(), nombre: z.string() })),
  /** His branch, where he does not see every branch; null: he has none. Left out for whoever sees them all. */
  sucursal: z.object({ id: z.int(), nombre: z.string() }).nullable().optional(),
})

/** Minutes without keyboard or mouse after which the screen locks; 0 for never. */
const bloqueo_minutos = z.int()

/** Whether Salir also ends the session on the server. */
const salida_avisa = z.boolean()

const ingreso = z.object({
  ok: z.literal(true),
  usuario,
  token: z.string(),
  message: z.string(),
  bloqueo_minutos,
  salida_avisa,
})

/** Neither trimmed nor validated here: only the server compares it. */
const password = z
  .string({ error: 'Escriba su contraseña.' })
  .min(1, 'Escriba su contraseña.')
  .max(LARGO.password)

export const credenciales = z.strictObject({
  /** User name or e-mail. */
  usuario: textoPlano(1, LARGO.usuario),
  password,
  /** Of the second factor, or a recovery code; asked for by the refusal `CODIGO_REQUERIDO`. */
  codigo: z.string().max(LARGO.codigo, 'El código es demasiado largo.').optional(),
})

/** The users of a demo and their password; of any other house, nobody. */
const demo = z.object({
  usuarios: z.array(
    z.object({
      usuario: z.string(),
      nombre: z.string(),
      rol: z.string(),
      sucursal: z.string().nullable(),
      /** His role holds nothing: he sees the menu and opens no screen of it. */
      sin_permisos: z.boolean(),
    }),
  ),
  password: z.string().nullable(),
})
export type Demo = z.infer<typeof demo>

export const contrato = {
  demo: endpoint({
    method: 'GET',
    path: '/auth/demo',
    acceso: 'publico',
    resumen: 'Los usuarios de la demostración, en el equipo que la sirve; en una casa, ninguno',
    response: demo,
  }),
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    acceso: 'publico',
    resumen: 'Inicia la sesión',
    body: credenciales,
    response: ingreso,
  }),
  refresh: endpoint({
    method: 'POST',
    path: '/auth/refresh-token',
    acceso: 'publico',
    resumen: 'Renueva el token de la sesión',
    response: ingreso,
  }),
  sesion: endpoint({
    method: 'GET',
    path: '/auth/sesion',
    acceso: 'ingreso',
    resumen: 'Quién tiene la sesión y qué puede, ahora',
    response: z.object({ usuario, bloqueo_minutos, salida_avisa }),
  }),
  desbloquear: endpoint({
    method: 'POST',
    path: '/auth/desbloquear',
    acceso: 'sesion',
    resumen: 'Comprueba la contraseña de quien dejó la pantalla bloqueada',
    body: z.strictObject({ password }),
    response: z.object({ message: z.string() }),
  }),
  salir: endpoint({
    method: 'POST',
    path: '/auth/salir',
    acceso: 'ingreso',
    resumen: 'Termina la sesión de quien sale, donde la casa lo pide (ajuste salida_avisa)',
    body: z.strictObject({}),
    response: z.object({ message: z.string() }),
  }),
  confirmar: endpoint({
    method: 'POST',
    path: '/auth/confirmar',
    acceso: 'sesion',
    resumen: 'Confirma quién está, para lo que nadie más puede confirmar (rechazo SOLO_CONFIRME)',
    body: z.strictObject({ password, codigo: credenciales.shape.codigo }),
    response: z.object({ message: z.string() }),
  }),
} satisfies Contract
