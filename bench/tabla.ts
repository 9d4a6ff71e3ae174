/** One line of the result: a figure and its reference. */
export interface Fila {
  que: string
  nuestro: string
  referencia?: string
  /** Our figure divided by the reference; `meta` is its goal. */
  razon?: number
  meta?: string
  cumple?: boolean | undefined
}

const filas: Fila[] = []

/**
 * The ratios of 0.1.0 to the same references: the means of two runs of this bench (docs/rendimiento.md, "Before and
 * after the rebuild"); of postings with commissions, of a run with 100,000 operations and 10 people.
 */
const EN_0_1_0: readonly [que: RegExp, razon: number][] = [
  [/^posting, cold accounts/, 0.87],
  [/^posting, one hot till/, 1.06],
  [/^posting with commissions.* 10 at once$/, 0.077],
  [/^posting at one hot till/, 0.56],
  [/^publishing 200 pairs/, 0.66],
  [/^list of 50 of/, 0.38],
  [/^page 1,000/, 0.95],
  [/^one operation, whole/, 0.47],
]

export const entero = (n: number) => Math.round(n).toLocaleString('en-US')

/** Adds a line and prints it at once, so that an interrupted run has printed its figures. */
export function anotar(fila: Fila): void {
  filas.push(fila)
  process.stdout.write(`${linea(fila)}\n`)
}

function linea({ que, nuestro, referencia = '', razon, meta = '', cumple }: Fila): string {
  const ratio = razon === undefined ? '' : razon.toPrecision(3)
  const verdict = cumple === undefined ? '' : cumple ? 'yes' : 'NO'
  const before = EN_0_1_0.find(([of]) => of.test(que))?.[1] ?? ''
  return `| ${[que, nuestro, referencia, ratio, before, meta, verdict].join(' | ')} |`
}

/** All lines as a Markdown table for docs/rendimiento.md. */
export function tabla(): string {
  const head = ['what', 'ours', 'reference', 'ratio', '0.1.0', 'goal', 'met']
  const rule = head.map(() => '---')
  return [`| ${head.join(' | ')} |`, `| ${rule.join(' | ')} |`, ...filas.map(linea)].join('\n')
}

/** Adds a line whose ratio must be at least `meta`. */
export function comparar(que: string, ours: number, reference: number, de: string, meta: number) {
  const razon = ours / reference
  anotar({
    que,
    nuestro: `${entero(ours)}/s`,
    referencia: `${entero(reference)}/s ${de}`,
    razon,
    meta: `≥ ${meta}`,
    cumple: razon >= meta,
  })
}

export const mediana = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
