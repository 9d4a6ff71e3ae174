import { z } from 'zod'
import { type Contract, endpoint } from '../../../core/contract.ts'
import { type Campo, shape, texto } from '../../../core/fields.ts'
import { campos } from '../contract.ts'
import { camposPassword } from './perfil.ts'

const codigo: Campo<z.ZodType<string>> = {
  ...texto('Código de la casa', {
    max: 40,
    ayuda: 'Lo escribe el programa donde se inició: doce letras y números.',
  }),
}

const password = { ...camposPassword.nueva, etiqueta: 'Contraseña' }

/** What a house that has nobody yet asks of its first administrator. */
export const camposPrimero = {
  codigo,
  nombres: campos.nombres,
  apellidos: campos.apellidos,
  usuario: campos.usuario,
  correo: campos.correo,
  password,
}

/** Not under /usuarios: whoever may call one address of an area hears of its changes, and these are for everybody. */
export const contratoPrimero = {
  ver: endpoint({
    method: 'GET',
    path: '/primer-uso',
    acceso: 'publico',
    resumen: 'Si la casa espera todavía a su primer administrador',
    response: z.object({ espera: z.boolean() }),
  }),
  crear: endpoint({
    method: 'POST',
    path: '/primer-uso',
    acceso: 'publico',
    resumen: 'Crea al primer administrador de una casa sin usuarios, con el código del programa',
    body: z.strictObject(shape(camposPrimero)),
    response: z.object({ message: z.string() }),
    status: 201,
  }),
} satisfies Contract
