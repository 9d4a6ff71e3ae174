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

export const entero = (n: number) => Math.round(n).toLocaleString('en-US')

/** Adds a line and prints it at once, so that an interrupted run has printed its figures. */
export function anotar(fila: Fila): void {
  filas.push(fila)
  process.stdout.write(`${linea(fila)}\n`)
}

function linea({ que, nuestro, referencia = '', razon, meta = '', cumple }: Fila): string {
  const ratio = razon === undefined ? '' : razon.toPrecision(3)
  const verdict = cumple === undefined ? '' : cumple ? 'yes' : 'NO'
  return `| ${[que, nuestro, referencia, ratio, meta, verdict].join(' | ')} |`
}

/** All lines as a Markdown table for docs/rendimiento.md. */
export function tabla(): string {
  const head = ['what', 'ours', 'reference', 'ratio', 'goal', 'met']
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
