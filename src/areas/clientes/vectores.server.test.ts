import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../test/support/servidor/dueno.ts'
import { contrato } from './contract.ts'
import { type Riesgo, riesgoDe } from './rules.ts'

/* The risk of a client is judged here and in the database; his level by the database alone. Every client there can be. */

const app = await startTestApp()
const adm = await app.signedIn('adm')

interface Caso {
  id: number
  tipo_persona: 'natural' | 'juridica'
  pep: boolean
  riesgo: Riesgo | null
  faltan: 'identidad' | 'declaracion' | 'nada'
}

const PERSONAS = [
  { tipo_persona: 'natural', pep: true },
  { tipo_persona: 'natural', pep: false },
  { tipo_persona: 'juridica', pep: false },
] as const
const CASOS: readonly Caso[] = PERSONAS.flatMap((persona) =>
  (['bajo', 'medio', 'alto', null] as const).flatMap((riesgo) =>
    (['identidad', 'declaracion', 'nada'] as const).map((faltan) => ({
      ...persona,
      riesgo,
      faltan,
    })),
  ),
).map((caso, n) => ({ ...caso, id: 1000 + n }))

const llena = { direccion: 'Av. Lima 1', distrito: 'Lince', origen_fondos: 'Ventas' }
await comoDueno(
  app.url,
  `INSERT INTO clientes (id, tipo_persona, tipo_doc, num_doc, nombres, apellidos, razon_social, celular, pep, pep_cargo,
     pep_entidad, riesgo, fecha_nac, direccion, distrito, origen_fondos, ocupacion, objeto_social, representante,
     representante_doc, sin_beneficiario_final)
   OVERRIDING SYSTEM VALUE
   SELECT x.id, x.tipo_persona, CASE x.tipo_persona WHEN 'juridica' THEN 'RUC' ELSE 'DNI' END, 'V' || x.id,
     CASE WHEN x.natural THEN 'Ana' END, CASE WHEN x.natural THEN 'Sol' END, CASE WHEN NOT x.natural THEN 'Sol S.A.' END,
     '+51987654321', x.pep, CASE WHEN x.pep THEN 'Alcalde' END, CASE WHEN x.pep THEN 'MEF' END, x.riesgo,
     CASE WHEN x.natural AND x.faltan <> 'identidad' THEN date '1980-01-31' END,
     CASE WHEN x.faltan = 'nada' THEN $2 END, CASE WHEN x.faltan = 'nada' THEN $3 END, CASE WHEN x.faltan = 'nada' THEN $4 END,
     CASE WHEN x.natural THEN 'Comercio' END, CASE WHEN NOT x.natural THEN 'Comercio' END,
     CASE WHEN NOT x.natural THEN 'Ana Sol' END, CASE WHEN NOT x.natural THEN 'DNI 41000099' END, NOT x.natural
   FROM (SELECT *, tipo_persona = 'natural' AS natural FROM jsonb_to_recordset($1::jsonb)
     AS (id bigint, tipo_persona text, pep boolean, riesgo text, faltan text)) x`,
  [JSON.stringify(CASOS), llena.direccion, llena.distrito, llena.origen_fondos],
)

/** Politically exposed, a company, or of high risk: the words of the rule, apart from both that follow it. */
const esReforzado = ({ pep, tipo_persona, riesgo }: Caso) =>
  pep || tipo_persona === 'juridica' || riesgo === 'alto'

test('who is judged of high risk here, or is a company, has the enhanced rules in the database', async () => {
  const { rows } = await sql<{ id: number; reforzado: boolean }>`
    SELECT id, reforzado FROM clientes WHERE id >= 1000 ORDER BY id`.execute(app.db)
  expect(rows).toEqual(
    CASOS.map((caso) => {
      const reforzado = riesgoDe({ ...caso }) === 'alto' || caso.tipo_persona === 'juridica'
      expect([caso, reforzado]).toEqual([caso, esReforzado(caso)])
      return { id: caso.id, reforzado }
    }),
  )
  expect(new Set(rows.map(({ reforzado }) => reforzado)).size).toBe(2)
})

test('the list of high risk is who is shown as of high risk', async () => {
  const ids = async (query: object) =>
    (await adm.call(contrato.listar, { query: { limite: 200, ...query } })).body.items
      .filter(({ id }) => id >= 1000)
      .sort((a, b) => a.id - b.id)
  const all = await ids({})
  expect(all.map(({ id }) => id)).toEqual(CASOS.map(({ id }) => id))
  expect(all.map(({ riesgo_efectivo }) => riesgo_efectivo)).toEqual(
    CASOS.map((caso) => riesgoDe({ ...caso })),
  )
  expect((await ids({ revisar: 'riesgo' })).map(({ id }) => id)).toEqual(
    all.filter(({ riesgo_efectivo }) => riesgo_efectivo === 'alto').map(({ id }) => id),
  )
})

test('the level is N3 of the enhanced rules, else what the file lacks', async () => {
  for (const caso of CASOS) {
    const { body } = await adm.call(contrato.obtener, { params: { id: caso.id } })
    // A company has no birth date to lack, and never another level.
    const own = { identidad: 'N0', declaracion: 'N1', nada: 'N2' }[caso.faltan]
    expect([caso, body.reforzado, body.nivel]).toEqual([
      caso,
      esReforzado(caso),
      esReforzado(caso) ? 'N3' : own,
    ])
  }
})
