import type { z } from 'zod'
import type { Endpoint } from '../../../core/contract.ts'
import type { Campos } from '../../../core/fields.ts'

/** What the sets propose is created in this order: entities are of a country and name ways to pay. */
export const GRUPOS = {
  paises: 'Países',
  pagos: 'Formas de pago',
  entidades: 'Bancos y billeteras',
  monedas: 'Billetes y monedas',
} as const

/** A record to create. */
export interface Registro {
  titulo: string
  /** The call that creates it, for the dialog that asks who is there. */
  llamada: Endpoint
  /** False: not asked for, because what it stands on was refused. */
  crear: () => Promise<unknown>
}

export type Cuerpo = Readonly<Record<string, unknown>>

/** One record that a set proposes: as the set has it, and what of it may be changed before it is created. */
export interface Pieza {
  clave: string
  grupo: keyof typeof GRUPOS
  /** The house has it already. */
  hay: boolean
  cuerpo: Cuerpo
  campos: Campos
  schema: z.ZodType
  /** The record of this body: the set's, or what the user made of it. */
  de: (cuerpo: Cuerpo) => Registro & { detalle: string }
}

interface Datos<B> extends Pick<Pieza, 'clave' | 'grupo' | 'hay' | 'campos' | 'schema'> {
  llamada: Endpoint
  cuerpo: B
  dice: (cuerpo: B) => readonly [titulo: string, detalle: string]
  enviar: (cuerpo: B) => Promise<unknown>
}

/** Hides of which record a proposal is: what made its body reads and sends it. */
export const pieza = <B extends object>({
  llamada,
  cuerpo,
  dice,
  enviar,
  ...resto
}: Datos<B>): Pieza => ({
  ...resto,
  cuerpo: cuerpo as Cuerpo,
  de: (otro) => {
    const [titulo, detalle] = dice(otro as B)
    return { titulo, detalle, llamada, crear: () => enviar(otro as B) }
  },
})
