import { z } from 'zod'
import { endpoint } from '../../../core/contract.ts'
import { fecha } from '../../../core/fields.ts'

/** What a person types to vouch for the clock: the date from his own knowledge, not from the machine. */
export const camposReloj = {
  fecha: fecha('Fecha de hoy', { ayuda: 'Escríbala usted: se compara con la del equipo.' }),
}

/** Compares the machine's clock with the last instants that were written (ADR 0041). */
export const reloj = {
  reloj: endpoint({
    method: 'GET',
    path: '/ajustes/reloj',
    acceso: 'ajustes:ver',
    resumen: 'Si se cree lo que marca el reloj del equipo, y si no por qué',
    response: z.object({
      /** Why the clock is not trusted, as a Spanish sentence; null while it is trusted. */
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
