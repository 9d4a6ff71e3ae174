const ENTIDADES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}

/** The text of an XML fragment: the five entities, numbers of characters, and the format's own escapes. */
export function textoXml(xml: string): string {
  return xml
    .replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (all, hex, number, name) => {
      if (name) return ENTIDADES[name] ?? all
      const code = hex ? Number.parseInt(hex, 16) : Number(number)
      return code <= 0x10ffff ? String.fromCodePoint(code) : all
    })
    .replace(/_x([0-9A-F]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** The attributes of a tag, by their local names. */
export function atributos(tag: string): Record<string, string> {
  return Object.fromEntries(
    [...tag.matchAll(/(?:[\w-]+:)?([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(
      ([, name = '', double, single]) => [name, textoXml(double ?? single ?? '')],
    ),
  )
}

/** Every element of this local name, with its attributes and what stands inside it; it does not nest in itself. */
export function* elementos(
  xml: string,
  nombre: string,
): Generator<[Record<string, string>, string]> {
  const tag = new RegExp(
    `<((?:\\w+:)?${nombre})((?:\\s[^>]*?)?)(?:/>|>([\\s\\S]*?)</\\1\\s*>)`,
    'g',
  )
  for (const [, , attributes = '', inside = ''] of xml.matchAll(tag)) {
    yield [atributos(attributes), inside]
  }
}

/** The text of all `<t>` of a string, without the phonetic hints that some write beside it. */
export function textoDeCadena(xml: string): string {
  const own = xml.replace(/<(\w+:)?rPh[\s>][\s\S]*?<\/(\w+:)?rPh>/g, '')
  return [...elementos(own, 't')].map(([, text]) => textoXml(text)).join('')
}
