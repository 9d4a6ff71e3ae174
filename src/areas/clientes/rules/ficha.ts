import { z } from 'zod'
import { NIVELES, RIESGOS } from '../rules.ts'

const persona = z.object({
  nombre: z.string(),
  documento: z.string(),
  direccion: z.string().nullable(),
  pep: z.boolean(),
  riesgo: z.enum(RIESGOS),
  nivel: z.enum(NIVELES).nullable(),
})
export type Persona = z.infer<typeof persona>

/** Who the client of a document was when it was registered, and who he is today. */
export const fichaDeDocumento = z.object({
  /** From before this was kept: put together from the audit. */
  reconstruida: z.boolean(),
  entonces: persona,
  hoy: persona,
})
export type FichaDeDocumento = z.infer<typeof fichaDeDocumento>
