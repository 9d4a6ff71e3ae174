import { z } from 'zod'
import { texto } from './fields.ts'

/** The client's own words on where the money comes from and where it goes. */
export const camposDeclaracion = {
  origen: texto('Origen de los fondos', { min: 3, max: 200 }),
  destino: texto('Destino de los fondos', { min: 3, max: 200 }),
}

export const declaracion = z.strictObject({
  origen: camposDeclaracion.origen.schema,
  destino: camposDeclaracion.destino.schema,
})
export type DeclaracionFondos = z.infer<typeof declaracion>
