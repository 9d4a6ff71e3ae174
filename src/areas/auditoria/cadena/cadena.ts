import { createHash } from 'node:crypto'

/** A row of the audit as the chain sees it: every field as the database's own text. */
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
  /** `jsonb::text`, to the letter. */
  antes: string | null
  despues: string | null
  ip: string | null
  solicitud: string | null
  /** SHA-256, hexadecimal. */
  hash: string
}

/** In the order in which they are hashed; `auditoria_huella` in SQL says the same, a test holds both equal. */
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

/** What the first link follows. */
export const ORIGEN = createHash('sha256').update('cambista-auditoria-1').digest('hex')

/** The link of a row after `previo`, both hexadecimal: SHA-256 over length-prefixed fields, then the link before. */
export function huella(fila: Omit<Eslabon, 'hash'>, previo: string): string {
  const hash = createHash('sha256')
  for (const campo of CAMPOS) {
    const valor = fila[campo]
    if (valor === null) hash.update(NULO)
    else {
      const bytes = Buffer.from(String(valor), 'utf8')
      const largo = Buffer.alloc(4)
      largo.writeUInt32BE(bytes.length)
      hash.update(largo).update(bytes)
    }
  }
  return hash.update(Buffer.from(previo, 'hex')).digest('hex')
}
