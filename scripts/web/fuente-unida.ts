/** Tables of a TrueType file, by name. */
export type Tablas = Map<string, Buffer>

export function tablasDe(file: Buffer): Tablas {
  const tables: Tablas = new Map()
  for (let at = 12; at < 12 + 16 * file.readUInt16BE(4); at += 16) {
    const from = file.readUInt32BE(at + 8)
    const name = file.toString('latin1', at, at + 4)
    tables.set(name, file.subarray(from, from + file.readUInt32BE(at + 12)))
  }
  return tables
}

/** A table that the font must have. */
export function tabla(tables: Tablas, name: string): Buffer {
  const found = tables.get(name)
  if (!found) throw new Error(`the font has no table ${name}`)
  return found
}

/**
 * The first font with the glyphs of the second behind its own: a PDF finds glyphs by their number, so the character
 * table stays that of the first. Both must have the same units. Glyph `g` of the second becomes `desde + g`.
 */
export function unir(first: Buffer, second: Buffer): { file: Buffer; desde: number } {
  const tables = tablasDe(first)
  const more = tablasDe(second)
  const units = (of: Tablas) => tabla(of, 'head').readUInt16BE(18)
  if (units(tables) !== units(more)) throw new Error('the fonts have different units')
  const desde = cuenta(tables)
  const outlines = [
    ...contornos(tables),
    ...contornos(more).map((outline) => renumerar(outline, desde)),
  ]
  const metrics = [...medidas(tables), ...medidas(more)]
  const loca = Buffer.alloc(4 * (outlines.length + 1))
  let end = 0
  for (const [at, { length }] of outlines.entries()) {
    end += length
    loca.writeUInt32BE(end, 4 * at + 4)
  }
  const head = Buffer.from(tabla(tables, 'head'))
  const otherHead = tabla(more, 'head')
  for (const [at, widest] of [
    [36, Math.min],
    [38, Math.min],
    [40, Math.max],
    [42, Math.max],
  ] as const)
    head.writeInt16BE(widest(head.readInt16BE(at), otherHead.readInt16BE(at)), at)
  // The places of the outlines take four bytes each.
  head.writeInt16BE(1, 50)
  const hhea = Buffer.from(tabla(tables, 'hhea'))
  hhea.writeUInt16BE(outlines.length, 34)
  // What an interpreter has to reserve: the larger of both.
  const maxp = Buffer.from(tabla(tables, 'maxp'))
  for (let at = 6; at < maxp.length; at += 2)
    maxp.writeUInt16BE(Math.max(maxp.readUInt16BE(at), tabla(more, 'maxp').readUInt16BE(at)), at)
  maxp.writeUInt16BE(outlines.length, 4)
  tables.set('glyf', Buffer.concat(outlines)).set('loca', loca).set('maxp', maxp)
  tables.set('hmtx', Buffer.concat(metrics))
  tables.set('head', head).set('hhea', hhea)
  return { file: escribir(tables), desde }
}

const cuenta = (tables: Tablas): number => tabla(tables, 'maxp').readUInt16BE(4)

/** The outline of each glyph; an empty one for a space. */
function contornos(tables: Tablas): Buffer[] {
  const loca = tabla(tables, 'loca')
  const long = tabla(tables, 'head').readInt16BE(50) === 1
  const place = (glyph: number) =>
    long ? loca.readUInt32BE(4 * glyph) : 2 * loca.readUInt16BE(2 * glyph)
  return Array.from({ length: cuenta(tables) }, (_, glyph) =>
    tabla(tables, 'glyf').subarray(place(glyph), place(glyph + 1)),
  )
}

/** The width and the left bearing of each glyph; the last width holds for those that follow it. */
function medidas(tables: Tablas): Buffer[] {
  const hmtx = tabla(tables, 'hmtx')
  const widths = tabla(tables, 'hhea').readUInt16BE(34)
  return Array.from({ length: cuenta(tables) }, (_, glyph) => {
    if (glyph < widths) return hmtx.subarray(4 * glyph, 4 * glyph + 4)
    const bearing = 4 * widths + 2 * (glyph - widths)
    return Buffer.concat([
      hmtx.subarray(4 * widths - 4, 4 * widths - 2),
      hmtx.subarray(bearing, bearing + 2),
    ])
  })
}

/** An outline made of others names them by number. */
function renumerar(outline: Buffer, desde: number): Buffer {
  if (outline.length === 0 || outline.readInt16BE(0) >= 0) return outline
  const made = Buffer.from(outline)
  for (let at = 10; ; ) {
    const flags = made.readUInt16BE(at)
    made.writeUInt16BE(made.readUInt16BE(at + 2) + desde, at + 2)
    if (!(flags & 0x20)) return made
    const places = flags & 0x01 ? 4 : 2
    const scale = flags & 0x08 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0
    at += 4 + places + scale
  }
}

/** A TrueType file of these tables, each with its sum. */
function escribir(tables: Tablas): Buffer {
  const names = [...tables.keys()].sort()
  const log = Math.floor(Math.log2(names.length))
  const header = Buffer.alloc(12 + 16 * names.length)
  header.writeUInt32BE(0x00010000, 0)
  for (const [at, value] of [
    names.length,
    16 * 2 ** log,
    log,
    16 * (names.length - 2 ** log),
  ].entries())
    header.writeUInt16BE(value, 4 + 2 * at)
  const parts = [header]
  let from = header.length
  for (const [at, name] of names.entries()) {
    const table = tabla(tables, name)
    if (name === 'head') table.writeUInt32BE(0, 8)
    const padded = Buffer.concat([table, Buffer.alloc(-table.length & 3)])
    const row = 12 + 16 * at
    header.write(name, row, 'latin1')
    header.writeUInt32BE(suma(padded), row + 4)
    header.writeUInt32BE(from, row + 8)
    header.writeUInt32BE(table.length, row + 12)
    parts.push(padded)
    from += padded.length
  }
  const file = Buffer.concat(parts)
  const head = file.readUInt32BE(12 + 16 * names.indexOf('head') + 8)
  file.writeUInt32BE((0xb1b0afba - suma(file)) >>> 0, head + 8)
  return file
}

function suma(bytes: Buffer): number {
  let sum = 0
  for (let at = 0; at < bytes.length; at += 4) sum = (sum + bytes.readUInt32BE(at)) >>> 0
  return sum
}
