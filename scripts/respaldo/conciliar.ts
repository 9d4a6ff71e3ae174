import { anclasContra, cabezasConocidas } from '../../src/areas/auditoria/cadena/contra.ts'
import { verificar } from '../../src/main.libros.ts'
import type { Lugar } from '../../src/server/acceso/secretos.ts'
import { conBase } from '../../src/server/db/db.ts'
import { anotarRestauracion } from '../../src/server/respaldo/anotar.ts'
import { ponerCabezas } from '../../src/server/respaldo/secretos.ts'

interface Vuelta {
  lugar: Lugar
  /** What it came back from, for its audit. */
  copia: string
  /** The instant to which it went back. */
  hasta: string
  /** The files of published heads that came with it. */
  llegadas?: (string | null)[]
  /** Whether somebody has to review who may what (`anotarRestauracion`). */
  revisar: boolean
  /** It is written down already: only heads that are put aside here are told its audit. */
  anotada?: boolean
}

/**
 * Puts the published heads that a house which went back still knows in their place, the others aside, and writes down in
 * its audit that it went back and which heads those are. Answers a sentence of the heads that were put aside; null: none.
 */
export async function conciliar(url: string, vuelta: Vuelta): Promise<string | null> {
  const { lugar, copia, hasta, llegadas = [], revisar, anotada = false } = vuelta
  const aside = await conBase(url, (db) =>
    ponerCabezas(
      lugar,
      llegadas,
      new Date(),
      (lines) => cabezasConocidas(db, lines),
      async (apart) => {
        if (apart || !anotada) await anotarRestauracion(url, copia, hasta, apart, revisar)
      },
    ),
  )
  if (!aside) return null
  const { length } = aside.cabezas
  const heads =
    length === 1
      ? 'Hay 1 cabeza de la auditoría publicada después de lo restaurado: queda'
      : `Hay ${length} cabezas de la auditoría publicadas después de lo restaurado: quedan`
  return `${heads} en «${aside.archivo}», y la auditoría dice que se restauró.`
}

/** What recomputing the books and comparing the published heads found; `diferencia` in one sentence, or null. */
export function revisar(url: string, { anclas }: Lugar) {
  return conBase(url, async (db) => {
    const { asientos, apuntes, diferencia } = await verificar(db)
    const heads = await anclasContra(db, anclas)
    const wrong = diferencia ?? heads.diferencia
    const said = wrong && `${wrong.regla}. ${wrong.detalle}`
    return { asientos, apuntes, cabezas: heads.revisadas, diferencia: said }
  })
}
