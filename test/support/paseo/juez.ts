import { contrato as ajustesSaldo } from '../../../src/areas/ajustes-saldo/contract.ts'
import { contrato as aprobaciones } from '../../../src/areas/aprobaciones/contract.ts'
import { contrato as gastos } from '../../../src/areas/gastos/contract.ts'
import type { Excepcion } from '../../../src/areas/reportes/contract/excepciones.ts'
import { contrato as reportes } from '../../../src/areas/reportes/contract.ts'
import { contrato as sesion } from '../../../src/areas/sesion/contract.ts'
import { contrato as vistos } from '../../../src/areas/vistos/contract.ts'
import { REFUSALS } from '../../../src/core/rechazos.ts'
import type { Answer } from '../servidor/app.ts'
import { PASSWORD } from '../servidor/app.ts'
import { darVistos } from '../vistos.ts'
import type { Casa, Mundo, Oida, Persona } from './personas.ts'
import type { Robo } from './robo.ts'

/** The code of a refusal, with the first field of one about fields. */
export const codigoDe = ({ error }: Answer) =>
  error.codigo === 'VALIDACION'
    ? `VALIDACION:${error.errors?.[0]?.campo ?? ''}`
    : (error.codigo ?? '')

/** A sentence for a person: whole, filled in, and not of the database. */
const FRASE = /^[¿«“"\p{Lu}\d].*[.:?)»”]$/su
const ROTA = /[{}]|undefined|\bnull\b|NaN|\[object|\b(violates|constraint|must be|invalid|column)\b/

/** What is wrong with an answer, whatever was asked; null: nothing. */
export function reparoDe({ quien, que, answer }: Oida): string | null {
  const { status, error } = answer
  if (status < 400) return null
  const said = [error?.message ?? '', ...(error?.errors ?? []).map(({ msg }) => msg)]
  const fault =
    (status >= 500 && `status ${status}`) ||
    (!(error?.codigo && error.codigo in REFUSALS) && `no code of ours: ${error?.codigo}`) ||
    (said.some((one) => !FRASE.test(one) || ROTA.test(one)) && `no sentence: ${said.join(' · ')}`)
  return fault ? `${quien} ${que}: ${fault}` : null
}

/** Of these there is one, or the key is no number, or the yes was given before the transfer had its own. */
const SIN_NUMERO = new Set(['ajustes', 'roles', 'usuarios', 'transferencias'])

/** How an attempt ended, in a word for the count. @throws where it ended in no way that is allowed. */
export async function juzga(
  m: Mundo,
  yo: Persona,
  robo: Robo,
  answer: Answer,
  ultima: Oida | undefined,
  desde: string,
): Promise<string> {
  if (answer.status >= 400) {
    const codigo = codigoDe(answer)
    if (!robo.niega?.includes(codigo))
      throw new Error(`refused with ${codigo}, which is not what stops it: ${answer.error.message}`)
    if (codigo === 'SOLO_CONFIRME' && ultima) return solo(m, yo, ultima, desde)
    if (codigo === 'VISTO_FALTA' && ultima && m.azar(4) === 0) return engana(m, robo, ultima, desde)
    return `negado ${codigo}`
  }
  const { estado } = answer.body as { estado?: string }
  if (estado && robo.espera?.includes(estado)) return `espera (${estado})`
  if (!robo.queda) throw new Error(`it passed: ${JSON.stringify(answer.body)}`)
  const rows = await excepciones(m, desde)
  const row = rows.find(
    ({ clase, origen, origen_id }) =>
      robo.queda?.includes(clase) && (origen_id !== null || SIN_NUMERO.has(origen)),
  )
  if (!row) {
    const there = rows.map(({ clase }) => clase).join(', ')
    throw new Error(`it passed in silence: no ${robo.queda.join('/')} among [${there}]`)
  }
  if (row.solo) m.vistos.push(documento(answer))
  return `excepción ${row.clase}`
}

/** The owner's report since an instant. */
async function excepciones(m: Mundo, desde: string): Promise<Excepcion[]> {
  const day = { desde: m.hoy, hasta: m.hoy }
  const { status, body, error } = await m.gente.admin.call(reportes.excepciones, { query: day })
  if (status >= 300) throw new Error(error.message)
  return body.filas.filter(({ fecha }) => Date.parse(fecha) >= Date.parse(desde))
}

/** Whoever alone could say yes confirms with his password: it is done, and it stands in red. */
async function solo(m: Mundo, yo: Persona, { repetir }: Oida, desde: string): Promise<string> {
  await m.gente[yo].call(sesion.confirmar, { body: { password: PASSWORD } })
  const again = await repetir()
  if (again.status >= 300) return `negado ${codigoDe(again)}`
  if (!(await excepciones(m, desde)).some((row) => row.solo))
    throw new Error('he said yes to himself, and no exception says so')
  m.vistos.push(documento(again))
  return 'excepción solo'
}

/** The honest one is deceived and says yes: it is done, and the report says who said yes. */
async function engana(m: Mundo, robo: Robo, { repetir }: Oida, desde: string): Promise<string> {
  await darVistos(m.gente[m.jefe])
  const again = await repetir()
  if (again.status >= 300) return `negado ${codigoDe(again)}`
  if (!(await excepciones(m, desde)).some(({ aprobado_por }) => aprobado_por))
    throw new Error('it passed with a yes that no exception tells')
  m.vistos.push(documento(again))
  await robo.deshace?.(m)
  return 'con visto bueno'
}

const documento = ({ body }: Answer) => Number((body as { id?: number }).id)

/** The honest one looks at what waits and says no, so that nothing is left for another day. */
export async function niegaLoQueEspera(m: Mundo): Promise<void> {
  const jefe = m.gente[m.jefe]
  const no = { nota: 'No corresponde' }
  for (const { tipo, id } of (await jefe.call(aprobaciones.listar)).body) {
    const de = { visto: vistos, gasto: gastos, ajuste: ajustesSaldo }[tipo]
    if (de) await jefe.call(de.rechazar, { params: { id }, body: no })
  }
}

/** Soles that one unit is worth to the house: the middle of its prices of the first day. */
const PRECIOS = '(1, 0.017935), (2, 1), (3, 3.54), (6, 4.17), (7, 3.55)'
/** What the house holds, what is on its way, and what it owes. */
const VALE = `c.codigo LIKE 'cuenta:%' OR c.codigo LIKE 'transito:%' OR c.codigo LIKE 'por-cobrar:%'
  OR c.codigo LIKE 'por-entregar:%' OR c.codigo LIKE 'saldos-favor:%' OR c.codigo IN ('ordenes-por-pagar', 'diferencias-transito', 'comisiones-por-pagar')`

interface Perdida {
  usuario_id: number
  clase: 'gasto' | 'ajuste' | 'otra'
  documento: string
  soles: number
}

/**
 * What left the house without value in return, by document and whoever wrote its entries, without what another person
 * approved: held money at fixed prices, less what is owed. It is read from the legs alone, and knows no rule.
 */
async function perdidas(m: Mundo, desde: number): Promise<Perdida[]> {
  const rows = await m.lee<Perdida & { id: string; otra_persona: boolean }>(`
    SELECT min(a.usuario_id) AS usuario_id, a.origen || ' ' || a.origen_id AS documento, a.origen_id::text AS id,
      CASE WHEN a.origen = 'ajustes-saldo' OR max(t.concepto) = 'retiro' THEN 'ajuste'
        WHEN a.origen = 'gastos' OR max(t.tipo) = 'tercero' THEN 'gasto' ELSE 'otra' END AS clase,
      round(sum(p.importe * v.precio), 2)::float AS soles,
      bool_or(coalesce(g.resuelto_por <> g.solicitado_por OR j.resuelto_por <> j.solicitado_por
        OR t.diferencia_resuelta_por IS NOT NULL, false)) AS otra_persona
    FROM asientos a JOIN apuntes p ON p.asiento_id = a.id
    JOIN cuentas_contables c ON c.id = p.cuenta_id AND (${VALE})
    JOIN (VALUES ${PRECIOS}) AS v (moneda_id, precio) ON v.moneda_id = p.moneda_id
    LEFT JOIN gastos g ON a.origen = 'gastos' AND g.id = a.origen_id
    LEFT JOIN ajustes_saldo j ON a.origen = 'ajustes-saldo' AND j.id = a.origen_id
    LEFT JOIN transferencias t ON a.origen = 'transferencias' AND t.id = a.origen_id
    WHERE a.id > ${desde} GROUP BY a.origen, a.origen_id HAVING sum(p.importe * v.precio) < -5`)
  return rows.filter(({ id, otra_persona }) => !otra_persona && !m.vistos.includes(Number(id)))
}

/** What one person may do alone in a day, as the settings of a new house say. */
const SOLO = { gasto: 1000, ajuste: 500, humo: 600 }

/** What is wrong with what the thieves of this day have; null: nothing. */
export async function ganancias(m: Mundo, desde: number): Promise<string | null> {
  const all = await perdidas(m, desde)
  for (const quien of m.ladrones) {
    const suyas = all.filter(({ usuario_id }) => usuario_id === m.gente[quien].usuario_id)
    const sinRegla = suyas.filter(({ clase }) => clase === 'otra')
    if (sinRegla.length > 0) return `${quien} has ${JSON.stringify(sinRegla)}`
    for (const clase of ['gasto', 'ajuste'] as const) {
      const soles = suyas.reduce((sum, one) => sum - (one.clase === clase ? one.soles : 0), 0)
      if (soles > SOLO[clase]) return `${quien} has S/ ${soles} by ${clase}`
    }
    if ((m.humo.get(quien) ?? 0) > SOLO.humo) return `${quien} confirmed US$ ${m.humo.get(quien)}`
  }
  const [low] = await m.lee<{ nombre: string }>(
    `SELECT nombre FROM cuentas JOIN cuentas_contables USING (id, nombre) WHERE tipo IN ('caja', 'boveda') AND saldo < 0`,
  )
  return low ? `${low.nombre} is below zero` : null
}

export const ultimoAsiento = async ({ lee }: Casa) =>
  (await lee<{ id: number }>('SELECT coalesce(max(id), 0)::int AS id FROM asientos'))[0]?.id ?? 0
