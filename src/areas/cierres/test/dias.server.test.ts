import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cajera } from '../../../../test/support/areas/caja.ts'
import { EUR, montarCasa, USD, VES } from '../../../../test/support/areas/casa.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import {
  comoDueno,
  conectarDueno,
  esperaAlguien,
  sesionesSinFin,
} from '../../../../test/support/servidor/dueno.ts'
import { verificar } from '../../../main.libros.ts'
import { contrato as ajustes } from '../../ajustes-saldo/contract.ts'
import { contrato as compras } from '../../compras-ventas/contract.ts'
import { contrato as cuentas } from '../../cuentas/contract.ts'
import { contrato as posiciones } from '../../posiciones/contract.ts'
import { contrato } from '../contract.ts'

const app = await startTestApp()
const casa = await montarCasa(app)
const { adm } = casa
const { compra, venta } = mostrador(casa)
const { caj, abrir, contar, cerrar: cerrarCaja } = await cajera(app, casa)
await comoDueno(app.url, "UPDATE ajustes SET valor = '0' WHERE clave = 'duplicado_minutos'")
// Euros have no price of their own, and buy bolívares as dollars do.
await comoDueno(
  app.url,
  `INSERT INTO pares_divisas (pais, base_id, cotizacion_id, compra, venta, precision)
   VALUES ('usd', ${EUR}, ${VES}, 229, 234, 2), ('usd', ${USD}, ${VES}, 198.5, 202, 2)`,
)
// The test template has a price without history, which a real house never has.
await comoDueno(
  app.url,
  'INSERT INTO pares_divisas_historico (par_id, compra, venta, vigencia) SELECT id, compra, venta, tstzrange(ahora(), NULL) FROM pares_divisas',
)
const { rows } = await sql<{ hoy: string }>`SELECT fecha_negocio(ahora()) AS hoy`.execute(app.db)
const hoy = rows[0]?.hoy as string
const mas = (dias: number) =>
  new Date(Date.parse(hoy) + dias * 86_400_000).toISOString().slice(0, 10)
/** Sets the clock to an instant of the business day, in Lima. */
const el = (fecha: string, hora: string) => app.setClock(`${fecha}T${hora}-05:00`)

const dia = async (fecha: string, version?: number) =>
  (await adm.call(contrato.dia, { params: { fecha }, query: version ? { version } : {} })).body
const cerrar = (fecha: string, confirmo = false, quien = adm) =>
  quien.call(contrato.cerrar, { body: { fecha, confirmo } })
const reabrir = (fecha: string) =>
  adm.call(contrato.reabrir, { params: { fecha }, body: { motivo: 'Faltó registrar un gasto' } })
const codigo = async (answer: Promise<{ error: { codigo?: string } }>) =>
  (await answer).error.codigo
const sesiones = () => sesionesSinFin(app.url)
await sesiones()

test('the pending items that block the close of a day, and those that are only reported', async () => {
  expect(await codigo(cerrar(mas(1)))).toBe('DIA_FUTURO')
  const turno = await abrir()
  expect((await dia(hoy)).pendientes).toEqual([{ clave: 'turnos', bloquea: true, cuantos: 1 }])
  expect(await codigo(cerrar(hoy, true))).toBe('CIERRE_BLOQUEADO')
  await caj.call(compras.crear, { body: compra('1000.00', '3520.00') })
  await adm.call(compras.crear, { body: venta('1500.00', '5340.00') })
  await contar(turno, '51820.00', 9_500)
  await cerrarCaja(turno)
  // its approval could not post the difference any more.
  expect((await dia(hoy)).pendientes).toEqual([{ clave: 'aprobar', bloquea: true, cuantos: 1 }])
  expect(await codigo(cerrar(hoy, true))).toBe('CIERRE_BLOQUEADO')
  const params = { id: turno }
  const cuadra = await adm.call(contrato.aprobar, { params, body: { nota: null, cargo: null } })
  expect(cuadra.status).toBe(200)
  expect((await dia(hoy)).pendientes).toEqual([])
  // What only waits for an answer does not: it can be given on another day.
  const ajuste = { cuenta_id: casa.cuentas.bcpPen, motivo: 'sobrante', monto: '1000.00' } as const
  await adm.call(ajustes.crear, { body: { ...ajuste, observacion: 'Depósito sin dueño' } })
  expect((await dia(hoy)).pendientes).toEqual([{ clave: 'ajustes', bloquea: false, cuantos: 1 }])
  expect(await codigo(cerrar(hoy))).toBe('CIERRE_CON_AVISOS')
})

test('the stored summary equals the books at that instant', async () => {
  const antes = await dia(hoy)
  expect([antes.cerrado, antes.version]).toEqual([false, null])
  const { body: vivas } = await adm.call(posiciones.listar)
  const { body: saldos } = await adm.call(cuentas.listar)
  expect((await cerrar(hoy, true)).body.message).toMatch(/cerrado/)
  const { resumen, cerrado, version } = await dia(hoy)
  expect([cerrado, version]).toEqual([true, 1])
  expect({ ...resumen, hasta: '' }).toEqual({ ...antes.resumen, hasta: '' })
  // The worked example of docs/dominio.md.
  expect([resumen.ganancia, resumen.operaciones]).toEqual([
    '73.64',
    { compra: 1, venta: 1, canje: 0, orden: 0, anulada: 0 },
  ])
  expect(resumen.posiciones.map(({ precio }) => precio)).not.toContain(null)
  const held = resumen.posiciones.map(
    ({ moneda_id, cantidad, costo, promedio, precio, valor }) => ({
      moneda_id,
      cantidad,
      costo,
      promedio,
      precio,
      valor,
    }),
  )
  expect(held).toEqual(
    vivas
      .filter(({ cantidad }) => Number(cantidad) > 0)
      .map(({ moneda, cantidad, costo, promedio, precio, valor }) => ({
        moneda_id: moneda.id,
        cantidad,
        costo,
        promedio,
        precio,
        valor,
      })),
  )
  expect(Object.fromEntries(resumen.cuentas.map(({ nombre, saldo }) => [nombre, saldo]))).toEqual(
    Object.fromEntries(saldos.map(({ nombre, saldo }) => [nombre, saldo])),
  )
  expect(resumen.cajas[0]?.cuentas.map(({ diferencia }) => diferencia)).toEqual(['0.00', '0.00'])
  expect(resumen.tasas).toHaveLength(4)
})

test('a closed day refuses everything, and says what to do', async () => {
  const refused = await adm.call(compras.crear, { body: compra('10.00', '35.20') })
  expect([refused.error.codigo, refused.error.message]).toEqual([
    'DIA_CERRADO',
    expect.stringContaining('reabra el día en Caja y cierres'),
  ])
  expect(await codigo(cerrar(hoy))).toBe('DIA_YA_CERRADO')
  expect(await codigo(caj.call(contrato.abrir, { body: { conteos: null } }))).toBe('DIA_CERRADO')
  // Nor does any earlier day, whatever the machine's clock says.
  el(mas(-1), '23:00:00')
  expect((await adm.call(compras.crear, { body: compra('10.00', '35.20') })).error.codigo).toBe(
    'DIA_CERRADO',
  )
  app.setClock(null)
})

test('a reopened day keeps its summary; its next close is a new version', async () => {
  const con = await app.signedIn('con')
  expect(
    (await con.call(contrato.reabrir, { params: { fecha: hoy }, body: { motivo: 'Porque sí' } }))
      .status,
  ).toBe(403)
  expect((await reabrir(hoy)).status).toBe(200)
  expect(await codigo(reabrir(hoy))).toBe('DIA_NO_CERRADO')
  await adm.call(compras.crear, { body: compra('10.00', '35.20') })
  await cerrar(hoy, true)
  const now = await dia(hoy)
  expect(now.versiones.map(({ version, motivo }) => [version, motivo])).toEqual([
    [2, null],
    [1, 'Faltó registrar un gasto'],
  ])
  expect([now.resumen.operaciones.compra, (await dia(hoy, 1)).resumen.operaciones.compra]).toEqual([
    2, 1,
  ])
  await expect(
    comoDueno(app.url, "UPDATE cierres_versiones SET resumen = '{}' WHERE version = 2"),
  ).rejects.toThrow('not rewritten')
  expect((await verificar(app.db)).diferencia).toBeNull()
})

test('a day is a day of Lima; days without movements are skipped, others close in order', async () => {
  el(mas(1), '00:00:00')
  await sesiones()
  expect((await adm.call(compras.crear, { body: compra('10.00', '35.20') })).status).toBe(201)
  el(mas(4), '10:00:00')
  expect((await adm.call(compras.crear, { body: compra('20.00', '70.40') })).status).toBe(201)
  const late = await cerrar(mas(4), true)
  expect([late.error.codigo, late.error.message]).toEqual([
    'DIA_ANTERIOR_ABIERTO',
    expect.stringContaining('Cierre antes'),
  ])
  expect((await dia(mas(4))).anterior_abierto).toBe(mas(1))
  await cerrar(mas(1), true)
  // The summary is of the end of the day, whatever was posted later.
  expect((await dia(mas(1))).resumen.operaciones.compra).toBe(1)
  expect((await cerrar(mas(4), true)).status).toBe(201)
  expect(await codigo(cerrar(mas(3), true))).toBe('DIA_YA_CERRADO')
  expect(await codigo(reabrir(mas(1)))).toBe('DIA_NO_ULTIMO')
  const { body } = await adm.call(contrato.listar, { query: { limite: 2 } })
  expect(body.items.map(({ fecha, estado }) => [fecha, estado])).toEqual([
    [mas(4), 'cerrado'],
    [mas(1), 'cerrado'],
  ])
  const { body: next } = await adm.call(contrato.listar, {
    query: { limite: 2, cursor: body.siguiente ?? '' },
  })
  expect(next.items.map(({ fecha, version }) => [fecha, version])).toEqual([[hoy, 2]])
  expect((await verificar(app.db)).diferencia).toBeNull()
})

test('a user who may not see gains reads the day without them', async () => {
  await comoDueno(
    app.url,
    "DELETE FROM roles_permisos WHERE rol_slug = 'con' AND permiso = 'ganancia:ver'",
  )
  const con = await app.signedIn('con')
  await comoDueno(
    app.url,
    "DELETE FROM roles_permisos WHERE rol_slug = 'con' AND permiso = 'ganancia:ver'",
  )
  await sesiones()
  const { body } = await con.call(contrato.dia, { params: { fecha: hoy } })
  expect(JSON.stringify(body)).not.toMatch(/ganancia|margen|costo|promedio|resultado/)
  expect(JSON.stringify((await con.call(contrato.listar)).body)).not.toMatch(/ganancia/)
})

test('a posting that began before the close is in the summary or refused, never after it', async () => {
  el(mas(5), '18:00:00')
  await sesiones()
  const before = await adm.call(compras.crear, { body: compra('5.00', '17.60') })
  expect(before.status).toBe(201)
  const many = Array.from({ length: 24 }, (_, i) =>
    adm.call(compras.crear, { body: compra(`${(i + 2) * 5}.00`, `${((i + 2) * 176) / 10}`) }),
  )
  const closing = cerrar(mas(5), true)
  const answers = await Promise.all(many)
  expect((await closing).status).toBe(201)
  const done = answers.filter(({ status }) => status === 201).length
  expect(
    answers.filter(({ status, error }) => status !== 201 && error.codigo !== 'DIA_CERRADO'),
  ).toEqual([])
  const { resumen } = await dia(mas(5))
  expect(resumen.operaciones.compra).toBe(1 + done)
  expect((await verificar(app.db)).diferencia).toBeNull()
})

test('the close waits for a posting under way, and later ones find the day closed', async () => {
  el(mas(6), '18:00:00')
  await sesiones()
  const posting = await conectarDueno(app.url)
  await posting.query('BEGIN')
  await posting.query(`SET LOCAL cambista.ahora = '${mas(6)}T18:00:00-05:00'`)
  await posting.query(
    `SELECT libro_contabilizar('cuentas', ${casa.cuentas.cajaPen}, 'Prueba', ${adm.usuario_id}, ARRAY[(${casa.cuentas.cajaPen}, -7, NULL, NULL)::libro_linea,
      (${casa.cuentas.bcpPen}, 7, NULL, NULL)::libro_linea])`,
  )
  const closing = cerrar(mas(6), true)
  await esperaAlguien(app.url)
  const behind = adm.call(compras.crear, { body: compra('5.00', '17.60') })
  await posting.query('COMMIT')
  await posting.end()
  expect((await closing).status).toBe(201)
  expect((await behind).error.codigo).toBe('DIA_CERRADO')
  const { body: bcp } = await adm.call(cuentas.obtener, { params: { id: casa.cuentas.bcpPen } })
  expect(
    (await dia(mas(6))).resumen.cuentas.find(({ nombre }) => nombre === 'BCP Soles')?.saldo,
  ).toBe(bcp.saldo)
})

test('npm run verificar finds a summary that differs from the books, and a closed day with later postings', async () => {
  const client = await conectarDueno(app.url)
  await client.query('SET session_replication_role = replica')
  const tamper = async (text: string, back: string) => {
    await client.query(text)
    const { diferencia } = await verificar(app.db)
    await client.query(back)
    return diferencia?.regla
  }
  const change = (
    by: string,
  ) => `UPDATE cierres_versiones SET resumen = jsonb_set(resumen, '{libro,${casa.cuentas.bcpPen}}',
    to_jsonb(((resumen->'libro'->>'${casa.cuentas.bcpPen}')::numeric ${by})::text)) WHERE fecha = '${mas(4)}'`
  expect(await tamper(change('+ 1'), change('- 1'))).toMatch(/^Lo guardado de cada día/)
  const day = `('${mas(4)}')`
  expect(
    await tamper(
      `DELETE FROM cierres WHERE fecha = ${day}`,
      `INSERT INTO cierres (fecha) VALUES ${day}`,
    ),
  ).toBe('Un día cerrado sigue cerrado')
  expect((await verificar(app.db)).diferencia).toBeNull()
  await client.end()
})
