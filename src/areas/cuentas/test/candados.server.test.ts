import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cuenta, montarCasa, PEN, USD } from '../../../../test/support/areas/casa.ts'
import { contabilizar } from '../../../../test/support/asiento.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno, esperaAlguien, retener } from '../../../../test/support/servidor/dueno.ts'
import { contrato } from '../contract.ts'

const app = await startTestApp()
const casa = await montarCasa(app)
const { adm, cuentas } = casa

test('renaming waits for postings before it takes the lock that their payments need: no deadlock', async () => {
  const { body: c } = await adm.call(contrato.obtener, { params: { id: cuentas.cajaPen } })
  const { tipo, moneda_id, pais, entidad_id, numero, titular, responsable_id, version } = c
  const posting = await retener(app.url, cuentas.cajaPen)
  const pending = adm.call(contrato.editar, {
    params: { id: cuentas.cajaPen },
    body: {
      ...{ nombre: 'Caja de la entrada', tipo, moneda_id, pais, entidad_id, numero, titular },
      ...{ responsable_id, version },
    },
  })
  await esperaAlguien(app.url)
  const took = await posting.client
    .query('SELECT FROM cuentas WHERE id = $1 FOR KEY SHARE NOWAIT', [cuentas.cajaPen])
    .then(
      () => 'free',
      ({ code }) => code,
    )
  await posting.soltar()
  expect([took, (await pending).status]).toEqual(['free', 200])
  const [libro] = await comoDueno<{ nombre: string }>(
    app.url,
    'SELECT nombre FROM cuentas_contables WHERE id = $1',
    [cuentas.cajaPen],
  )
  expect(libro?.nombre).toBe('Caja de la entrada')
})

/** Posts five soles to an account without committing until `fin` is called. */
async function entrando(id: number): Promise<{ fin(): Promise<void> }> {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let reached = () => {}
  const there = new Promise<void>((resolve) => {
    reached = resolve
  })
  const posted = app.db.transaction().execute(async (tx) => {
    await contabilizar(tx, {
      origen: 'prueba',
      origen_id: 1,
      glosa: 'Prueba',
      usuario_id: adm.usuario_id,
      lineas: [
        { cuenta_id: cuentas.cajaPen, importe: '-5.00' },
        { cuenta_id: id, importe: '5.00' },
      ],
    })
    reached()
    await held
  })
  await there
  return {
    fin: async () => {
      release()
      await posted
    },
  }
}

test('an account with an uncommitted payment in is not deactivated', async () => {
  const id = await cuenta(app, adm, 'Caja nueva', PEN, '0')
  const posted = await entrando(id)
  const pending = adm.call(contrato.estatus, { params: { id } })
  await esperaAlguien(app.url)
  await posted.fin()
  expect((await pending).error.codigo).toBe('EN_USO')
})

test('and its currency does not change either', async () => {
  const id = await cuenta(app, adm, 'Caja nueva 2', PEN, '0')
  const { body: c } = await adm.call(contrato.obtener, { params: { id } })
  const { nombre, tipo, pais, titular, version } = c
  const posted = await entrando(id)
  const body = { nombre, tipo, pais, titular, version, moneda_id: USD }
  const pending = adm.call(contrato.editar, { params: { id }, body })
  await esperaAlguien(app.url)
  await posted.fin()
  expect((await pending).error.codigo).toBe('CONGELADO')
})

test('limits of an account count its own month and day, each direction separately', async () => {
  const id = await cuenta(app, adm, 'Yape con tope', PEN, '0')
  const move = (importe: string) =>
    contabilizar(app.db, {
      origen: 'prueba',
      origen_id: 2,
      glosa: 'Prueba',
      usuario_id: adm.usuario_id,
      lineas: [
        { cuenta_id: id, importe },
        {
          cuenta_id: cuentas.cajaPen,
          importe: importe.startsWith('-') ? importe.slice(1) : `-${importe}`,
        },
      ],
    })
  const judge = async () => {
    const text = sql<{
      x: unknown
    }>`SELECT cuentas_exigir(ARRAY[${id}::bigint], fecha_negocio(ahora())) AS x`
    try {
      await text.execute(app.db)
      return null
    } catch (error) {
      const { message, detail } = error as { message: string; detail: string }
      return `${message} ${JSON.parse(detail).periodo}`
    }
  }
  // The last instant of November in Lima, the first of December, and the day after.
  app.setClock('2025-12-01T04:59:59.999Z')
  await move('1000.00')
  await sql`UPDATE cuentas SET limite_dia = 500, limite_mes = 800 WHERE id = ${id}`.execute(app.db)
  expect(await judge()).toBe('LIMITE_EXCEDIDO diario')
  app.setClock('2025-12-01T05:00:00Z')
  expect(await judge()).toBeNull()
  await move('500.00')
  await move('-450.00')
  expect(await judge()).toBeNull()
  await move('0.01')
  expect(await judge()).toBe('LIMITE_EXCEDIDO diario')
  app.setClock('2025-12-02T05:00:00Z')
  expect(await judge()).toBeNull()
  await move('299.99')
  expect(await judge()).toBeNull()
  await move('0.01')
  expect(await judge()).toBe('LIMITE_EXCEDIDO mensual')
  app.setClock(null)
})
