import { expect, test } from 'vitest'
import { EUR, montarCasa, PEN, USD } from '../../../test/support/areas/casa.ts'
import { mostrador, registros } from '../../../test/support/areas/mostrador.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno, conectarDueno } from '../../../test/support/servidor/dueno.ts'
import { conVisto } from '../../../test/support/vistos.ts'
import { contrato as ventas } from '../compras-ventas/contract.ts'
import { contrato as reportes } from '../reportes/contract.ts'
import { contrato } from './contract.ts'

/* rules say the service fee of the counter. */

const app = await startTestApp()
app.setClock('2025-11-20T15:00:00Z')
const casa = await montarCasa(app)
const { adm, cuentas, tasas, clientes } = casa
const { compra, venta, cash } = mostrador(casa)
const { crear, cotizar, detalle, limpio } = registros(app, casa)
const otro = await app.signedIn('adm')

const VACIA = {
  ...{ segmento: null, divisa_id: null, tipo: null, desde: null, hasta: null },
  ...{ pct: null, fija: null, min: null, max: null },
}
const escribir = (body: object) =>
  adm.call(contrato.crear, { body: { ...VACIA, ...body } as never })
const sembrar = (columns: string, values: string) =>
  comoDueno(app.url, `INSERT INTO servicio_reglas (${columns}) VALUES (${values})`)
const vaciar = () => comoDueno(app.url, 'UPDATE servicio_reglas SET estatus = false')
/** A cashier with a till of his own kind of right, who may not allow rates. */
const cajero = await app.signedIn('caj')
await comoDueno(
  app.url,
  `UPDATE cuentas SET responsable_id = ${cajero.usuario_id} WHERE id = ANY ('{${cuentas.cajaPen},${cuentas.cajaUsd},${cuentas.cajaEur}}')`,
)
const registra = (body: ReturnType<typeof venta>) =>
  cajero.call(ventas.crear, { body: { ...body, confirmo_duplicado: true } })

const line = ({ cliente_id: _, ...one }: ReturnType<typeof venta>) => one
const ticket = (...items: ReturnType<typeof venta>[]) =>
  cajero.call(ventas.crearTicket, {
    body: { cliente_id: clientes.ana, confirmo_duplicado: true, items: items.map(line) } as never,
  })
const euros = { divisa_id: EUR, historico_id: tasas.ventaEur, tasa: '4.160' }

test('without a rule the fee is what is typed', async () => {
  const quote = await cotizar(venta('100.00', '356.00', { servicio: '1.50' }), {})
  expect(quote.body).toMatchObject({
    ...{ servicio: '1.50', servicio_debido: null, servicio_regla: null },
  })
  expect((await registra(venta('100.00', '356.00'))).status).toBe(201)
  const made = await registra(venta('100.00', '357.50', { servicio: '1.50' }))
  expect(made.status).toBe(201)
})

test('a purchase pays out what its fee leaves, which is something (R-371)', async () => {
  const una = (servicio: string) => compra('0.50', '1.76', { servicio })
  for (const servicio of ['1.76', '2.00']) {
    const nada = [{ campo: 'servicio', msg: expect.stringContaining('todo lo que recibe') }]
    const quote = await cotizar(una(servicio), {})
    expect(quote.error.errors).toMatchObject(nada)
    const made = await crear({ ...una(servicio), motivo: 'Pequeña' })
    expect(made.error.errors).toMatchObject(nada)
  }
  expect((await cotizar(una('1.75'), {})).status).toBe(200)
})

test('the most specific rule decides what a quote says, and another fee is refused', async () => {
  await sembrar('nombre, pct, min', "'Todo', 1, 2")
  await sembrar('nombre, divisa_id, pct', `'Dólares', ${USD}, 0.5`)
  await sembrar('nombre, tipo, fija', "'Ventas', 'venta', 9")
  const said = async (body: ReturnType<typeof venta>) =>
    (await cotizar(body, { servicio: null })).body
  // 0.5 % of 356.00; the currency is before the type.
  expect(await said(venta('100.00', '0'))).toMatchObject({
    ...{ servicio: '1.78', servicio_debido: '1.78', servicio_regla: 'Dólares' },
    recibimos: [{ moneda_id: PEN, total: '357.78' }],
  })
  const low = await registra(venta('100.00', '356.00'))
  expect(low.error.errors).toMatchObject([
    { campo: 'servicio', msg: expect.stringContaining('S/ 1.78 (regla «Dólares»)') },
  ])
  const high = await registra(venta('100.00', '358.00', { servicio: '2.00' }))
  expect(high.error.errors).toMatchObject([{ campo: 'servicio' }])
  const made = await registra(venta('100.00', '357.70', { servicio: '1.78' }))
  expect(made.status).toBe(201)
  // A canje is worth what the house pays for what is handed over: 0.5 % of 352.00.
  const canje = {
    ...{ tipo: 'canje' as const, cliente_id: clientes.ana, divisa_id: USD, monto: '100.00' },
    ...{ historico_id: tasas.canjeUsdEur, tasa: '0.8460' },
    recibimos: [...cash(cuentas.cajaUsd, '100.00'), ...cash(cuentas.cajaPen, '1.70')],
    entregamos: cash(cuentas.cajaEur, '84.60'),
  }
  expect(await said(canje)).toMatchObject({ servicio: '1.76' })
  expect((await registra({ ...canje, servicio: '1.76' })).status).toBe(201)
  // Euros: the type is before nothing.
  expect(await said(venta('10.00', '0', euros))).toMatchObject({ servicio_regla: 'Ventas' })
  await limpio()
})

test('a client has the rule of his segment, and a small part pays the least of its rule', async () => {
  await sembrar('nombre, segmento, fija', "'Mayoristas', 'mayorista', 0")
  await sembrar('nombre, divisa_id, hasta, pct, min', `'Poco', ${USD}, 50, 1, 3`)
  const said = async (body: ReturnType<typeof venta>) =>
    (await cotizar(body, { servicio: null })).body.servicio_regla
  expect(await said(venta('49.99', '0'))).toBe('Poco')
  expect(await said(venta('50.00', '0'))).toBe('Dólares')
  await comoDueno(app.url, `UPDATE clientes SET segmento = 'mayorista' WHERE id = ${clientes.ana}`)
  expect(await said(venta('49.99', '0'))).toBe('Mayoristas')
  expect(await said(venta('49.99', '0', { cliente_id: null }))).toBe('Poco')
  await comoDueno(app.url, `UPDATE clientes SET segmento = 'publico' WHERE id = ${clientes.ana}`)
})

test('who may allow rates charges another fee, says why, and is among the exceptions', async () => {
  const less = venta('100.00', '356.00')
  expect((await crear(less)).error.errors).toMatchObject([{ campo: 'motivo' }])
  const made = await crear({ ...less, motivo: 'Cliente de la casa' })
  expect(made.status).toBe(201)
  const { numero } = await detalle(made.body.id)
  const { filas } = (
    await adm.call(reportes.excepciones, { query: { clase: 'servicio-distinto' } })
  ).body
  expect(filas).toMatchObject([{ numero, valor: '1.78', motivo: 'Cliente de la casa' }])
})

test('an amount in parts is judged by what all are worth: a ticket pays what one operation would (R-381)', async () => {
  // Below US$ 50: 1 %, the least S/ 3.00. Two parts of US$ 50 are not below.
  const part = (monto: string, total: string, servicio: string) => venta(monto, total, { servicio })
  const split = await ticket(part('30.00', '109.80', '3.00'), part('20.00', '74.20', '3.00'))
  expect(split.error.errors).toMatchObject([{ campo: 'items.0.servicio' }])
  // 0.5 % of 178.00 is 0.89, as of US$ 50.00 at once: 0.54 of the first, the rest of the second.
  expect((await cotizar(venta('50.00', '0'), { servicio: null })).body.servicio).toBe('0.89')
  const made = await ticket(part('30.00', '107.30', '0.54'), part('20.00', '71.50', '0.35'))
  expect(made.status).toBe(201)
})

test('below, the least of a rule and its fixed part are paid once in a ticket', async () => {
  const twice = await ticket(
    venta('20.00', '74.20', { servicio: '3.00' }),
    venta('10.00', '38.60', { servicio: '3.00' }),
  )
  expect(twice.error.errors).toMatchObject([
    { campo: 'items.1.servicio', msg: expect.stringContaining('S/ 0.00 (regla «Poco»)') },
  ])
  const once = await ticket(
    venta('20.00', '74.20', { servicio: '3.00' }),
    venta('10.00', '35.60', { servicio: '0' }),
  )
  expect(once.status).toBe(201)
  // The quote of the second says so beforehand, with the terms of the first.
  const { tipo, historico_id, tasa, monto } = venta('20.00', '0')
  const ademas = [{ tipo, historico_id, tasa, monto: monto ?? null }]
  const quote = await cotizar(venta('10.00', '0'), { servicio: null, ademas } as never)
  expect(quote.body).toMatchObject({ servicio: '0.00', servicio_regla: 'Poco' })
  // Whoever annuls one of them leaves the other with a fee of both: the exceptions say so.
  const [first, second] = (
    await adm.call(ventas.listar, { query: { cliente_id: clientes.ana, limite: 2 } })
  ).body.items
  const anular = (id?: number) =>
    adm.call(ventas.anular, { params: { id: id as number }, body: { motivo: 'Se desistió' } })
  const dichas = async () =>
    (await adm.call(reportes.excepciones, { query: { clase: 'anulacion' } })).body.filas
      .map(({ frase }) => frase)
      .toSorted()
  expect((await anular(second?.id)).status).toBe(200)
  expect(await dichas()).toEqual([
    `Anuló ${second?.numero}; el servicio de lo demás de su ticket se calculó con ella`,
  ])
  expect((await anular(first?.id)).status).toBe(200)
  expect(await dichas()).toEqual([`Anuló ${second?.numero}`, `Anuló ${first?.numero}`])
})

test('another currency does not lift an amount over the bound of a rule of dollars', async () => {
  const out = { entregamos: cash(cuentas.cajaEur, '100.00') }
  const made = await ticket(
    venta('20.00', '74.20', { servicio: '3.00' }),
    venta('100.00', '425.00', { ...euros, ...out, servicio: '9.00' }),
  )
  expect([made.status, made.error.errors]).toEqual([201, undefined])
})

test('an operation does not stand without its rule, nor with another fee than it says, whoever writes it', async () => {
  const [columnas] = await comoDueno<{ todas: string }>(
    app.url,
    `SELECT string_agg(quote_ident(column_name), ', ') AS todas FROM information_schema.columns
     WHERE table_name = 'compras_ventas' AND is_generated = 'NEVER'`,
  )
  const otra = (cambio: object) =>
    comoDueno(
      app.url,
      `INSERT INTO compras_ventas (${columnas?.todas}) OVERRIDING SYSTEM VALUE
       SELECT ${columnas?.todas} FROM jsonb_populate_record(NULL::compras_ventas, (
         SELECT to_jsonb(o) || jsonb_build_object('clave', gen_random_uuid(), 'asiento_id', (SELECT min(id)
           FROM asientos a WHERE NOT EXISTS (SELECT FROM compras_ventas v WHERE v.asiento_id = a.id)))
           || '${JSON.stringify({ id: 99_999, numero: 'CV-2025-099999', ...cambio })}'
         FROM compras_ventas o WHERE tipo = 'venta' AND servicio_regla_id IS NOT NULL ORDER BY id LIMIT 1))`,
    )
  for (const cambio of [
    { servicio_regla_id: null, servicio_debido: null },
    { servicio: '0.01', servicio_debido: '0.01' },
  ])
    await expect(otra(cambio)).rejects.toThrow(/the fee is not that of its rule/)
})

test('two active rules that are as specific and decide the same are refused, also of the owner', async () => {
  const same = await escribir({ nombre: 'Otra', divisa_id: USD, desde: '40.00', pct: '2' })
  expect(same.error.errors).toMatchObject([{ campo: 'desde' }])
  expect((await escribir({ nombre: 'Otra', pct: '2' })).error.errors).toMatchObject([
    { campo: 'tipo' },
  ])
  await expect(sembrar('nombre, fija', "'Otra', 1")).rejects.toThrow()
  // Not even where the trigger that names the other one is off.
  const dueno = await conectarDueno(app.url)
  await dueno.query('BEGIN')
  await dueno.query('ALTER TABLE servicio_reglas DISABLE TRIGGER servicio_reglas_antes')
  await expect(
    dueno.query("INSERT INTO servicio_reglas (nombre, fija) VALUES ('Otra', 1)"),
  ).rejects.toThrow(/servicio_reglas_una/)
  await dueno.query('ROLLBACK')
  await dueno.end()
  await sembrar('nombre, divisa_id, desde, pct', `'Mucho', ${USD}, 5000, 0.1`)
})

test('two who write at once do not both pass', async () => {
  const [a, b] = await Promise.all([conectarDueno(app.url), conectarDueno(app.url)])
  await a.query('BEGIN')
  const write = (nombre: string) =>
    `INSERT INTO servicio_reglas (nombre, tipo, desde, pct) VALUES ('${nombre}', 'canje', 10, 1)`
  await a.query(write('A'))
  const second = b.query(write('B')).then(
    () => 'written',
    () => 'refused',
  )
  await a.query('COMMIT')
  expect(await second).toBe('refused')
  await Promise.all([a.end(), b.end()])
})

test('a rule takes a second person to be written, changed and switched, and a bad one names its field', async () => {
  const campo = async (body: object) =>
    (await escribir({ nombre: 'Mala', ...body })).error.errors?.[0]?.campo
  expect(await campo({})).toBe('pct')
  expect(await campo({ fija: '1.00', min: '2.00' })).toBe('pct')
  expect(await campo({ pct: '1', min: '3.00', max: '2.00' })).toBe('max')
  expect(await campo({ pct: '1', desde: '5.00', hasta: '5.00' })).toBe('hasta')
  expect(await campo({ pct: '1', divisa_id: PEN })).toBe('divisa_id')
  expect(await campo({ pct: '20.001' })).toBe('pct')
  const nueva = { nombre: 'Compras', tipo: 'compra', pct: '1', min: '2.00' }
  const made = await conVisto(otro, () => escribir(nueva))
  expect(made.status).toBe(201)
  const { id } = made.body
  const params = { id }
  const body = { ...VACIA, ...nueva, version: 1 }
  for (const change of [{ pct: '0.5' }, { min: '1.00' }, { hasta: '10.00' }, { max: '9.00' }])
    expect(
      (await adm.call(contrato.editar, { params, body: { ...body, ...change } as never })).error
        .codigo,
    ).toBe('VISTO_FALTA')
  expect((await adm.call(contrato.estatus, { params })).error.codigo).toBe('VISTO_FALTA')
  const renamed = { ...body, nombre: 'Las compras' }
  expect((await adm.call(contrato.editar, { params, body: renamed as never })).status).toBe(200)
  expect((await adm.call(contrato.historial, { params })).body).toHaveLength(2)
  expect((await cajero.call(contrato.editar, { params, body: renamed as never })).status).toBe(403)
})

test('an operation and a change of the rules wait for one another, and the rule of its instant is kept', async () => {
  const dueno = await conectarDueno(app.url)
  await dueno.query('BEGIN')
  await dueno.query("UPDATE servicio_reglas SET pct = 1 WHERE nombre = 'Dólares'")
  // At the fee that was on screen: it waits, and is told the new one.
  const late = registra(venta('100.00', '357.70', { servicio: '1.78' }))
  await dueno.query('COMMIT')
  await dueno.end()
  const { error } = await late
  expect(error.errors).toMatchObject([{ campo: 'servicio' }])
  expect(JSON.stringify(error.errors)).toContain('3.56')
})

test('what is kept of a rule is what it says, whoever writes', async () => {
  const { rows } = await (async () => {
    const dueno = await conectarDueno(app.url)
    const found = await dueno.query(
      `SELECT id FROM compras_ventas WHERE tipo = 'venta' AND servicio_debido IS NOT NULL ORDER BY id LIMIT 1`,
    )
    await dueno.end()
    return found
  })()
  await expect(
    comoDueno(
      app.url,
      `INSERT INTO compras_ventas SELECT (jsonb_populate_record(o, jsonb_build_object('id', 999999, 'numero', 'X-1',
        'clave', gen_random_uuid(), 'servicio_regla_id', NULL, 'servicio_debido', NULL))).* FROM compras_ventas o
       WHERE id = ${rows[0].id}`,
    ),
  ).rejects.toThrow()
  await vaciar()
  expect((await registra(compra('100.00', '352.00'))).status).toBe(201)
})
