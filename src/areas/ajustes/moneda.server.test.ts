import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { cuenta, PEN, USD } from '../../../test/support/areas/casa.ts'
import { PASSWORD, startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno, enTurno, esperaAlguien } from '../../../test/support/servidor/dueno.ts'
import {
  MONEDA_CABECERA,
  MONEDA_SUPUESTA,
  monedaFuncional,
  ponerMoneda,
  SOL,
} from '../../core/dinero/moneda.ts'
import { verificar } from '../../main.libros.ts'
import { migrate } from '../../server/db/migrate.ts'
import { livingSql, numberedSql } from '../../server/db/migrate-files.ts'
import { monedas } from '../monedas/contract.ts'
import { contrato } from './contract.ts'

// A house without a movement; the tests follow each other, from no document to the first one.
const app = await startTestApp()
const adm = await app.signedIn('adm')
afterAll(() => ponerMoneda(SOL))

async function elegir(pais_casa: string) {
  const { version } = (await adm.call(contrato.obtener)).body
  return adm.call(contrato.editar, { body: { version, pais_casa } as never })
}

const dicho = async (pais: string) => {
  const { status, error } = await elegir(pais)
  return [status, error.errors?.[0]?.campo, error.errors?.[0]?.msg]
}

/** Every account of the ledger with the currency that it is kept in. */
async function plan() {
  const { rows } = await sql<{ codigo: string; iso: string }>`
    SELECT k.codigo, m.iso FROM cuentas_contables k JOIN monedas m ON m.id = k.moneda_id`.execute(
    app.db,
  )
  return Object.fromEntries(rows.map(({ codigo, iso }) => [codigo, iso]))
}

const cambiar = (pais: string) => `UPDATE ajustes SET valor = '"${pais}"' WHERE clave = 'pais_casa'`

test('a currency that the books cannot be kept in is refused with its reason, and by the database', async () => {
  const before = await plan()
  expect(await dicho('cl')).toEqual([
    400,
    'pais_casa',
    'Chile no puede ser el país de la casa: los libros se llevan con dos decimales, y su moneda (Peso chileno) tiene 0.',
  ])
  expect(await dicho('xx')).toEqual([400, 'pais_casa', expect.stringMatching(/^Elija un país/)])
  await expect(comoDueno(app.url, cambiar('cl'))).rejects.toMatchObject({
    detail: expect.stringContaining('MONEDA_DE_LIBROS_DECIMALES'),
  })
  await expect(
    comoDueno(app.url, `UPDATE monedas SET decimales = 0 WHERE funcional`),
  ).rejects.toThrow(/monedas_funcional_decimales/)
  expect(await plan()).toEqual(before)
})

test('amounts that were written in the old currency are named before it changes', async () => {
  await comoDueno(
    app.url,
    "UPDATE gastos_categorias SET presupuesto = 500 WHERE codigo = 'alquiler'",
  )
  expect((await dicho('ec'))[2]).toBe(
    'Hay montos escritos en la moneda de ahora: presupuestos de gastos. Quítelos antes y escríbalos después en la nueva.',
  )
  await comoDueno(app.url, 'UPDATE gastos_categorias SET presupuesto = NULL')
})

test('an amount that is being written makes the change wait, and then refuses it', async () => {
  const write = "UPDATE gastos_categorias SET presupuesto = 500 WHERE codigo = 'alquiler'"
  const { error } = await enTurno(app.url, write, () => elegir('ec'))
  expect(error.errors?.[0]?.msg).toMatch(/presupuestos de gastos/)
  await comoDueno(app.url, 'UPDATE gastos_categorias SET presupuesto = NULL')
})

test('in an empty house the books are at once in the currency chosen, and verify', async () => {
  const before = await plan()
  expect(before).toMatchObject({ capital: 'PEN', 'posicion:USD': 'USD', 'contravalor:USD': 'PEN' })
  expect((await adm.call(contrato.obtener)).headers[MONEDA_CABECERA]).toBeUndefined()

  expect((await elegir('ec')).status).toBe(200)
  const after = await plan()
  const [old, own] = [/:(USD)$/, /^(por-|saldos-favor|transito)/]
  const foreign = Object.keys(after).filter((codigo) => codigo.startsWith('posicion:'))
  expect(foreign).toContain('posicion:PEN')
  expect(foreign).not.toContain('posicion:USD')
  expect(Object.keys(after).filter((c) => old.test(c) && !own.test(c))).toEqual([])
  const house = Object.entries(after).filter(([c]) => !own.test(c) && !c.startsWith('posicion:'))
  expect(house.length).toBeGreaterThan(30)
  expect(house.filter(([, iso]) => iso !== 'USD')).toEqual([])
  expect(foreign.filter((c) => after[c] !== c.split(':')[1])).toEqual([])
  const { rows } = await sql<{ n: number }>`
    SELECT (count(*) - (SELECT count(*) FROM posiciones))::int AS n FROM monedas WHERE NOT funcional`.execute(
    app.db,
  )
  expect(rows).toEqual([{ n: 0 }])
  expect((await verificar(app.db)).diferencia).toBeNull()

  await expect.poll(() => monedaFuncional().iso).toBe('USD')
  const { headers } = await adm.call(contrato.obtener)
  expect(JSON.parse(decodeURIComponent(String(headers[MONEDA_CABECERA])))).toEqual({
    ...{
      id: USD,
      iso: 'USD',
      nombre: 'Dólar',
      simbolo: 'US$',
      decimales: 2,
      pais: 'ec',
      pais_nombre: 'Ecuador',
    },
  })
  // Another country with the same currency changes the market alone.
  expect((await elegir('us')).status).toBe(200)
  expect(await plan()).toEqual(after)
  expect((await elegir('pe')).status).toBe(200)
  expect(await plan()).toEqual(before)
  expect((await elegir('ec')).status).toBe(200)
  expect((await verificar(app.db)).diferencia).toBeNull()
})

test('limits that kept their number are named until their number changes or somebody says that he looked', async () => {
  const read = async () => (await adm.call(contrato.obtener)).body
  const { por_revisar } = await read()
  expect(por_revisar.length).toBe(9)
  expect(por_revisar).toContain('gasto_aprobacion_funcional')
  // The page sends every setting with each save.
  const save = async (body: object) => {
    const { por_revisar: _, actualizado_en: __, actualizado_por: ___, ...all } = await read()
    const { status } = await adm.call(contrato.editar, { body: { ...all, ...body } as never })
    expect(status).toBe(200)
    return (await read()).por_revisar
  }
  const review = async (revisados: string[], ago = 0) => {
    const version = (await read()).version - ago
    return adm.call(contrato.revisarLimites, { body: { revisados, version } as never })
  }
  expect(await save({ web: 'https://andino.pe' })).toEqual(por_revisar)
  expect(await save({ ajuste_aprobacion_funcional: '300' })).toEqual(
    por_revisar.filter((k) => k !== 'ajuste_aprobacion_funcional'),
  )
  expect((await review(['gasto_aprobacion_funcional'], 1)).error.codigo).toBe('VERSION')
  expect((await read()).por_revisar).toContain('gasto_aprobacion_funcional')
  expect((await review(['gasto_aprobacion_funcional'])).status).toBe(200)
  expect((await read()).por_revisar).toEqual(
    por_revisar.filter(
      (k) => k !== 'gasto_aprobacion_funcional' && k !== 'ajuste_aprobacion_funcional',
    ),
  )
  const { rows } = await sql<{ despues: object; usuario_id: number }>`
    SELECT despues, usuario_id FROM auditoria WHERE entidad = 'ajustes' ORDER BY id DESC LIMIT 1`.execute(
    app.db,
  )
  expect(rows).toEqual([
    {
      ...{ usuario_id: adm.usuario_id },
      despues: { limites_por_revisar: expect.not.arrayContaining(['gasto_aprobacion_funcional']) },
    },
  ])
  await save({ ajuste_aprobacion_funcional: '500' })
})

test('the currency of the books keeps its decimals and its code', async () => {
  const { body } = await adm.call(monedas.contrato.obtener, { params: { id: USD } })
  const { id: _, estatus: __, ...row } = body as never as Record<string, unknown>
  for (const change of [{ decimales: 0 }, { iso: 'DOL' }]) {
    const { error } = await adm.call(monedas.contrato.editar, {
      ...{ params: { id: USD }, body: { ...row, ...change } as never },
    })
    expect(error.codigo).toBe('CONGELADO')
  }
})

test('its symbol and its names reach every answer: that of the change at once, and those of other processes', async () => {
  const said = (headers: Record<string, unknown>) =>
    JSON.parse(decodeURIComponent(String(headers[MONEDA_CABECERA])))
  const { body } = await adm.call(monedas.contrato.obtener, { params: { id: USD } })
  const { id: _, estatus: __, ...row } = body as never as Record<string, unknown>
  const { status, headers } = await adm.call(monedas.contrato.editar, {
    ...{ params: { id: USD }, body: { ...row, simbolo: 'U$D' } as never },
  })
  expect([status, said(headers).simbolo]).toEqual([200, 'U$D'])
  await comoDueno(
    app.url,
    `UPDATE monedas SET simbolo = 'US$', version = version + 1 WHERE id = ${USD}; SELECT avisar('monedas')`,
  )
  await expect.poll(() => monedaFuncional().simbolo).toBe('US$')
  await comoDueno(
    app.url,
    `UPDATE paises SET nombre = 'El Ecuador' WHERE id = 'ec'; SELECT avisar('paises')`,
  )
  await expect.poll(() => monedaFuncional().pais_nombre).toBe('El Ecuador')
})

test('the country of the house keeps its currency, and stays active', async () => {
  const change = 'UPDATE paises SET moneda_id = 6 WHERE id = $1'
  await expect(comoDueno(app.url, change, ['ec'])).rejects.toMatchObject({
    detail: expect.stringContaining('PAIS_CASA_MONEDA'),
  })
  const off = 'UPDATE paises SET estatus = false WHERE id = $1'
  await expect(comoDueno(app.url, off, ['ec'])).rejects.toThrow()
  await comoDueno(app.url, off, ['us'])
})

test('the server’s own role cannot move the flag', async () => {
  await expect(
    sql`UPDATE monedas SET funcional = false WHERE id = ${USD}`.execute(app.db),
  ).rejects.toThrow(/permission denied/)
})

test('the next version of the program leaves the currency as it was chosen', async () => {
  const before = await plan()
  await migrate(app.url, { numbered: numberedSql(), living: { ...livingSql(), huella: 'next' } })
  expect(await plan()).toEqual(before)
})

test('a first document that is being written makes the change wait, and then refuses it', async () => {
  const writing = Promise.withResolvers<void>()
  const enough = Promise.withResolvers<void>()
  const written = app.db.transaction().execute(async (tx) => {
    const en = {
      db: { transaction: () => ({ execute: (work: (tx: unknown) => unknown) => work(tx) }) },
    }
    await cuenta(en as never, adm, 'Caja dólares', USD, '100.00')
    writing.resolve()
    await enough.promise
  })
  await writing.promise
  const change = elegir('pe')
  await esperaAlguien(app.url)
  enough.resolve()
  await written
  expect((await change).error.errors?.[0]?.msg).toMatch(/se eligen antes del primero/)
})

test('a page that was drawn in another currency of the books writes nothing (R-305)', async () => {
  const asked = await adm.call(contrato.obtener)
  const { version } = asked.body
  const send = (supuesta: string) =>
    adm.raw('PUT', '/api/ajustes', { version, mora_horas: 30 }, { [MONEDA_SUPUESTA]: supuesta })
  const refused = await send(String(PEN))
  expect([refused.status, refused.error]).toMatchObject([
    409,
    {
      codigo: 'LIBROS_OTROS',
      message: expect.stringMatching(/^Esta página es de cuando .* ahora se llevan en dólares\./),
    },
  ])
  expect(refused.headers[MONEDA_CABECERA]).toContain('USD')
  expect((await adm.call(contrato.obtener)).body).toEqual(asked.body)
  expect((await send('x')).status).toBe(409)
  // A file that is sent is a write as well; who signs in or out writes nothing of the books.
  const con = (path: string, body: unknown, headers: object = {}) =>
    adm.raw('POST', `/api/${path}`, body, { ...headers, [MONEDA_SUPUESTA]: String(PEN) })
  const file = await con('importar/cuentas/probar', Buffer.from('a'), {
    'content-type': 'text/csv',
  })
  expect([file.status, file.error.codigo]).toEqual([409, 'LIBROS_OTROS'])
  expect((await con('auth/confirmar', { password: PASSWORD })).status).toBe(200)
  expect((await send(String(USD))).error?.codigo).not.toBe('LIBROS_OTROS')
})

test('with a document the currency stays, whoever asks', async () => {
  expect(await dicho('pe')).toEqual([
    400,
    'pais_casa',
    expect.stringMatching(/se eligen antes del primero/),
  ])
  await expect(comoDueno(app.url, cambiar('pe'))).rejects.toMatchObject({
    detail: expect.stringContaining('MONEDA_DE_LIBROS_FIJA'),
  })
  await expect(comoDueno(app.url, `SELECT moneda_de_libros_cambiar(${PEN})`)).rejects.toThrow(
    /there are entries/,
  )
  expect((await plan()).capital).toBe('USD')
})
