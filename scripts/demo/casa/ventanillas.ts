import type { App } from '../../../src/main.app.ts'
import { entrar, type Llamar } from '../llamada.ts'

/** A counter of the house: who serves at it, who accepts his count, and his till in soles. */
export interface Ventanilla {
  cajera: Llamar
  aprueba: Llamar
  caja: string
}

/** The first counter of Lima, which every demo has. */
const PRIMERA = { usuario: 'cajera', aprueba: 'supervisora', caja: 'Caja Lima 1 PEN' } as const
/** The counters of the whole demo. The supervisor of Lima reaches no cash of Arequipa. */
const OTRAS = [
  { usuario: 'cajero', aprueba: 'supervisora', caja: 'Caja Lima 2 PEN' },
  { usuario: 'arequipa', aprueba: 'admin', caja: 'Caja Arequipa PEN' },
] as const

/** The counters that work, each with its people signed in; the first one is the main one. */
export function ventanillasDe(app: App, plena: boolean): Promise<Ventanilla[]> {
  const all = plena ? [PRIMERA, ...OTRAS] : [PRIMERA]
  return Promise.all(
    all.map(async ({ usuario, aprueba, caja }) => ({
      cajera: await entrar(app, usuario),
      aprueba: await entrar(app, aprueba),
      caja,
    })),
  )
}
