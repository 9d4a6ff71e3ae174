import { z } from 'zod'
import { decimalText, endpoint, instante } from '../../../core/contract.ts'

/** How the program itself is, as the settings show it. */
export const programa = {
  programa: endpoint({
    method: 'GET',
    path: '/ajustes/programa',
    acceso: 'ajustes:ver',
    resumen:
      'Cómo está el programa: sus trabajos que no andan, el disco, los certificados y las réplicas',
    response: z.object({
      /** Jobs that failed twice in a row, or did not run for long. */
      trabajos: z.array(
        z.object({
          nombre: z.string(),
          /** Failures in a row; 0: it does not fail, but does not run either. */
          fallas: z.int(),
          desde: instante,
          motivo: z.string().nullable(),
        }),
      ),
      /** In bytes; null until it was measured. */
      disco: z
        .object({
          /** Null where the database is on a server whose disk the program does not see. */
          libre: z.int().nullable(),
          total: z.int().nullable(),
          /** The size of the database. */
          base: z.int(),
          /** What is used each day, or by how much the database grows; null until it is known. */
          crece: z.int().nullable(),
          /** Until the disk is full; null where it does not grow, or is not seen. */
          dias: z.int().nullable(),
          /** Somebody should make room. */
          poco: z.boolean(),
        })
        .nullable(),
      /** With which it is served, by machine; none: a proxy has it, or only this machine is served. */
      certificados: z.array(
        z.object({
          equipo: z.string(),
          vence: instante,
          /** It ends soon, or has ended. */
          renovar: z.boolean(),
        }),
      ),
      replicas: z.object({
        cuantas: z.int(),
        /** Those that an acknowledged operation waits for. */
        sincronas: z.int(),
        /** How far the last one is behind; null where there is none, or nothing is under way. */
        bytes: z.int().nullable(),
        segundos: decimalText.nullable(),
        /** Whether the server lets the program's owner see how they are. */
        vistas: z.boolean(),
        /** The server's `synchronous_standby_names`. */
        pedidas: z.string(),
      }),
      /** The house's PostgreSQL is its own. */
      ajeno: z.boolean(),
    }),
  }),
}
