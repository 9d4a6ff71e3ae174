import type { Hallazgo, Lector } from './lector.ts'
import { type Clase, claseDe, DE_EMPRESA, PARIENTES } from './palabras.ts'
import { LEIDO, plegado } from './texto.ts'

const KIN = [...PARIENTES.keys()].join('|')
const CERCA = `(?:(?: es| son| la| el| senora?| sra?| mi| su|:|-)*(?: (?:${KIN}))?)`
/** What stands right before a name and says that the account is his. */
const ES_TITULAR = new RegExp(
  `(?:\\btitular(?: de la cuenta)?|(?<!\\bmi )\\bnombres?(?: y apellidos?| completos?)*|\\bbeneficiari[oa]|\\ba nombre de|\\brazon social|\\bse llama|\\bcuenta es de)${CERCA}[\\s:\\-–=]*$`,
)
/** What stands right before a name and says that somebody else is meant: who writes, who is greeted, whose child. */
const ES_OTRO = new RegExp(
  `(?:\\b(?:soy|mi nombre|me llamo|habla|saluda|escribe|de parte de|remitente|envia|envio|manda|mando|atte?|atentamente|hola|buen[oa]s|buen|dias|tardes|noches|estimad[oa]|senora?|sra?|gracias|saludos|(?:${KIN}) (?:de|del))|^[ \\t]*de[ \\t]*:)(?: es| de)?[\\s:,.\\-]*$`,
)
const ES_PARIENTE = new RegExp(`\\b(?:(?:mi|su) (?:${KIN})|para)[\\s:,\\-]*$`)
const ES_DESPEDIDA =
  /\b(?:gracias|saludos|atte|att|atentamente|bendiciones|cordialmente|abrazos?)\b/

/** Behind a name: another person's follows. */
const DOS = /^\s*(?:y|e|o|u|\/|&)\s+[a-z]/

interface Palabra {
  texto: string
  clase: Clase
  inicio: number
  fin: number
}

interface Candidato {
  inicio: number
  fin: number
  palabras: Palabra[]
  /** 2: it is called the holder; 1: a line that is only a name; 0: a guess. */
  fuerza: 0 | 1 | 2
  /** It follows «para mi mamá»: whom the client means. The account may be another's, so it is offered, never filled. */
  pariente?: boolean
}

const ES_NOMBRE: readonly Clase[] = ['particula', 'pila', 'otra', 'lugar']
/** Places that words between make no gap: a company's form after its comma. */
const JUNTO = /^(?:\s+|,\s*(?=(?:c\.?a|s\.?a)\b))$/i

function palabrasDe(text: string, offset: number): Palabra[] {
  return [...text.matchAll(/(?:\p{L}\.)+\p{L}?(?!\p{L})\.?|\p{L}[\p{L}'’]*/gu)].map(
    ({ 0: texto, index }) => ({
      ...{ texto, inicio: offset + index, fin: offset + index + texto.length },
      // A letter with its dot is an initial: «Rosa E. Núñez».
      clase: /^\p{L}\.$/u.test(texto) ? 'otra' : claseDe(plegado(texto).replaceAll(/[^a-z]/g, '')),
    }),
  )
}

/** Neighbours that can be one name, without the particles and abbreviations at its ends. */
function corridas(words: readonly Palabra[], text: string): Palabra[][] {
  const runs: Palabra[][] = []
  for (const word of words) {
    if (!ES_NOMBRE.includes(word.clase)) continue
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (run && last && JUNTO.test(text.slice(last.fin, word.inicio))) run.push(word)
    else runs.push([word])
  }
  return runs.map(sinParticulas).filter((run) => run.length > 0)
}

function sinParticulas(run: Palabra[]): Palabra[] {
  const own = ({ clase }: Palabra) => clase !== 'particula'
  const first = run.findIndex(own)
  return first < 0 ? [] : run.slice(first, run.findLastIndex(own) + 1)
}

const deEmpresa = ({ texto }: Palabra) => DE_EMPRESA.has(plegado(texto).replaceAll('.', ''))

/** True when the words by themselves are somebody: how they are written, and a given name among them. */
function pareceAlguien(words: readonly Palabra[]): boolean {
  const own = words.filter(({ clase }) => clase !== 'particula')
  if (own.length > 1 && own.some(deEmpresa)) return true
  if (own.length < 2 || own.length > 6 || own.some(({ clase }) => clase === 'lugar')) return false
  const given = own.filter(({ clase }) => clase === 'pila').length
  if (given === 0 || given === own.length) return false
  const capital = own.every(({ texto }) => /^\p{Lu}/u.test(texto))
  return capital || (own[0]?.clase === 'pila' && own.every(({ texto }) => !/\p{Lu}/u.test(texto)))
}

/** Names of one line, each with how sure it is. */
function candidatosDe(text: string, inicio: number, fin: number): Candidato[] {
  const line = text.slice(inicio, fin)
  const words = palabrasDe(line, inicio)
  const runs = corridas(words, text)
  const pure = !words.some(({ clase }) => clase === 'conversacion') && runs.length === 1
  return runs.flatMap((palabras): Candidato[] => {
    const [first, last] = [palabras[0], palabras.at(-1)]
    if (!first || !last) return []
    const before = plegado(text.slice(inicio, first.inicio)).replaceAll(LEIDO, '|')
    const after = text.slice(last.fin, fin)
    const own = { palabras, inicio: first.inicio, fin: last.fin }
    const called = ES_TITULAR.test(before) && !DOS.test(plegado(after))
    if (!called && ES_OTRO.test(before)) return []
    if (palabras.filter(({ clase }) => clase !== 'particula').length < 2) return []
    const ended = /^[.\s]*(?:$|[\ufffc,;|/()\-–])/.test(after)
    const someone = pareceAlguien(palabras)
    const capital = palabras.every(
      ({ texto, clase }) => clase === 'particula' || /^\p{Lu}/u.test(texto),
    )
    const next = words.find((word) => word.inicio >= last.fin)
    if (called && (someone || capital) && palabras.length < 8) return [{ ...own, fuerza: 2 }]
    if (/^\s*:/.test(after)) return [{ ...own, fuerza: 0 }]
    if (pure && someone) return [{ ...own, fuerza: 1 }]
    const kin = ES_PARIENTE.test(before) && capital && (ended || next?.clase === 'formulario')
    return [{ ...own, fuerza: kin && someone ? 1 : 0, pariente: kin }]
  })
}

/** The lines of a text, without what was read already being a reason to break one. */
function lineas(text: string): { inicio: number; fin: number }[] {
  let inicio = 0
  return text.split('\n').map((line) => {
    const own = { inicio, fin: inicio + line.length }
    inicio = own.fin + 1
    return own
  })
}

/** A line that has nothing but words of a name: beside another such line it may be half of one. */
function soloNombre(text: string, { inicio, fin }: { inicio: number; fin: number }): boolean {
  const line = text.slice(inicio, fin)
  const words = palabrasDe(line, inicio)
  return (
    words.length > 0 &&
    words.length <= 6 &&
    !/[\d\ufffc:]/.test(line) &&
    words.every(({ clase }) => clase !== 'lugar' && ES_NOMBRE.includes(clase))
  )
}

/** `MARÍA PÉREZ` and `maría pérez` as people write their names. */
function conMayusculas(text: string): string {
  const plain = text.trim().replaceAll(/\s+/g, ' ')
  if (plain !== plain.toUpperCase() && plain !== plain.toLowerCase()) return plain
  return plain
    .toLowerCase()
    .replaceAll(/(?<![\p{L}'’])\p{L}/gu, (letter) => letter.toUpperCase())
    .replaceAll(/(?<= )(?:De|Del|La|Las|Los)(?= )/g, (word) => word.toLowerCase())
}

const clave = (name: string) =>
  plegado(name)
    .replaceAll(/[^a-z ]/g, '')
    .split(/\s+/)
/** One name is a shorter writing of the other. */
const dentroDe = (short: string, long: string) => {
  const words = clave(long)
  return clave(short).every((word) => words.includes(word))
}

function todos(text: string): Candidato[] {
  const lines = lineas(text)
  return lines.flatMap((line, i): Candidato[] => {
    const [previous, next] = [lines[i - 1], lines[i + 1]]
    const found = candidatosDe(text, line.inicio, line.fin)
    const only = soloNombre(text, line)
    const before = previous && plegado(text.slice(previous.inicio, previous.fin))
    const half =
      only &&
      ((previous && soloNombre(text, previous)) || (next && soloNombre(text, next)) || false)
    const signed = only && before !== undefined && ES_DESPEDIDA.test(before)
    const label = before !== undefined && ES_TITULAR.test(before)
    return found.map((one) => {
      if (half || signed) return { ...one, fuerza: 0 }
      return label && one.fuerza === 1 ? { ...one, fuerza: 2 } : one
    })
  })
}

/** «Nombres: …» and «Apellidos: …» in lines of their own are one name. */
function enDosPartes(lector: Lector): boolean {
  const text = lector.resto()
  const folded = plegado(text)
  const part = (label: string) =>
    new RegExp(
      `(?:^|\\n)[ \\t]*${label}[ \\t]*[:\\-][ \\t]*([a-zñ' ]+?)[ \\t]*(?=\\n|$)`,
      'd',
    ).exec(folded)?.indices?.[1]
  const [given, family] = [part('nombres?'), part('apellidos?')]
  if (!given || !family) return false
  const valor = conMayusculas(`${text.slice(...given)} ${text.slice(...family)}`)
  for (const [inicio, fin] of [given, family]) {
    lector.hallazgos.push({ dato: 'titular', inicio, fin, valor })
  }
  return true
}

/**
 * Who the holder is. Sure is only a name that is called the holder's, or one that stands alone in its line; what
 * follows «para mi» is whom the client means, not whose account it is. Two different ones are both doubtful.
 */
export function leerTitular(lector: Lector): void {
  if (enDosPartes(lector)) return
  const text = lector.resto()
  const found = todos(text).map(
    ({
      inicio,
      fin,
      fuerza,
      pariente = false,
    }): Hallazgo & Pick<Required<Candidato>, 'fuerza' | 'pariente'> => ({
      ...{ dato: 'titular', inicio, fin, fuerza, pariente },
      valor: conMayusculas(text.slice(inicio, fin)),
    }),
  )
  const best = Math.max(0, ...found.map(({ fuerza }) => fuerza))
  const strongest = found.filter(({ fuerza }) => fuerza === best)
  const whole = strongest.filter(
    (one) =>
      !strongest.some(
        (other) =>
          other !== one && dentroDe(one.valor, other.valor) && !dentroDe(other.valor, one.valor),
      ),
  )
  // A line of its own that names him too is what is believed.
  const kept = whole.filter(
    (one) =>
      !one.pariente || !whole.some((other) => !other.pariente && dentroDe(one.valor, other.valor)),
  )
  const duda =
    best === 0 || kept.some(({ pariente }) => pariente)
      ? 'no es seguro que sea el titular'
      : undefined
  lector.hallazgos.push(
    ...kept.map(({ fuerza: _, pariente: __, ...one }) => ({ ...one, ...(duda && { duda }) })),
  )
}
