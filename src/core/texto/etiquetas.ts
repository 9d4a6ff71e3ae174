const ETIQUETAS = new WeakMap<object, string>()

/** Remembers the label of a field's schema; one that two fields share names neither. */
export function nombrar<T extends object>(schema: T, etiqueta: string): T {
  const own = ETIQUETAS.get(schema) ?? etiqueta
  ETIQUETAS.set(schema, own === etiqueta ? etiqueta : '')
  return schema
}

/** The label of the field whose schema this is, so that a sentence about its value can name it. */
export const etiquetaDe = (schema: object) => ETIQUETAS.get(schema)
