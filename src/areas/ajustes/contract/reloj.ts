import { z } from 'zod'
import { endpoint } from '../../../core/contract.ts'
import { fecha } from '../../../core/fields.ts'

/** What a person types of the clock: the date, as he knows it and not as the machine has it. */
export const camposReloj = {
  fecha: fecha('Fecha de hoy', { ayuda: 'Escríbala usted: se compara con la del equipo.' }),
}

/** The machine's clock beside the last instants that were written (ADR 0041). */
export const reloj = {
  reloj: endpoint({
    method: 'GET',
    path: '/ajustes/reloj',
    acceso: 'ajustes:ver',
    resumen: 'Si se cree lo que marca el reloj del equipo, y si no por qué',
    response: z.object({
      /** In words, for people; null while the clock is believed. */
      duda: z.string().nullable(),
    }),
  }),
  confirmarReloj: endpoint({
    method: 'PUT',
    path: '/ajustes/reloj',
    acceso: 'ajustes:editar',
    resumen:
      'Confirma que la hora del equipo es la correcta; trae a ella las tasas que quedaron adelantadas',
    body: z.strictObject({ fecha: camposReloj.fecha.schema }),
    response: z.object({ vigencias_corregidas: z.int(), message: z.string() }),
  }),
}
