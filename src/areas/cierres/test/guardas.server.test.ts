import { expect, test } from 'vitest'
import { cajera } from '../../../../test/support/areas/caja.ts'
import { montarCasa, saldos } from '../../../../test/support/areas/casa.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { contrato } from '../contract.ts'

/*
 * Every guard of tills and days by itself: the steps in every state, ownership, races, and what is refused even to the
 * owner of the database.
 */

const app = await startTestApp()
const casa = await montarCasa(app)
const { adm, cuentas } = casa
const { caj, conteos, abrir, paso, contar, cerrar } = await cajera(app, casa)
await comoDueno(app.url, "UPDATE ajustes SET valor = '0' WHERE clave = 'duplicado_minutos'")

const owner = (text: string) => comoDueno(app.url, text)
const pasos = {
  contar: (id: number) => paso('contar', id),
  seguir: (id: number) => paso('seguir', id),
  conteo: (id: number) =>
    caj.call(contrato.guardarConteo, {
      params: { id },
      body: { conteos: conteos('50000.00', 10_000) },
    }),
  cerrar: (id: number) => cerrar(id),
  aprobar: (id: number) =>
    adm.call(contrato.aprobar, {
      params: { id },
      body: { cargo: 'casa', nota: 'Se contó dos veces' },
    }),
  devolver: (id: number) =>
    adm.call(contrato.devolver, { params: { id }, body: { nota: 'Cuente otra vez' } }),
}
type Paso = keyof typeof pasos
const estadoDe = async (id: number) =>
  (await adm.call(contrato.obtenerTurno, { params: { id } })).body.estado

/** Checks that this state refuses every step not in `admite`, and that nothing changes. */
async function niega(id: number, estado: string, admite: readonly Paso[]): Promise<void> {
  expect(await estadoDe(id)).toBe(estado)
  for (const nombre of Object.keys(pasos) as Paso[]) {
    if (admite.includes(nombre)) continue
    const { error } = await pasos[nombre](id)
    expect([nombre, estado, error.codigo]).toEqual([nombre, estado, 'TURNO_ESTADO'])
  }
  expect(await estadoDe(id)).toBe(estado)
}

test('each state accepts its own steps and no others', async () => {
  const id = await abrir()
  await niega(id, 'abierto', ['contar'])
  await pasos.contar(id)
  await niega(id, 'en_conteo', ['seguir', 'conteo', 'cerrar'])
  expect((await pasos.cerrar(id)).error.codigo).toBe('CONTEO_FALTA')
  await pasos.conteo(id)
  await pasos.cerrar(id)
  await niega(id, 'cerrado', ['aprobar', 'devolver'])
  await pasos.devolver(id)
  await pasos.conteo(id)
  await pasos.cerrar(id)
  await pasos.aprobar(id)
  await niega(id, 'aprobado', [])
})

test('nobody takes a step of another cashier’s till', async () => {
  const otra = await app.signedIn('caj')
  const id = await abrir()
  for (const endpoint of [contrato.contar, contrato.seguir])
    expect((await otra.call(endpoint, { params: { id } })).error.codigo).toBe('NO_EXISTE')
  const body = { conteos: conteos('50000.00', 10_000) }
  expect((await otra.call(contrato.guardarConteo, { params: { id }, body })).status).toBe(404)
  expect((await otra.call(contrato.cerrarTurno, { params: { id } })).status).toBe(404)
  expect((await otra.call(contrato.imprimirTurno, { params: { id } })).status).toBe(404)
  expect((await otra.call(contrato.abrir, { body: { conteos: null } })).error.codigo).toBe(
    'SIN_CAJA',
  )
  await contar(id, '50000.00', 10_000)
  await cerrar(id)
  expect((await otra.call(contrato.imprimirTurno, { params: { id } })).status).toBe(404)
  expect((await caj.call(contrato.imprimirTurno, { params: { id } })).body.impresiones).toBe(1)
  await pasos.aprobar(id)
})

test.each<[string, (c: ReturnType<typeof conteos>) => unknown[], RegExp]>([
  ['an account is missing', ([pen]) => [pen], /Falta contar Caja dólares/],
  ['an account is there twice', ([pen, usd]) => [pen, usd, usd], /dos veces/],
  [
    'an account is not of the till',
    (all) => [...all, { cuenta_id: cuentas.cajaEur, monto: '1' }],
    /no es de esta caja/,
  ],
  [
    'dollars come as an amount',
    ([pen, usd]) => [pen, { cuenta_id: usd?.cuenta_id, monto: '5' }],
    /por billetes y monedas/,
  ],
  [
    'soles come without an amount',
    ([pen, usd]) => [{ cuenta_id: pen?.cuenta_id }, usd],
    /^No contó Caja soles/,
  ],
  [
    'soles have three decimals',
    ([pen, usd]) => [{ ...pen, monto: '1.001' }, usd],
    /hasta 2 decimales/,
  ],
  [
    'a note does not exist',
    ([pen, usd]) => [
      pen,
      { ...usd, denominaciones: [{ clase: 'billete', valor: '3', cantidad: 1 }] },
    ],
    /denominación que no existe/,
  ],
])('a count is refused when %s', async (_, wrong, words) => {
  const body = { conteos: wrong(conteos('50000.00', 10_000)) }
  const { status, error } = await caj.call(contrato.abrir, { body })
  expect([status, error.errors?.[0]?.msg]).toEqual([400, expect.stringMatching(words)])
})

test('an empty till is counted with no notes at all', async () => {
  const id = await abrir('0', 0)
  const { body } = await adm.call(contrato.obtenerTurno, { params: { id } })
  expect(body.conteos.map(({ contado, diferencia }) => [contado, diferencia])).toEqual([
    ['0.00', '-50000.00'],
    ['0.00', '-10000.00'],
  ])
  // The opening count is reported but not posted, and the till is closed with the counted amounts.
  await contar(id, '50000.00', 10_000)
  expect((await cerrar(id)).status).toBe(200)
  await pasos.aprobar(id)
})

test('the owner of the database is refused too', async () => {
  const off = await abrir()
  await contar(off, '49990.00', 10_000)
  await cerrar(off, 'Faltan diez soles')
  await pasos.aprobar(off)
  const live = await abrir('49990.00', 10_000)
  await pasos.contar(live)
  const done = 1
  const forbidden: [string, RegExp][] = [
    [
      `UPDATE turnos SET estado = 'abierto', conteo_en = NULL, usuario_id = ${adm.usuario_id} WHERE id = ${live}`,
      /not allowed/,
    ],
    [
      `UPDATE turnos SET estado = 'aprobado', cerrado_en = ahora(), aprobado_en = ahora(), aprobado_por = ${adm.usuario_id}, cargo = 'casa' WHERE id = ${live}`,
      /not allowed/,
    ],
    [
      `UPDATE turnos SET estado = 'cerrado', aprobado_en = NULL, aprobado_por = NULL, cargo = NULL WHERE id = ${done}`,
      /not allowed/,
    ],
    [`UPDATE turnos SET motivo = 'otro motivo' WHERE id = ${done}`, /not allowed/],
    [`DELETE FROM turnos WHERE id = ${done}`, /not allowed/],
    ['TRUNCATE turnos CASCADE', /not allowed/],
    ['UPDATE conteos SET contado = contado', /not allowed/],
    ['DELETE FROM conteos', /not allowed/],
    ['UPDATE turnos_cuentas SET asiento_id = NULL WHERE asiento_id IS NOT NULL', /not rewritten/],
    [
      `UPDATE turnos_cuentas SET cuenta_id = ${cuentas.cajaEur} WHERE turno_id = ${done}`,
      /not rewritten/,
    ],
    ['DELETE FROM turnos_cuentas', /not allowed/],
    [
      `UPDATE cuentas_contables SET saldo = saldo + 1 WHERE id = ${cuentas.cajaUsd}`,
      /CAJA_EN_CONTEO/,
    ],
    [`UPDATE cuentas SET responsable_id = NULL WHERE id = ${cuentas.cajaUsd}`, /CAJA_EN_TURNO/],
    [
      `INSERT INTO turnos (numero, usuario_id, apertura, abierto_en) VALUES ('TC-X', ${caj.usuario_id}, 'conteo', ahora())`,
      /turnos_uno_por_usuario/,
    ],
    [
      `INSERT INTO turnos_cuentas VALUES (${done + 1}, ${cuentas.cajaPen}, 2), (${done + 2}, ${cuentas.cajaPen}, 2)`,
      /duplicate key/,
    ],
    [
      `INSERT INTO conteos (momento, turno_id, cuenta_id, moneda_id, vuelta, usuario_id, fecha, contado, esperado, denominaciones)
      VALUES ('cierre', ${live}, ${cuentas.cajaUsd}, 3, 9, ${caj.usuario_id}, ahora(), 5, 5, '[{"clase": "billete", "valor": "5", "cantidad": 2}]')`,
      /conteos_piezas/,
    ],
    [
      "INSERT INTO solo_lectura (regla, detalle) VALUES ('x', 'y'); INSERT INTO cierres (fecha) VALUES ('2020-01-01')",
      /SOLO_LECTURA/,
    ],
  ]
  for (const [text, words] of forbidden) await expect(owner(text), text).rejects.toThrow(words)
})

test('a cashier never approves his own turn, by a constraint of the table too', async () => {
  await expect(
    owner(
      `SET session_replication_role = replica; UPDATE turnos SET aprobado_por = usuario_id WHERE id = 1`,
    ),
  ).rejects.toThrow('turnos_no_propio')
})

test('an arqueo stores its difference and changes nothing; the cashier’s own open till is counted at its close', async () => {
  const before = await saldos(app)
  await owner("INSERT INTO roles_permisos VALUES ('caj', 'cierres:arqueo')")
  const own = await caj.call(contrato.arquear, {
    body: { cuenta_id: cuentas.cajaPen, monto: '1.00' },
  })
  expect(own.error.codigo).toBe('ARQUEO_PROPIO')
  const bank = await adm.call(contrato.arquear, {
    body: { cuenta_id: cuentas.bcpPen, monto: '1.00' },
  })
  expect(bank.status).toBe(404)
  const { body } = await adm.call(contrato.arquear, {
    body: { cuenta_id: cuentas.cajaEur, monto: '1849.00', motivo: 'Arqueo sorpresa' },
  })
  expect(body.arqueo).toMatchObject({
    contado: '1849.00',
    esperado: null,
    diferencia: null,
    motivo: 'Arqueo sorpresa',
  })
  expect(await saldos(app)).toEqual(before)
  const { body: list } = await adm.call(contrato.listarArqueos)
  expect(list.items).toMatchObject([{ esperado: '1850.00', diferencia: '-1.00' }])
  await expect(owner("DELETE FROM conteos WHERE momento = 'arqueo'")).rejects.toThrow('not allowed')
})

test('lists of turns are paged from the last, or from the first', async () => {
  await adm.call(contrato.arquear, { body: { cuenta_id: cuentas.cajaEur, monto: '1850.00' } })
  for (const endpoint of [contrato.listarArqueos, contrato.listarTurnos, contrato.diferencias]) {
    const page = async (orden: string, cursor: string | null) =>
      (await adm.call(endpoint, { query: { orden, limite: 1, ...(cursor && { cursor }) } })).body
    const all = async (orden: string) => {
      const ids: number[] = []
      let cursor: string | null = null
      do {
        const { items, siguiente }: { items: { id: number }[]; siguiente: string | null } =
          await page(orden, cursor)
        ids.push(...items.map(({ id }) => id))
        cursor = siguiente
      } while (cursor)
      return ids
    }
    const [down, up] = [await all('-fecha'), await all('fecha')]
    expect(down).toEqual(up.toReversed())
    expect(up).toEqual(up.toSorted((a, b) => a - b))
    if (endpoint === contrato.listarArqueos) expect(up.length).toBeGreaterThan(1)
  }
})
