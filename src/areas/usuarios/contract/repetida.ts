import { z } from 'zod'
import { PASSWORD_ACONSEJADO, PASSWORD_MIN } from '../../../core/texto/password.ts'
import { camposPassword } from './perfil.ts'

/** A new password as a form asks for it, with its advice, and again; the repetition is checked here and not sent. */
export function dosVeces(etiqueta: string) {
  const campo = { ...camposPassword.nueva, etiqueta }
  const schema = z.string({ error: `Repita la ${etiqueta.toLowerCase()}.` })
  return {
    campo: {
      ...campo,
      ayuda: `Al menos ${PASSWORD_MIN} caracteres; mejor ${PASSWORD_ACONSEJADO}. Varias palabras juntas se recuerdan bien.`,
    },
    repetida: { ...campo, schema, etiqueta: `Repita la ${etiqueta.toLowerCase()}` },
    distinta: { error: `No es igual a la ${etiqueta.toLowerCase()}.`, path: ['repetida'] },
  }
}
