import { DomainError } from '../../core/errors.ts'

interface Marcha {
  usuario_id: number
  hechas: number
  total: number
  cancelada: boolean
}

/** The work in progress, by the key that the browser chose. In memory of this process only: the work ends with it. */
const marchas = new Map<string, Marcha>()

/** Runs `work` under a key, with its progress; stops it when it was cancelled. @throws DomainError IMPORTAR_DETENIDA */
export async function enMarcha<T>(
  clave: string | undefined,
  usuario_id: number,
  total: number,
  work: (paso: (hechas: number) => void) => Promise<T>,
): Promise<T> {
  if (clave === undefined) return work(() => {})
  const marcha = { usuario_id, hechas: 0, total, cancelada: false }
  marchas.set(clave, marcha)
  try {
    return await work((hechas) => {
      if (marcha.cancelada) throw new DomainError('IMPORTAR_DETENIDA')
      marcha.hechas = hechas
    })
  } finally {
    marchas.delete(clave)
  }
}

/** The work of this user under that key; undefined when it has ended or belongs to another user. */
export function marchaDe(clave: string, usuario_id: number): Marcha | undefined {
  const found = marchas.get(clave)
  return found?.usuario_id === usuario_id ? found : undefined
}
