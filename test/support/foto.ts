import { randomBytes } from 'node:crypto'
import type { Endpoint } from '../../src/core/contract.ts'
import { fillPath } from '../../src/core/contract.ts'
import type { Client } from './servidor/app.ts'

const PNG = Buffer.from('89504e470d0a1a0a', 'hex')

/** A picture that nobody has yet. */
export const foto = () => Buffer.concat([PNG, randomBytes(40)])

/** Uploads a picture through a call that takes one; answers its id. */
export async function subirFoto(who: Client, { path }: Endpoint, bytes = foto()): Promise<number> {
  const { status, body, error } = await who.raw(
    'POST',
    `/api${fillPath(path)}?nombre=foto.png`,
    bytes,
    { 'content-type': 'image/png' },
  )
  if (status >= 300) throw new Error(error.message)
  return (body as { id: number }).id
}
