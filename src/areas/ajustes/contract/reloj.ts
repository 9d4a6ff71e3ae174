import { z } from 'zod'
import { endpoint } from '../../../core/contract.ts'
import { fecha, opcional, texto } from '../../../core/fields.ts'

/** What a person types to vouch for the clock: date and hour from his own knowledge, not from the machine. */
export const camposReloj = {
  fecha: fecha('Fecha de hoy', { ayuda: 'Escríbala usted: se compara con la del equipo.' }),
  hora: texto('Hora de ahora', {
    max: 5,
    patron: /^([01]?\d|2[0-3]):[0-5]\d$/,
    mensaje: 'Escriba la hora como 14:30.',
    ayuda: 'Como 14:30, de un reloj en que confíe. Se aceptan quince minutos de diferencia.',
  }),
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
      /** Whether the doubt is about hours, so that who confirms types the hour too. */
      pide_hora: z.boolean(),
    }),
  }),
  confirmarReloj: endpoint({
    method: 'PUT',
    path: '/ajustes/reloj',
    acceso: 'ajustes:editar',
    resumen:
      'Confirma que la hora del equipo es la correcta; trae a ella las tasas que quedaron adelantadas',
    body: z.strictObject({
      fecha: camposReloj.fecha.schema,
      /** In the house's time zone; needed where the doubt is about hours. */
      hora: opcional(camposReloj.hora).schema,
    }),
    response: z.object({ vigencias_corregidas: z.int(), message: z.string() }),
  }),
}
