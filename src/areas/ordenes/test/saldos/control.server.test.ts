import { expect, test } from 'vitest'
import { saldos } from '../../../../../test/support/areas/casa.ts'
import { montarSaldos, refused } from '../../../../../test/support/ordenes/saldos.ts'
import { type Client, startTestApp } from '../../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../../test/support/servidor/dueno.ts'
import { contrato as aprobaciones } from '../../../aprobaciones/contract.ts'
import { contrato as reportes } from '../../../reportes/contract.ts'
import { contrato as vistos } from '../../../vistos/contract.ts'
import { contrato } from '../../contract.ts'

/* what one person could do with a client's credit alone. */

const app = await startTestApp({ max: 12 })
app.setClock('2025-11-20T15:00:00Z')
const casa = await montarSaldos(app)
const { adm, caj, jefe, cuentas } = casa
const { detalle, cobro, crear, cobrar, anular, ajuste, limpio } = casa

await ajuste('orden_doble_control_usd', '1000')

const yape = (monto: string, a_favor: string | null) => ({ ...casa.yape(monto), a_favor })
const verificarUno = (quien: Client, id: number, cobro_id: number | undefined) =>
  quien.call(contrato.verificar, { params: { id }, body: { cobro_id: cobro_id as number } })
const ultimo = async (id: number) => (await detalle(id)).cobros.at(-1)

test('a small order with much too much takes two people, as a large one does', async () => {
  const before = await saldos(app)
  const { id } = (await crear([cobro('500.00', '5000.00')])).body
  const later = (await crear([])).body.id
  expect((await cobrar(later, cobro('500.00', '5000.00'))).status).toBe(201)
  for (const one of [id, later]) {
    const waits = await ultimo(one)
    expect(waits?.estado).toBe('por_verificar')
    expect(refused(await verificarUno(caj, one, waits?.id))).toBe('DOS_PERSONAS')
  }
  expect(await saldos(app)).toEqual(before)
  expect((await verificarUno(adm, id, (await ultimo(id))?.id)).status).toBe(200)
  expect((await detalle(id)).saldos).toMatchObject([{ saldo: '5000.00' }])
  await limpio()
})

test('what one person confirms in a day has what was too much in it', async () => {
  await ajuste('dos_personas_dia_usd', '1500')
  const solo = await app.signedIn('adm')
  const ids = [
    await crear([yape('500.00', '3000.00')], solo),
    await crear([yape('500.00', '3000.00')], solo),
  ]
  const answers = []
  for (const { body } of ids) {
    answers.push(await verificarUno(solo, body.id, (await ultimo(body.id))?.id))
  }
  await ajuste('dos_personas_dia_usd', '10000')
  expect([answers[0]?.status, refused(answers[1] as never)]).toEqual([200, 'DOS_PERSONAS_DIA'])
  await limpio()
})

test('whoever took the payment does not take its credit by annulling the order', async () => {
  const { id } = (await crear([])).body
  expect((await cobrar(id, cobro('500.00', '20.00'), jefe)).body.estado).toBe('pagada')
  expect(refused(await anular(jefe, id, cuentas.cajaPen))).toBe('VISTO_FALTA')
  const [ask] = (await adm.call(aprobaciones.listar)).body
  expect(ask?.titulo).toMatch(/anular .* saldo a favor/i)
  await adm.call(vistos.aprobar, { params: { id: ask?.id as number }, body: { nota: null } })
  // The yes is for that account.
  expect(refused(await anular(jefe, id, cuentas.bcpPen))).toBe('VISTO_FALTA')
  expect((await anular(jefe, id, cuentas.cajaPen)).status).toBe(200)
  // The exception says all that went back.
  const query = { desde: '2025-11-20', hasta: '2025-11-20', clase: 'anulacion' as const }
  const { filas } = (await adm.call(reportes.excepciones, { query })).body
  const { numero } = await detalle(id)
  expect(filas.find(({ frase }) => frase.includes(numero))).toMatchObject({
    ...{ importe: 'S/ 520.00', valor: '520.00' },
  })
  await limpio()
})

test('annulling counts in what one person gives back in a day, and in the size of an annulment', async () => {
  const solo = await app.signedIn('adm')
  const a = (await crear([cobro('500.00', '2000.00')])).body.id
  const b = (await crear([cobro('500.00', '2000.00')])).body.id
  expect((await anular(solo, a, cuentas.bcpPen)).status).toBe(200)
  expect(refused(await anular(solo, b, cuentas.bcpPen))).toBe('VISTO_FALTA')
  // A small order of one's own with a credit that another took.
  await ajuste('anular_propia_usd', '200')
  const own = (await crear([], solo)).body.id
  expect((await cobrar(own, cobro('500.00', '300.00'))).body.estado).toBe('pagada')
  const said = refused(await anular(solo, own, cuentas.bcpPen))
  expect(said).toBe('VISTO_FALTA')
  await limpio()
})

test('nothing is too much while a payment that covers the order waits', async () => {
  const { id } = (await crear([yape('499.99', null)])).body
  expect(refused(await cobrar(id, cobro('0.01', '499.99')))).toMatch(/antes los demás cobros/)
  expect(refused(await crear([yape('250.00', null), cobro('250.00', '5.00')]))).toMatch(
    /antes los demás cobros/,
  )
  expect((await cobrar(id, yape('0.01', '499.99'))).status).toBe(201)
  const [invented, real] = (await detalle(id)).cobros
  expect(refused(await verificarUno(adm, id, real?.id))).toMatch(/antes los demás cobros/)
  await adm.call(contrato.rechazar, {
    params: { id },
    body: { cobro_id: invented?.id as number, motivo: 'No llegó nada' },
  })
  expect(refused(await verificarUno(adm, id, real?.id))).toMatch(/S\/ 499\.99/)
  expect((await detalle(id)).saldos).toEqual([])
  // What the first one lacks comes: then the rest is too much.
  expect((await cobrar(id, cobro('499.99', null))).status).toBe(201)
  expect((await verificarUno(adm, id, real?.id)).status).toBe(200)
  expect(await detalle(id)).toMatchObject({ estado: 'pagada', saldos: [{ saldo: '499.99' }] })
  await limpio()
})

test('an order that asks for more meanwhile has nothing too much, and a paid one asks for no more', async () => {
  const { id } = (await crear([yape('500.00', '20.00')])).body
  const recotizar = (envia: string) =>
    caj.call(contrato.recotizar, {
      params: { id },
      body: { historico_id: casa.historico, envia } as never,
    })
  expect((await recotizar('510.00')).status).toBe(200)
  const waits = await ultimo(id)
  expect(refused(await verificarUno(adm, id, waits?.id))).toMatch(/S\/ 10\.00/)
  expect((await recotizar('500.00')).status).toBe(200)
  expect((await verificarUno(adm, id, waits?.id)).status).toBe(200)
  expect(refused(await recotizar('510.00'))).toBe('ESTADO')
  // Whoever writes: no credit stands beside an order that is not paid.
  const other = (await crear([cobro('500.00', '20.00')])).body.id
  await expect(
    comoDueno(
      app.url,
      `BEGIN; SET LOCAL session_replication_role = replica;
       UPDATE ordenes SET estado = 'pendiente' WHERE id = ${other};
       SET LOCAL session_replication_role = origin;
       UPDATE ordenes_saldos SET saldo = saldo WHERE orden_id = ${other}; COMMIT`,
    ),
  ).rejects.toThrow(/its credit/)
  await limpio()
})

test('a payback by one person alone is an exception, and one with another’s yes is so by the yes', async () => {
  const leer = async () => {
    const query = { desde: '2025-11-20', hasta: '2025-11-20', clase: 'devolucion' as const }
    return (await adm.call(reportes.excepciones, { query })).body.filas.map(({ frase }) => frase)
  }
  const pays = async (quien: Client, id: number) => {
    const body = {
      cobro_id: (await ultimo(id))?.id as number,
      cuenta_id: cuentas.cajaPen,
      monto: '20.00',
    }
    return quien.call(contrato.devolver, { params: { id }, body: body as never })
  }
  const before = await leer()
  const mine = (await crear([cobro('500.00', '20.00')], jefe)).body.id
  expect(refused(await pays(jefe, mine))).toBe('VISTO_FALTA')
  const asked = (await adm.call(aprobaciones.listar)).body
  const ask = asked.find(({ titulo }) => /devolver el saldo a favor/i.test(titulo))
  await adm.call(vistos.aprobar, { params: { id: ask?.id as number }, body: { nota: null } })
  expect((await pays(jefe, mine)).status).toBe(201)
  expect(await leer()).toEqual(before)
  const other = (await crear([cobro('500.00', '20.00')])).body.id
  expect((await pays(jefe, other)).status).toBe(201)
  const { numero } = await detalle(other)
  expect(await leer()).toEqual([`Devolvió saldo a favor que dejó ${numero}`, ...before])
  // A payback is of its credit's order, whoever writes.
  await expect(
    comoDueno(
      app.url,
      `INSERT INTO ordenes_devoluciones (orden_id, cobro_id, cuenta_id, moneda_id, monto, estado, fecha, usuario_id,
         asiento_id) SELECT ${mine}, cobro_id, cuenta_id, moneda_id, 1, 'hecha', fecha, usuario_id,
         (SELECT max(id) FROM asientos WHERE id NOT IN (SELECT asiento_id FROM ordenes_devoluciones))
       FROM ordenes_devoluciones WHERE orden_id = ${other}`,
    ),
  ).rejects.toThrow(/ordenes_devoluciones_cobro_id_orden_id_moneda_id_fkey/)
})

test('cash has change, and what is too much stands in one payment', async () => {
  const { id } = (await crear([])).body
  const cash = { ...casa.efectivo('500.00'), a_favor: '20.00' }
  expect(refused(await crear([cash]))).toMatch(/vuelto/)
  expect(refused(await cobrar(id, cash))).toMatch(/vuelto/)
  expect(refused(await crear([cobro('250.00', '5.00'), cobro('250.00', '5.00')]))).toMatch(
    /un solo cobro/,
  )
})

test('what is too much counts in what the client may move, then and afterwards', async () => {
  const { id } = (await crear([])).body
  await comoDueno(
    app.url,
    `UPDATE clientes SET limite_dia = 1200 + (SELECT dia FROM clientes_operado(${casa.ana}, '2025-11-20', ${id}))
     WHERE id = ${casa.ana}`,
  )
  expect((await crear([cobro('500.00', '4000.00')])).error.codigo).toBe('LIMITE_EXCEDIDO')
  expect((await cobrar(id, cobro('500.00', '4000.00'))).error.codigo).toBe('LIMITE_EXCEDIDO')
  expect((await cobrar(id, cobro('500.00', '3000.00'))).body.estado).toBe('pagada')
  expect((await crear([])).status).toBe(201)
  expect((await crear([])).error.codigo).toBe('LIMITE_EXCEDIDO')
  await limpio()
})
