import { probar } from '../api/linea.ts'
import { VUELVE } from '../api/pausa.ts'

/** So often the styles of one file are asked for again; after an update of the program they are no more. */
const VECES = 3

const veces = new Map<string, number>()

const alVolver = () =>
  new Promise<void>((done) => addEventListener(VUELVE, () => done(), { once: true }))

/** Resolves once the server can be reached. */
export async function conLinea(): Promise<void> {
  if (!(await probar())) await alVolver()
}

/**
 * Asks again for styles that did not come over a cut line. What loads code asks for each of them once, and draws without
 * them from the second time on: a page that was fetched beforehand would stay bare.
 */
async function pedirDeNuevo({ target }: Event): Promise<void> {
  if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return
  const times = (veces.get(target.href) ?? 0) + 1
  veces.set(target.href, times)
  if (times > VECES) return
  await conLinea()
  target.replaceWith(target.cloneNode())
}

/** Hears of styles that did not come, from the first on. Called once by the program. */
export function cuidarEstilos(): void {
  addEventListener('error', (event) => void pedirDeNuevo(event), { capture: true })
}
