import { config, z } from 'zod'
import { despertar } from './diferido.ts'

// Schemas would compile themselves with `new Function`, which the content policy forbids and reports.
// What a schema has no words for is said in Spanish, without the library's English sentences.
config({ jitless: true, localeError: () => 'El valor no es válido.' })

/** What contracts and fields make schemas of, by name: the build leaves out the rest of the library. */
export const partes = {
  array: z.array,
  boolean: z.boolean,
  custom: z.custom,
  int: z.int,
  literal: z.literal,
  number: z.number,
  object: z.object,
  partialRecord: z.partialRecord,
  preprocess: z.preprocess,
  record: z.record,
  strictObject: z.strictObject,
  string: z.string,
  union: z.union,
  unknown: z.unknown,
  uuid: z.uuid,
  enum: z.enum,
  iso: { date: z.iso.date, datetime: z.iso.datetime },
} satisfies Partial<Record<keyof typeof z, unknown>>
despertar(partes)
