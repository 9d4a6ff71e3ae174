import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { EUR, montarCasa, PEN } from '../../../../test/support/areas/casa.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { conVisto } from '../../../../test/support/vistos.ts'
import { BASES, ROLES, TIPOS } from '../../comisiones/contract/reglas.ts'
import { TIPOS as CUENTAS } from '../../cuentas/contract.ts'
import { MODOS } from '../../pares-divisas/contract/fuentes.ts'
import { contrato as reportes } from '../../reportes/contract.ts'
import { contrato as reglas } from '../../servicio-reglas/contract.ts'
import { contrato as tiposPagos } from '../../tipos-pagos/contract.ts'
import { TIPOS_CAMPO } from '../../tipos-pagos/rules/datos-pago.ts'
import { contrato } from '../contract.ts'

/* whoever says yes reads old and new value in words; of a secret only that it changes. */

const app = await startTestApp()
const casa = await montarCasa(app)
const { adm } = casa
const otro = await app.signedIn('adm')

interface Control {
  tabla: string
  columna: string
  afloja: 'sube' | 'baja' | 'cambia' | 'no'
  nombre: string
  tipo: string | null
  apunta: string | null
  codigos: string[]
}

/** Columns of which only that they change is told. */
const SECRETOS = ['telegram.token_cifrado']
/** What a name is written to, other than by a key of one column. */
const NOMBRADOS: Record<string, string> = { 'telegram_destinos.chat_id': 'telegram_chats' }
const LISTAS: Record<string, [unknown, unknown]> = {
  'tipos_pagos.cuentas': [
    [{ cuenta_id: casa.cuentas.bcpPen }],
    [{ cuenta_id: casa.cuentas.bcpPen }, { cuenta_id: casa.cuentas.cajaPen }],
  ],
  'tipos_pagos.campos': [
    [{ clave: 'dni', etiqueta: 'DNI', tipo: 'documento', obligatorio: true }],
    [{ clave: 'dni', etiqueta: 'DNI', tipo: 'documento', obligatorio: false }],
  ],
  'monedas.billetes': ['200 100 50', '200 100'],
  'monedas.metalicas': ['5 2', '5 2 0.50'],
}

const { rows: controles } = await sql<Control>`
  SELECT c.tabla, c.columna, c.afloja, c.nombre, format_type(a.atttypid, NULL) AS tipo,
    (SELECT k.confrelid::regclass::text FROM pg_constraint k
      WHERE k.conrelid = a.attrelid AND k.contype = 'f' AND k.conkey = ARRAY[a.attnum]) AS apunta,
    ARRAY(SELECT m[1] FROM pg_constraint k, regexp_matches(pg_get_constraintdef(k.oid), '''(\w+)''::text', 'g') m
      WHERE k.conrelid = a.attrelid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum]
        AND pg_get_constraintdef(k.oid) ~ '= ANY') AS codigos
  FROM controles c LEFT JOIN pg_attribute a ON c.tabla <> 'ajustes' AND a.attrelid = to_regclass(c.tabla)
    AND a.attname = c.columna ORDER BY 1, 2`.execute(app.db)

/** Two values of a column, the second one looser. */
async function valores(c: Control): Promise<[unknown, unknown]> {
  const list = LISTAS[`${c.tabla}.${c.columna}`]
  if (list) return list
  if (c.columna === 'evento') return ['orden_nueva', 'excepciones_semana']
  const target = c.apunta ?? NOMBRADOS[`${c.tabla}.${c.columna}`]
  if (target) {
    const { rows } = await sql<{
      id: number
    }>`SELECT id FROM ${sql.table(target)} ORDER BY id LIMIT 2`.execute(app.db)
    return [rows[0]?.id ?? null, rows[1]?.id ?? null]
  }
  if (c.codigos.length > 0) return [c.codigos[0], c.codigos[1]]
  if (c.columna === 'exige_totp_desde') return ['2026-01-01T00:00:00Z', null]
  const up: [unknown, unknown] = c.tipo === 'boolean' ? [false, true] : [1, 2]
  if (c.tipo === 'text' || c.tipo === 'bytea') return ['uno', 'dos']
  return c.afloja === 'baja' ? [up[1], up[0]] : up
}

async function frase(tabla: string, antes: object | null, despues: object | null) {
  const json = (x: object | null) => x && JSON.stringify(x)
  const { rows } = await sql<{ v: { frase: string } | null }>`
    SELECT CASE ${tabla} WHEN 'ajustes' THEN ajustes_aflojado(${json(antes)}::jsonb, ${json(despues)}::jsonb)
      ELSE control_aflojado(${tabla}, ${json(antes)}::jsonb, ${json(despues)}::jsonb) END AS v`.execute(
    app.db,
  )
  return rows[0]?.v?.frase ?? null
}

// A second of each, so that one is changed for another.
await comoDueno(app.url, `INSERT INTO sucursales (nombre) SELECT 'Segunda'`)
await comoDueno(
  app.url,
  `INSERT INTO telegram_chats (nombre, chat_id, gerencia) VALUES ('Gerencia', '-1', true), ('Tienda', '-2', false)`,
)

await comoDueno(
  app.url,
  `INSERT INTO webhooks (nombre, url, secreto_cifrado) VALUES ('Contador', 'https://uno.example/a', '\\x00'), ('Bodega', 'https://dos.example/b', '\\x01')`,
)

describe('every control', () => {
  test.each(controles.map((c) => [`${c.tabla}.${c.columna}`, c] as const))(
    '%s says old and new, or is a secret',
    async (name, c) => {
      const [antes, despues] = await valores(c)
      const said = await frase(c.tabla, { [c.columna]: antes }, { [c.columna]: despues })
      if (c.afloja === 'no') return expect(said).toBeNull()
      if (SECRETOS.includes(name)) {
        return expect(said).toBe(`${c.nombre}: se cambia por otro`)
      }
      const start = `${c.nombre}: `
      expect(said?.slice(0, start.length)).toBe(start)
      const [, de, a] = /^de (.+) a (.+)$/.exec(said?.slice(start.length) ?? '') ?? []
      if (LISTAS[name]) return expect(said).toMatch(/se (agrega|quita) |cambia «/)
      expect([de, a]).toEqual([expect.any(String), expect.any(String)])
      expect(de).not.toBe(a)
      // Neither an id nor a code.
      if (c.columna !== 'evento' && (c.apunta ?? NOMBRADOS[name]))
        expect(`${de} ${a}`).not.toMatch(/^\d+ |\d+$/)
      if (c.codigos.length > 0 || c.columna === 'evento')
        expect([de, a]).not.toEqual([antes, despues])
      // And the way back to nothing, where the column may be empty.
      const empty = await frase(c.tabla, { [c.columna]: antes }, { [c.columna]: null })
      if (c.afloja !== 'baja' || empty) expect(empty ?? '').not.toMatch(/null| a $/)
      return undefined
    },
  )

  test('a code is told by the word of the screens', async () => {
    const palabra = async (tabla: string, columna: string, words: Record<string, string>) => {
      for (const [code, word] of Object.entries(words)) {
        const { rows } =
          await sql`SELECT control_codigo(${tabla}, ${columna}, ${code}) AS word`.execute(app.db)
        expect(rows).toEqual([{ word }])
      }
    }
    await palabra('cuentas', 'tipo', CUENTAS)
    await palabra('comisiones_reglas', 'tipo', TIPOS)
    await palabra('comisiones_reglas', 'rol', ROLES)
    await palabra('comisiones_reglas', 'base', BASES)
    await palabra('pares_fuentes', 'modo', MODOS)
    await palabra('tipos_pagos', 'campos', TIPOS_CAMPO)
    for (const { codigos, tabla, columna } of controles) {
      for (const code of codigos) {
        const { rows } = await sql<{ word: string }>`
          SELECT control_codigo(${tabla}, ${columna}, ${code}) AS word`.execute(app.db)
        expect(rows[0]?.word).not.toBe(code)
      }
    }
  })
})

describe('what the second person reads', () => {
  const regla = {
    ...{ nombre: 'Servicio dólares', segmento: null, divisa_id: EUR, tipo: null },
    ...{ desde: null, hasta: null, pct: '1', fija: null, min: '2.00', max: null },
  }
  const titulos = async () =>
    (await otro.call(contrato.listar)).body.filter((e) => e.tipo === 'visto').map((e) => e.titulo)
  const ultima = async () => (await adm.call(reportes.excepciones, { query: {} })).body.filas[0]

  test('of a new rule: ids by name, codes by word', async () => {
    const refused = await adm.call(reglas.crear, { body: { ...regla, segmento: 'mayorista' } })
    const dice =
      'Crear «Servicio dólares», Divisa: EUR; Activa: sí; Servicio mínimo: 2.00; Servicio, %: 1; Segmento del cliente: Mayorista'
    expect([refused.error.codigo, await titulos()]).toEqual(['VISTO_FALTA', [dice]])
  })

  test('of a change: old and new, also where there is none, and no word of loosening', async () => {
    const made = await conVisto(otro, () => adm.call(reglas.crear, { body: regla }))
    const { id } = made.body as { id: number }
    const { version } = (await adm.call(reglas.obtener, { params: { id } })).body
    const body = {
      ...regla,
      pct: '0.001',
      min: null,
      max: '0.01',
      segmento: 'mayorista' as const,
      version,
    }
    const editar = () => adm.call(reglas.editar, { params: { id }, body })
    const dice =
      'Cambiar «Servicio dólares», Servicio máximo: de sin máximo a 0.01; Servicio mínimo: de 2.00 a sin mínimo; Servicio, %: de 1 a 0.001; Segmento del cliente: de cualquiera a Mayorista'
    expect((await editar()).error.message).toContain(dice.slice(1))
    expect(await titulos()).toContain(dice)
    await conVisto(otro, editar)
    expect(await ultima()).toMatchObject({ clase: 'control', frase: dice })
  })

  test('of a way to pay: what its list gains and loses, and that none means any', async () => {
    const tipo = (await adm.call(tiposPagos.listar)).body.find(({ codigo }) => codigo === 'YAPE')
    const { id = 0, estatus: _, ...campos } = tipo ?? {}
    const cuenta = { cuenta_id: casa.cuentas.bcpPen }
    const editar = (change: object) => async () => {
      const { version } = (await adm.call(tiposPagos.obtener, { params: { id } })).body
      const body = { ...campos, ...change, version } as never
      return adm.call(tiposPagos.editar, { params: { id }, body })
    }
    const dice = async (change: object) => (await editar(change)()).error.message
    expect(await dice({ tarifa_fija: '1.50', moneda_id: PEN })).toContain(
      'ambiar «yape», Moneda: de cualquiera a PEN; Tarifa fija al cliente: de nada a 1.50',
    )
    expect(await dice({ cuentas: [cuenta] })).toMatch(
      /ambiar «yape», Cuentas habilitadas: de toda cuenta de su clase a «[^»]+»/,
    )
    expect(await dice({ requiere_verificacion: false, pide_referencia: false })).toMatch(
      /flojar «yape», .*: de sí a no/,
    )
  })
})
