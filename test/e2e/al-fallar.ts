import type { BrowserContext, Page, Request } from 'playwright-core'
import { afterEach } from 'vitest'

/** How long a page is asked for what it shows; one that does not answer is a finding of its own. */
const PACIENCIA_MS = 10_000
const LETRAS = 1_500
const NOTICIAS = 40

/** What a page went through, in the order of time: requests with their ends, and what its scripts said. */
interface Historia {
  page: Page
  abiertas: Map<Request, number>
  noticias: string[]
}

const rato = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`
const camino = (request: Request) => `${request.method()} ${new URL(request.url()).pathname}`

/** Writes down what happens in a page, so that a failed test can say it. */
function seguir(page: Page, start: number): Historia {
  const historia: Historia = { page, abiertas: new Map(), noticias: [] }
  const say = (text: string) => {
    historia.noticias.push(`${rato(start)} ${text}`)
    if (historia.noticias.length > NOTICIAS) historia.noticias.shift()
  }
  const end = (request: Request, how: string) => {
    historia.abiertas.delete(request)
    if (request.url().includes('/api/')) say(`${camino(request)} ${how}`)
  }
  page.on('request', (request) => {
    historia.abiertas.set(request, performance.now())
    if (request.url().includes('/api/')) say(camino(request))
  })
  page.on('response', (answer) => say(`${camino(answer.request())} → ${answer.status()}`))
  page.on('requestfinished', (request) => end(request, 'ended'))
  page.on('requestfailed', (request) => end(request, `failed: ${request.failure()?.errorText}`))
  page.on('framenavigated', (frame) => say(`at ${frame.url()}`))
  page.on('console', (message) => say(`console: ${message.text().slice(0, 300)}`))
  page.on('pageerror', (error) => say(`threw: ${error}`))
  page.on('crash', () => say('crashed'))
  return historia
}

async function aTiempo(que: string, answer: Promise<string>): Promise<string> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((done) => {
    timer = setTimeout(() => done(`${que} did not answer`), PACIENCIA_MS)
  })
  try {
    return await Promise.race([answer.catch(String), late])
  } finally {
    clearTimeout(timer)
  }
}

/** What the page shows and where its focus is, asked of the page itself. */
const estado = (page: Page) =>
  page.evaluate((letters) => {
    const { activeElement: focus, visibilityState, body } = document
    const where = focus ? `${focus.tagName} ${focus.id} ${focus.getAttribute('aria-label')}` : '-'
    const said = [...document.querySelectorAll('[role=alert],[role=status],[role=dialog]')]
      .map((each) => (each as HTMLElement).innerText.replace(/\s+/g, ' ').trim())
      .filter(Boolean)
    const text = body.innerText.replace(/\s+/g, ' ')
    return `${visibilityState}, focus: ${where}\n  said: ${said.join(' | ')}\n  shows: ${text.slice(0, letters)}`
  }, LETRAS)

/** A frame that is drawn; a page whose timers run and whose frames do not is held by the browser. */
const cuadro = (page: Page) =>
  page.evaluate(
    () => new Promise<string>((done) => requestAnimationFrame(() => done('a frame is drawn'))),
  )

async function contar({ page, abiertas, noticias }: Historia): Promise<string> {
  if (page.isClosed()) return `a closed page\n  ${noticias.slice(-5).join('\n  ')}`
  const open = [...abiertas].map(([request, since]) => `${camino(request)} since ${rato(since)}`)
  const [shows, frame] = await Promise.all([
    aTiempo('the page', estado(page)),
    aTiempo('a frame', cuadro(page)),
  ])
  return `${page.url()} ${shows}\n  ${frame}\n  open: ${open.join(', ')}\n  ${noticias.join('\n  ')}`
}

/**
 * Makes a failed test of this file say what its pages showed, which requests were not answered, and what `casa` says
 * of itself. Answers a function that takes each new browser context.
 */
export function alFallar(casa: () => Promise<string>): (context: BrowserContext) => void {
  let historias: Historia[] = []
  const start = performance.now()
  afterEach(async ({ task }) => {
    const all = historias
    historias = all.filter(({ page }) => !page.isClosed())
    if (task.result?.state !== 'fail') return
    const pages = await Promise.all(all.slice(-4).map(contar))
    const server = await aTiempo('the server', casa())
    process.stderr.write(
      `\n── ${task.name}: at ${rato(start)}\n${[...pages, server].join('\n── ')}\n──\n`,
    )
  })
  return (context) =>
    void context.on('page', (page) => {
      historias.push(seguir(page, start))
    })
}
