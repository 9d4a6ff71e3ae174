import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { montarCasa, USD } from '../../../../test/support/areas/casa.ts'
import { montarImportar } from '../../../../test/support/areas/importar.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { PASSWORD, startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { confirmarse, darVistos } from '../../../../test/support/vistos.ts'
import { contrato as compras } from '../../compras-ventas/contract.ts'
import { contrato as cuentas } from '../../cuentas/contract.ts'
import { contratoFuentes } from '../../pares-divisas/contract/fuentes.ts'
import { contrato as telegram } from '../../telegram/contract.ts'
import { contratoRoles, TODOS } from '../../usuarios/contract/roles.ts'
import { contrato as usuarios } from '../../usuarios/contract.ts'
import { NOMBRES_PERMISOS } from '../../usuarios/roles/nombres.ts'
import { contrato as vistos } from '../../vistos/contract.ts'
import { contrato, type Espera } from '../contract.ts'

/* whoever says yes reads all that he says yes to, and nothing in it is another's words. */

const app = await startTestApp()
const casa = await montarCasa(app)
const { adm } = casa
const otro = await app.signedIn('adm')
const caj = await app.signedIn('caj')
const pag = await app.signedIn('pag')
// A house at work: a new account is a second person's from its first operation on.
await adm.call(compras.crear, { body: mostrador(casa).compra('10.00', '35.20') })
await confirmarse(adm)

const esperan = async () =>
  (await otro.call(contrato.listar)).body.filter(({ tipo }) => tipo === 'visto')
const ultima = async () => (await esperan()).at(-1) as Espera
const FALTA = { codigo: 'VISTO_FALTA' }

describe('a role', () => {
  const editar = async (permisos: readonly string[]) => {
    const { body } = await adm.call(contratoRoles.listar)
    const version = body.find(({ slug }) => slug === 'caj')?.version
    return adm.call(contratoRoles.editar, {
      params: { slug: 'caj' },
      body: { nombre: 'Cajero', permisos: [...permisos] as never, version, password: PASSWORD },
    })
  }

  test('tells each permission that it gives and takes away, in words and in one request', async () => {
    const { body } = await adm.call(contratoRoles.listar)
    const held = body.find(({ slug }) => slug === 'caj')?.permisos ?? []
    const next = TODOS.filter((permiso) => permiso !== held[0])
    expect((await editar(next)).error).toMatchObject(FALTA)
    const waits = await esperan()
    expect(waits).toHaveLength(1)
    const { titulo, detalle, sobre } = waits[0] as Espera
    const given = next.filter((permiso) => !held.includes(permiso))
    expect(titulo).toBe(
      `Cambiar lo que puede el rol «Cajero»: se dan ${given.length} permisos y se quita 1 permiso`,
    )
    const lines = detalle.split('\n')
    const said = (que: string) => lines.filter((line) => line.startsWith(`${que}: `)).join('; ')
    for (const permiso of given) expect(said('Se da')).toContain(NOMBRES_PERMISOS[permiso])
    expect(said('Se quita')).toContain(NOMBRES_PERMISOS[held[0] as (typeof TODOS)[number]])
    expect(detalle.length).toBeGreaterThan(400)
    expect(sobre).toEqual({ entidad: 'roles', id: 'caj' })
    await darVistos(otro)
    expect((await editar(next.slice(1))).error).toMatchObject(FALTA)
    expect((await editar(next)).status).toBe(200)
  })
})

describe('a file', () => {
  const { importar, fila, archivo } = montarImportar(adm)

  test('is read row by row before the yes: what is new, what is there already and is another, what cannot be', async () => {
    const known = fila('41900001')
    const first = await importar('clientes', archivo(known))
    expect(first.status).toBe(200)
    const rows = [
      ...Array.from({ length: 60 }, (_, n) => fila(String(41_910_000 + n), 'Marta')),
      fila('41900001', 'Rosaura'),
      fila('12', 'Ana\u202e'),
    ].map((row, n) => (n === 0 ? row.replace('Público', 'Mayorista') : row))
    const refused = await importar('clientes', archivo(...rows), { modo: 'correctas' })
    expect(refused.error.message).toContain(
      'importar 60 clientes de «a.csv»; de sus otras filas, 1 ya está con otros datos, que no cambian, 1 no se puede crear',
    )
    const { id, filas } = await ultima()
    expect(filas).toEqual({ nueva: 60, distinta: 1, rechazada: 1 })
    const read = async (query: Record<string, string>) =>
      (await otro.call(vistos.filas, { params: { id }, query })).body
    const page = await read({ estado: 'nueva' })
    expect([page.items.length, page.siguiente]).toEqual([50, 50])
    expect(page.items[0]?.texto).toMatch(
      /Número de documento: 41910000 · Nombres: Marta .*Mayorista/,
    )
    expect((await read({ estado: 'nueva', desde: '50' })).items).toHaveLength(10)
    expect((await read({ estado: 'distinta' })).items[0]?.texto).toContain(
      'Nombres: Rosaura (Hoy es «Rosa»; no se cambia.)',
    )
    expect((await read({ estado: 'rechazada' })).items[0]?.texto).toContain(
      'Número de documento: 12 (El DNI tiene 8 dígitos.)',
    )
    // What turns the reading around is marked.
    expect((await read({ estado: 'rechazada' })).items[0]?.texto).toContain('Ana\ufffd')
    // Whoever asks is not shown it as one who answers, nor is somebody who may answer nothing.
    expect((await adm.call(vistos.filas, { params: { id } })).body.items).toEqual([])
    expect((await pag.call(vistos.filas, { params: { id } })).status).toBe(403)
    await expect(
      sql`UPDATE vistos_filas SET texto = 'otro' WHERE visto_id = ${id}`.execute(app.db),
    ).rejects.toThrow(/permission denied/)
    await expect(
      comoDueno(app.url, `UPDATE vistos_filas SET texto = 'otro' WHERE visto_id = ${id}`),
    ).rejects.toThrow(/not allowed/)
  })

  test('keeps no letter that hides, whoever writes the rows of the request', async () => {
    const filas = [{ fila: 2, estado: 'nueva', nombre: 'Ana\u202e', texto: 'x\u200by\ny' }]
    const about = { origen: 'importar', que: { archivo: 'a.csv' }, titulo: 'Importar 1 cliente' }
    const asked = JSON.stringify({ clave: 'limite', ...about, filas })
    const { rows } = await sql<{ id: string }>`
      SELECT vistos_pedir(jsonb_build_object('usuario_id', id), ${asked}::jsonb)::text AS id
      FROM usuarios WHERE rol_slug = 'adm' ORDER BY id LIMIT 1`.execute(app.db)
    const kept = await comoDueno(
      app.url,
      'SELECT nombre, texto FROM vistos_filas WHERE visto_id = $1',
      [rows[0]?.id],
    )
    expect(kept).toEqual([{ nombre: 'Ana\ufffd', texto: 'x\ufffdy y' }])
  })

  test('does not pass its cells off as other columns, nor its name as words of the program', async () => {
    const row = fila('41920000', 'Rosa').replace('Público', 'Mayorista')
    const text = archivo(row)
      .replace('Segmento', 'Segmento;Notas')
      .replace(/Mayorista$/, 'Mayorista;x · Segmento: Público')
    const nombre = 'a» ya aprobado por Ana; «b.csv'
    expect((await importar('clientes', text, { nombre })).error).toMatchObject(FALTA)
    const { id, titulo } = await ultima()
    expect(titulo).toBe('Importar 1 cliente de «a” ya aprobado por Ana; “b.csv»')
    const { items } = (await otro.call(vistos.filas, { params: { id } })).body
    expect(items[0]?.texto).toContain('Notas: «x · Segmento: Público»')
  })

  test('is another one when its numbers are read with another sign', async () => {
    const text = 'Nombre;Tipo;Moneda;País;Titular;Saldo inicial\nCaja A;Caja;PEN;Perú;Casa;1,000'
    const pide = (decimales: string) => importar('cuentas', text, { decimales })
    expect((await pide('punto')).error).toMatchObject(FALTA)
    await darVistos(otro)
    expect((await pide('coma')).error).toMatchObject(FALTA)
  })
})

describe('a title', () => {
  test('of a new account: number, who answers, currency, holder and type', async () => {
    const body = {
      ...{
        nombre: 'Caja «nueva»; Sobregiro: de sí a no',
        tipo: 'caja',
        moneda_id: USD,
        pais: 'pe',
      },
      ...{ titular: 'Casa', responsable_id: caj.usuario_id },
    }
    const refused = await adm.call(cuentas.crear, { body: body as never })
    expect(refused.error).toMatchObject(FALTA)
    const { titulo, sobre } = await ultima()
    expect(titulo).toMatch(
      /^Crear la cuenta «Caja “nueva”; Sobregiro: de sí a no», a cargo de \S+ \S+, en USD, titular Casa, .*Tipo: Caja/,
    )
    expect(sobre).toEqual({ entidad: 'cuentas', id: '' })
  })

  test('of a new rate source: what it reads, and that it publishes alone', async () => {
    const pares = await app.db.selectFrom('pares_divisas').select('id').orderBy('id').execute()
    const body = {
      ...{ nombre: 'Mi «banco»', url: 'https://tasas.example.com/usd', ruta_compra: 'c' },
      ...{ ruta_venta: 'v', factor_compra: '1', factor_venta: '1', minutos: 5, salto_pct: '3' },
      ...{ modo: 'publica', activa: true },
    }
    const params = { id: pares.at(-1)?.id ?? 0 }
    const refused = await adm.call(contratoFuentes.guardar, { params, body: body as never })
    expect(refused.error).toMatchObject(FALTA)
    const { titulo, sobre } = await ultima()
    expect(titulo).toMatch(/^Que la fuente «Mi “banco”» publique sola \w+\/\w+, /)
    for (const words of [
      '«https://tasas.example.com/usd»',
      'Dónde está la compra: c',
      'publica sola: 3',
    ])
      expect(titulo).toContain(words)
    expect(sobre).toEqual({ entidad: 'pares-divisas', id: String(params.id) })
  })

  test('of chats: who no longer hears and who will', async () => {
    const chat = (nombre: string, chat_id: string, gerencia: boolean) =>
      adm.call(telegram.crearChat, { body: { nombre, chat_id, gerencia } })
    expect((await chat('Dueño', '-100400', true)).error).toMatchObject(FALTA)
    expect((await ultima()).titulo).toBe(
      'Que el chat «Dueño» (-100400) sepa lo que sabe la gerencia',
    )
    const [a, b] = [await chat('Uno', '-1', false), await chat('Dos', '-2', false)]
    const poner = (chats: number[], activo = true) =>
      adm.call(telegram.destinos, {
        params: { evento: 'operacion_anulada' },
        body: { activo, chats },
      })
    expect((await poner([a.body.id])).status).toBe(200)
    expect((await poner([b.body.id])).error).toMatchObject(FALTA)
    expect((await ultima()).titulo).toMatch(/^Que «[^»]+» deje de llegar a «Uno» y llegue a «Dos»$/)
  })

  test('of another bot is of that one alone, and its secret is nowhere', async () => {
    const token = (n: number, letter: string) => `${n}:${letter.repeat(35)}`
    const poner = (text: string) => adm.call(telegram.guardarToken, { body: { token: text } })
    expect((await poner(token(123456, 'a'))).error).toMatchObject(FALTA)
    expect((await ultima()).titulo).toBe('Cambiar el bot que avisa por el bot 123456')
    await darVistos(otro)
    expect((await poner(token(123456, 'b'))).error).toMatchObject(FALTA)
    expect((await poner(token(123456, 'a'))).status).toBe(200)
    expect(await guardado('a'.repeat(35))).toEqual([])
  })

  test('marks what nobody sees and what turns the reading around', async () => {
    const nombre = 'Due\u202eño\u200b\nAprobado'
    await adm.call(telegram.crearChat, { body: { nombre, chat_id: '-100500', gerencia: true } })
    expect((await ultima()).titulo).toBe(
      'Que el chat «Due\ufffdño\ufffd Aprobado» (-100500) sepa lo que sabe la gerencia',
    )
    const { rows } = await sql<{ v: string }>`
      SELECT visible(chr(8238) || 'a' || chr(8203) || E'\\n' || 'b') AS v`.execute(app.db)
    expect(rows[0]?.v).toBe('\ufffda\ufffd b')
  })
})

const persona = (nombres: string) => ({
  ...{ nombres, apellidos: 'Paz', tipo_doc: 'DNI', num_doc: '44000009', celular: null },
  ...{ correo: 'nueva@example.com', usuario: 'nueva', sucursal_id: null, limite_usd: null },
  ...{ desvio_pct: '0', rol_slug: 'caj', cuentas: [], password: PASSWORD },
})

test('what was read is what is done: another name in the sentence is another request', async () => {
  const crear = (nombres: string) => adm.call(usuarios.crear, { body: persona(nombres) as never })
  expect((await crear('Rosa')).error).toMatchObject(FALTA)
  // The one who asks again with another name replaces what waits.
  expect((await crear('Ana')).error).toMatchObject(FALTA)
  const mine = (await esperan()).filter(({ titulo }) => titulo.includes('(nueva, '))
  expect(mine.map(({ titulo }) => titulo.slice(0, 15))).toEqual(['Crear a Ana Paz'])
  await darVistos(otro)
  expect((await crear('Rosa')).error).toMatchObject(FALTA)
  expect((await crear('Ana')).status).toBe(201)
})

/** The tables in which some row has this text. */
async function guardado(text: string): Promise<string[]> {
  const rows = await comoDueno<{ t: string }>(
    app.url,
    `SELECT c.oid::regclass::text AS t FROM pg_class c
     WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND (xpath('//n/text()', query_to_xml(format(
       'SELECT count(*) AS n FROM %s r WHERE strpos(r::text, %L) > 0', c.oid::regclass, '${text}'), false, false, '')))[1]::text <> '0'`,
  )
  return rows.map(({ t }) => t)
}

test('a password that was asked for is kept nowhere as it was typed', async () => {
  expect(await guardado('caj')).not.toEqual([])
  expect(await guardado(PASSWORD)).toEqual([])
})
