import { z } from 'zod'
import { endpoint, instante } from '../../../core/contract.ts'
import { entero, siNo } from './campos.ts'

/** When they are made. */
export const DE_RESPALDO = {
  respaldo_diario: siNo(
    'respaldo_diario',
    'respaldo',
    'Respaldo diario',
    'Se hace solo, en el disco que indicó quien instaló el programa, y se restaura para comprobarlo.',
  ),
  respaldo_hora: entero(
    'respaldo_hora',
    'respaldo',
    'Hora del respaldo',
    'De 0 a 23. Si a esa hora la máquina estaba apagada, se hace al encenderla.',
  ),
  respaldo_frase_dias: entero(
    'respaldo_frase_dias',
    'respaldo',
    'Probar la frase cada (días)',
    'Pasado ese tiempo sin probar la frase que abre los respaldos, se avisa. Con 0 no se avisa.',
  ),
  respaldo_archivo: siNo(
    'respaldo_archivo',
    'respaldo',
    'Vigilar el registro archivado',
    'Con una base de datos propia: avisa mientras lo último no está en el registro que PostgreSQL archiva. Apáguelo si la respalda de otra manera.',
  ),
}

/** The house's backups, as its settings show them. */
export const respaldo = {
  respaldo: endpoint({
    method: 'GET',
    path: '/ajustes/respaldo',
    acceso: 'ajustes:ver',
    resumen: 'Dónde se guardan los respaldos diarios, y qué fue de los últimos',
    response: z.object({
      /** The folder in which the program makes them; null where it was given none. */
      destino: z.string().nullable(),
      /** The house's PostgreSQL is its own, with backups of its own. */
      ajeno: z.boolean(),
      /** The last one that was restored and found good; of a PostgreSQL of the house's own, that was said to be made. */
      bueno: z.object({ fin: instante, carpeta: z.string(), bytes: z.int() }).nullable(),
      /** What the last attempt failed by; null where it was good. */
      falla: z.object({ fin: instante, motivo: z.string() }).nullable(),
      /** Any instant up to this one can be brought back; null where the log is not archived yet. */
      hasta: instante.nullable(),
      /** Since when the log cannot be archived, and why; null where it is. */
      registro: z.object({ desde: instante, motivo: z.string() }).nullable(),
      /** How a PostgreSQL of the house's own archives its log; null where the program keeps it. */
      archivo: z
        .object({
          archiva: z.boolean(),
          ultimo: instante.nullable(),
          /** Why what was registered lately is not archived; null where it is. */
          falla: z.string().nullable(),
        })
        .nullable(),
      /** Since when nobody has shown that he has the phrase; null before the first good one. */
      frase: z.object({ desde: instante, falta: z.boolean() }).nullable(),
    }),
  }),
}
