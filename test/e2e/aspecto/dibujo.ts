/* What a page looks like to axe and at 400 %, so that the very same page is not asked twice. */

export interface Dibujo {
  /** The page as axe sees it: two pages of one are one page to it. */
  todo: string
  /** The same with its text: two pages of one need the same room. */
  escrito: string
  /** Each of its elements, as a number that says how it is drawn and within what. */
  piezas: number[]
}

/**
 * What axe can judge of a page, in the browser: its elements with their roles, names, states and classes, where there is
 * text, and the colours and letters that it is drawn in. What the text says is only in `escrito`, every digit as one of
 * them; the names that a library draws anew each time are left out; so is the bar, which is a person's own and looked at
 * on his first page.
 */
export function dibujo(): Dibujo {
  const own =
    'body > div:has(> .Toastify), script, style, nav[aria-label=Principal], [data-portal]:empty, body > div:empty'
  const varies = /^(?:href|src|value|for|id|name|d|aria-(?:controls|labelledby|describedby))$/
  const drawn = [
    ...['color', 'backgroundColor', 'backgroundImage', 'opacity', 'textShadow', 'fontSize'],
    ...['fontWeight', 'textDecorationLine', 'visibility', 'mixBlendMode', 'filter'],
  ] as const
  const lines: string[] = []
  const texts: string[] = []
  const piezas = new Set<number>()
  const number = (text: string, seed: number) => {
    let [a, b] = [0xdeadbeef ^ seed, 0x41c6ce57 ^ seed]
    for (let at = 0; at < text.length; at += 1) {
      a = Math.imul(a ^ text.charCodeAt(at), 2654435761)
      b = Math.imul(b ^ text.charCodeAt(at), 1597334677)
    }
    return 4294967296 * (2097151 & (b ^ (b >>> 15))) + ((a ^ (a >>> 13)) >>> 0)
  }
  const walk = (one: Element, within: number) => {
    if (one.matches(own)) return
    const attributes = [...one.attributes].map(({ name, value }) => {
      if (varies.test(name)) return name + (value ? '=x' : '')
      return `${name}=${name === 'class' ? value.replace(/__m__-\S+/g, '') : value.replace(/\d+/g, '#')}`
    })
    const written = [...one.childNodes].map((n) => (n.nodeType === 3 ? n.textContent : '')).join('')
    const style = getComputedStyle(one)
    const look = drawn.map((name) => style[name]).join()
    const line = `${one.localName} ${attributes.join(' ')} ${written.trim() !== ''}`
    const piece = number(line + look, within)
    piezas.add(piece)
    lines.push(line)
    texts.push(written.replace(/\d/g, '0'))
    for (const child of one.children) walk(child, piece)
    lines.push('/')
  }
  walk(document.body, 0)
  const digest = (all: readonly string[]) => {
    const text = all.join('\n')
    return `${text.length} ${number(text, 1)} ${number(text, 2)}`
  }
  const todo = digest(lines)
  return { todo, escrito: `${todo} ${digest(texts)}`, piezas: [...piezas] }
}

/** What has passed in both themes, by the width at which it was seen. */
export class Pasado {
  readonly #paginas = new Set<string>()
  readonly #piezas = new Set<string>()
  readonly #caben = new Set<string>()

  /** Whether this page passed at this width. */
  pagina(width: number, { todo }: Dibujo): boolean {
    return this.#paginas.has(`${width} ${todo}`)
  }

  /** Whether all that is drawn passed at this width, in both themes, on this page or another. */
  piezas(width: number, { piezas }: Dibujo): boolean {
    return piezas.every((one) => this.#piezas.has(`${width} ${one}`))
  }

  /** Whether the page that is seen so on a phone, text and all, loses nothing at 400 %. */
  cabe({ escrito }: Dibujo): boolean {
    return this.#caben.has(escrito)
  }

  anotar(width: number, { todo, piezas }: Dibujo): void {
    this.#paginas.add(`${width} ${todo}`)
    for (const one of piezas) this.#piezas.add(`${width} ${one}`)
  }

  /** The page that is seen so on a phone loses nothing at 400 %. */
  anotarCabe({ escrito }: Dibujo): void {
    this.#caben.add(escrito)
  }
}
