/**
 * What `make` makes, made at its first use and kept. For what takes long to make and is not always needed: the formats
 * of `Intl` load their words when they are made, and not when their module is read.
 */
export function unaVez<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** Any one of them, in words: `Ana, Luis o Rosa`; `Ana u Óscar`. */
export function unoDe(nombres: readonly string[]): string {
  const last = nombres.at(-1) ?? ''
  const or = /^h?[oó]/i.test(last) ? ' u ' : ' o '
  return [nombres.slice(0, -1).join(', '), last].filter(Boolean).join(or)
}
