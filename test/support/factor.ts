import { contratoPerfil } from '../../src/areas/usuarios/contract/perfil.ts'
import { codigoEn, pasoDe } from '../../src/server/acceso/factor/totp.ts'
import { type Client, PASSWORD } from './servidor/app.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The bytes of a secret given in Base32, the form typed into a phone. */
export function bytes(secreto: string): Buffer {
  const bits = Array.from(secreto, (sign) => ALPHABET.indexOf(sign).toString(2).padStart(5, '0'))
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The code that a phone shows at an instant, or some steps of 30 s later. */
export const codigo = (secreto: string, instante: number, pasos = 0) =>
  codigoEn(bytes(secreto), pasoDe(instante) + pasos)

/** Enrols a second factor at an instant, at which the house's clock must stand. */
export async function inscribir(client: Client, instante: number) {
  const begun = await client.call(contratoPerfil.empezarFactor, { body: { password: PASSWORD } })
  const { secreto } = begun.body
  const first = { body: { codigo: codigo(secreto, instante) } }
  const { codigos } = (await client.call(contratoPerfil.confirmarFactor, first)).body
  return { secreto, codigos }
}
