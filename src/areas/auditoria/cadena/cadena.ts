import { createHash } from 'node:crypto'

/** A row of the audit as the chain hashes it: every field as the text that the database writes. */
export interface Eslabon {
  pos: number
  id: number
  /** UTC, with microseconds: `2025-11-20T15:00:00.123456Z`. */
  fecha: string
  usuario_id: number | null
  sesion_id: number | null
  accion: string
  entidad: string
  entidad_id: string | null
  /** `jsonb::text`, unchanged. */
  antes: string | null
  despues: string | null
  ip: string | null
  solicitud: string | null
  /** SHA-256, hexadecimal. */
  hash: string
}

/** The fields in the order in which they are hashed. Twin of SQL `auditoria_huella`; a test compares both. */
export const CAMPOS = [
  'pos',
  'id',
  'fecha',
  'usuario_id',
  'sesion_id',
  'accion',
  'entidad',
  'entidad_id',
  'antes',
  'despues',
  'ip',
  'solicitud',
] as const satisfies readonly (keyof Eslabon)[]

const NULO = Buffer.from('ffffffff', 'hex')

/** A field as it is hashed: the length of its bytes, then the bytes. Twin of SQL `auditoria_campo`. */
export function campoDe(valor: string | number | null): Buffer {
  if (valor === null) return NULO
  const bytes = Buffer.from(String(valor), 'utf8')
  const largo = Buffer.alloc(4)
  largo.writeUInt32BE(bytes.length)
  return Buffer.concat([largo, bytes])
}

/** The link before the first row. */
export const ORIGEN = createHash('sha256').update('cambista-auditoria-1').digest('hex')

/**
 * The link of a row after `previo`, both hexadecimal: SHA-256 over the length-prefixed fields and the previous link.
 */
export function huella(fila: Omit<Eslabon, 'hash'>, previo: string): string {
  const hash = createHash('sha256')
  for (const campo of CAMPOS) hash.update(campoDe(fila[campo]))
  return hash.update(Buffer.from(previo, 'hex')).digest('hex')
}
