import { expect, test } from 'vitest'
import { PEN, saldos } from '../../../../../test/support/areas/casa.ts'
import { montarSaldos, refused } from '../../../../../test/support/ordenes/saldos.ts'
import { type Client, startTestApp } from '../../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../../test/support/servidor/dueno.ts'
import { contrato as aprobaciones } from '../../../aprobaciones/contract.ts'
import { contratoExpediente } from '../../../clientes/contract/expediente.ts'
import { contrato as reportes } from '../../../reportes/contract.ts'
import { contrato as vistos } from '../../../vistos/contract.ts'
import { contrato } from '../../contract.ts'

/* a client's credit pays a later order of his. */

const app = await startTestApp({ max: 12 })
app.setClock('2025-11-20T15:00:00Z')
const casa = await montarSaldos(app)
const { adm, caj, jefe, ana, detalle, crear, cobro, cobrar, conSaldo, mas, limpio } = casa
const otro = await app.signedIn('adm')
await casa.ajuste('orden_doble_control_usd', '1000')

interface De {
  id: number
  cobro_id: number
}
const usar = (quien: Client, id: number, { id: orden_id, cobro_id }: De, monto: string) =>
  quien.call(contrato.usarSaldo, { params: { id }, body: { orden_id, cobro_id, monto } })
/** An order that a person who had no part in any credit registered. */
const pendiente = async (quien: Client = jefe, more: object = {}) =>
  (await crear([], quien, more)).body.id
const pendientes = async () =>
  (await adm.call(contratoExpediente.saldo, { params: { id: ana } })).body.lineas
    .filter(({ que }) => que === 'a-favor')
    .map(({ importe }) => importe)

test('a part of it pays a later order beside an ordinary payment, and nothing enters an account', async () => {
  const saldo = await conSaldo('30.00')
  const id = await pendiente()
  const before = await saldos(app)
  expect((await detalle(id)).saldos_usables).toMatchObject([
    { orden_id: saldo.id, cobro_id: saldo.cobro_id, numero: saldo.numero, saldo: '30.00' },
  ])
  expect((await usar(jefe, id, saldo, '20.00')).status).toBe(201)
  expect(await mas(before, 'saldos-favor:PEN')).toBe('20.00')
  expect(await mas(before, 'ordenes-por-pagar')).toBe('-20.00')
  expect(await pendientes()).toEqual(['-10.00'])
  const half = await detalle(id)
  expect([half.estado, half.cobrado]).toEqual(['pendiente', '20.00'])
  expect(half.cobros).toMatchObject([
    {
      ...{ tipo_pago: 'Saldo a favor', cuenta: null, monto: '20.00', estado: 'verificado' },
      saldo_de: { id: saldo.id, numero: saldo.numero },
    },
  ])
  await limpio()
  expect((await cobrar(id, cobro('480.00'))).body.estado).toBe('pagada')
  expect(await mas(before, 'cuenta:BCP Soles')).toBe('480.00')
  expect(await mas(before, 'ordenes-por-pagar')).toBe('-500.00')
  // Each tells of the other.
  const paid = await detalle(id)
  expect(paid.saldos_usables).toEqual([])
  expect(paid.pasos.map(({ nota }) => nota)).toContain(
    `Saldo a favor que dejó ${saldo.numero} · S/ 20.00`,
  )
  const left = await detalle(saldo.id)
  expect(left.saldos).toMatchObject([
    { saldo: '10.00', usos: [{ orden_id: id, numero: paid.numero, monto: '20.00' }] },
  ])
  expect(left.pasos.at(-1)).toMatchObject({
    ...{ accion: 'usar-saldo', nota: `S/ 20.00 para ${paid.numero}` },
  })
  await limpio()
})

test('R-269: the form of a new order is told of each credit of its client and of nobody else’s', async () => {
  const de = async (id: number, quien = caj) => quien.call(contrato.saldosDe, { params: { id } })
  const before = (await de(ana)).body.map(({ cobro_id }) => cobro_id)
  const saldo = await conSaldo('30.00')
  const added = (await de(ana)).body.filter(({ cobro_id }) => !before.includes(cobro_id))
  expect(added).toMatchObject([
    {
      orden_id: saldo.id,
      cobro_id: saldo.cobro_id,
      numero: saldo.numero,
      saldo: '30.00',
      moneda_id: PEN,
    },
  ])
  expect((await de(casa.otra)).body).toEqual([])
  const id = await pendiente()
  await usar(jefe, id, saldo, '30.00')
  expect((await de(ana)).body.map(({ cobro_id }) => cobro_id)).toEqual(before)
  expect((await de(ana, await app.signedIn('pag'))).status).toBe(403)
  // Nor is who may register an order told of a client whom he may not see.
  const visto = "'caj', 'clientes:ver'"
  await comoDueno(app.url, `DELETE FROM roles_permisos WHERE (rol_slug, permiso) = (${visto})`)
  expect((await de(ana)).error.codigo).toBe('SIN_PERMISO')
  await comoDueno(app.url, `INSERT INTO roles_permisos VALUES (${visto})`)
  expect((await de(ana)).status).toBe(200)
})

test('it covers an order alone, which is then paid out as any', async () => {
  const saldo = await conSaldo('500.00')
  const id = await pendiente()
  expect((await usar(jefe, id, saldo, '500.00')).body.estado).toBe('pagada')
  await casa.pag.call(contrato.tomar, { params: { id } })
  expect((await casa.pago(id, casa.ves.banesco, '26206.00')).body.estado).toBe('completada')
  expect((await detalle(saldo.id)).saldos[0]?.saldo).toBe('0.00')
  await limpio()
})

test('never more than it has or the order lacks, nor another client’s, nor twice', async () => {
  const saldo = await conSaldo('30.00')
  const id = await pendiente()
  expect(refused(await usar(jefe, id, saldo, '30.01'))).toBe('El saldo a favor es de S/ 30.00.')
  expect(refused(await usar(jefe, id, saldo, '0.001'))).toMatch(/decimales/)
  expect((await cobrar(id, cobro('490.00'))).status).toBe(201)
  expect(refused(await usar(jefe, id, saldo, '10.01'))).toMatch(/Los cobros suman S\/ 500\.01/)
  expect(refused(await usar(jefe, id, { ...saldo, id }, '10.00'))).toBe('NO_EXISTE')
  expect((await usar(caj, saldo.id, saldo, '10.00')).error.codigo).toBe('ESTADO')
  const beto = await casa.otroCliente()
  const suya = await pendiente(jefe, beto)
  expect((await detalle(suya)).saldos_usables).toEqual([])
  expect(refused(await usar(jefe, suya, saldo, '10.00'))).toBe('NO_EXISTE')
  expect((await usar(jefe, id, saldo, '10.00')).body.estado).toBe('pagada')
  const both = await Promise.all([
    ...[await pendiente(), await pendiente(), await pendiente()].map((one) =>
      usar(jefe, one, saldo, '15.00'),
    ),
    casa.devolver(otro, saldo, '15.00'),
  ])
  // Two people at once: one has it, and the others are told what is left.
  expect(both.map((one) => (one.status === 201 ? 'hecho' : refused(one))).toSorted()).toEqual([
    ...Array.from({ length: 3 }, () => 'El saldo a favor es de S/ 5.00.'),
    'hecho',
  ])
  expect((await detalle(saldo.id)).saldos[0]?.saldo).toBe('5.00')
  await limpio()
})

test('not of a client who is blocked, and not on a closed day', async () => {
  const saldo = await conSaldo()
  const id = await pendiente()
  const estado = (es: string) =>
    comoDueno(app.url, `UPDATE clientes SET estado = '${es}' WHERE id = ${ana}`)
  await estado('bloqueado')
  expect(refused(await usar(jefe, id, saldo, '5.00'))).toBe('CLIENTE_BLOQUEADO')
  await estado('activo')
  await comoDueno(
    app.url,
    `INSERT INTO cierres (fecha, usuario_id) VALUES ('2025-11-20', ${adm.usuario_id})`,
  )
  expect(refused(await usar(jefe, id, saldo, '5.00'))).toBe('DIA_CERRADO')
  await comoDueno(app.url, 'DELETE FROM cierres')
  expect((await detalle(saldo.id)).saldos[0]?.saldo).toBe('20.00')
  await limpio()
})

test('annulling the order gives it back to the credit, without an account, and whoever did is not trusted alone', async () => {
  const saldo = await conSaldo()
  const before = await saldos(app)
  const id = await pendiente()
  expect((await usar(jefe, id, saldo, '20.00')).status).toBe(201)
  // Its own order is not annulled meanwhile.
  expect(refused(await casa.anular(otro, saldo.id))).toBe('SALDO_FAVOR_USADO')
  expect((await casa.anular(otro, id, null)).status).toBe(200)
  const back = await detalle(saldo.id)
  expect(back.saldos).toMatchObject([{ saldo: '20.00', usos: [{ devuelto: true }] }])
  expect(back.pasos.at(-1)?.accion).toBe('saldo-vuelve')
  expect((await detalle(id)).cobros).toMatchObject([{ estado: 'devuelto', devuelto_de: null }])
  for (const code of ['saldos-favor:PEN', 'ordenes-por-pagar', 'cuenta:Caja soles']) {
    expect(await mas(before, code), code).toBe('0.00')
  }
  await limpio()
  for (const one of [jefe, otro]) {
    expect(refused(await casa.devolver(one, saldo, '20.00'))).toBe('VISTO_FALTA')
  }
  expect((await casa.devolver(adm, saldo, '20.00')).status).toBe(201)
  // With an ordinary payment beside it, that one alone leaves an account.
  const more = await conSaldo()
  const mixed = await pendiente()
  expect((await usar(jefe, mixed, more, '20.00')).status).toBe(201)
  expect((await cobrar(mixed, cobro('480.00'))).body.estado).toBe('pagada')
  const then = await saldos(app)
  expect((await casa.anular(otro, mixed)).status).toBe(200)
  expect(await mas(then, 'cuenta:Caja soles')).toBe('-480.00')
  expect(await mas(then, 'saldos-favor:PEN')).toBe('-20.00')
  await limpio()
})

test('whoever had a part in a credit does not spend it alone, nor for an order that he directs', async () => {
  const saldo = await conSaldo('30.00')
  const suya = await pendiente(caj)
  expect(refused(await usar(caj, suya, saldo, '5.00'))).toBe('VISTO_FALTA')
  // Somebody else pays with it what the one who took the payment sends to whom he likes.
  expect(refused(await usar(jefe, suya, saldo, '5.00'))).toBe('VISTO_FALTA')
  const ajena = await pendiente(jefe)
  await caj.call(contrato.cambiarBeneficiario, {
    params: { id: ajena },
    body: { beneficiario_id: casa.beneficiario_id, motivo: 'Lo pidió el cliente' },
  })
  expect(refused(await usar(jefe, ajena, saldo, '5.00'))).toBe('VISTO_FALTA')
  const [ask] = (await adm.call(aprobaciones.listar)).body.filter(({ titulo }) =>
    /con el saldo a favor que dejó/.test(titulo),
  )
  expect(ask?.titulo).toContain(saldo.numero)
  expect(refused(await usar(caj, suya, saldo, '5.00'))).toBe('VISTO_FALTA')
  const open = (await adm.call(aprobaciones.listar)).body.filter(({ titulo }) =>
    /con el saldo a favor que dejó/.test(titulo),
  )
  for (const { id } of open) {
    await adm.call(vistos.aprobar, { params: { id }, body: { nota: null } })
  }
  // The yes is for that amount of that order.
  expect(refused(await usar(caj, suya, saldo, '6.00'))).toBe('VISTO_FALTA')
  expect((await usar(caj, suya, saldo, '5.00')).status).toBe(201)
  // What the other order has too much by it stands on the same word.
  const next = await conSaldo('30.00')
  const chain = await pendiente(jefe)
  expect((await usar(jefe, chain, next, '30.00')).status).toBe(201)
  expect((await cobrar(chain, cobro('470.00', '30.00'), otro)).body.estado).toBe('pagada')
  const c = (await detalle(chain)).saldos[0]
  const third = { id: chain, cobro_id: c?.cobro_id as number }
  expect(refused(await casa.devolver(jefe, third, '30.00'))).toBe('VISTO_FALTA')
  expect(refused(await usar(caj, await pendiente(adm), third, '5.00'))).toBe('VISTO_FALTA')
  await limpio()
})

test('who changes the beneficiary of an order that a credit paid in part is looked at before it is paid out', async () => {
  const saldo = await conSaldo('490.00')
  const id = await pendiente()
  expect((await usar(jefe, id, saldo, '490.00')).status).toBe(201)
  const body = { beneficiario_id: casa.beneficiario_id, motivo: 'Lo pidió el cliente' }
  await caj.call(contrato.cambiarBeneficiario, { params: { id }, body })
  expect((await cobrar(id, cobro('10.00'))).body.estado).toBe('pagada')
  await casa.pag.call(contrato.tomar, { params: { id } })
  expect(refused(await casa.pago(id, casa.ves.banesco, '26206.00'))).toBe('VISTO_FALTA')
})

test('it counts with paybacks in what one person gives back in a day, and is among the exceptions', async () => {
  const solo = await app.signedIn('adm')
  const [a, b] = [await conSaldo('300.00'), await conSaldo('300.00')]
  const [first, second] = [await pendiente(), await pendiente()]
  await casa.ajuste('orden_doble_control_usd', '150')
  expect((await usar(solo, first, a, '300.00')).status).toBe(201)
  const more = [await usar(solo, second, b, '300.00'), await casa.devolver(solo, b, '300.00')]
  await casa.ajuste('orden_doble_control_usd', '1000')
  expect(more.map(refused)).toEqual(['VISTO_FALTA', 'VISTO_FALTA'])
  const query = { desde: '2025-11-20', hasta: '2025-11-20', clase: 'devolucion' as const }
  const { filas } = (await adm.call(reportes.excepciones, { query })).body
  const { numero } = await detalle(first)
  expect(filas.map(({ frase }) => frase)).toContain(
    `Pagó ${numero} con saldo a favor que dejó ${a.numero}`,
  )
  await limpio()
})

test('the database holds it, whoever writes', async () => {
  const saldo = await conSaldo()
  const id = await pendiente()
  expect((await usar(jefe, id, saldo, '15.00')).status).toBe(201)
  const [c] = (await detalle(id)).cobros
  const suya = await pendiente(jefe, await casa.otroCliente())
  const copia = (orden: number) =>
    `INSERT INTO ordenes_cobros (orden_id, saldo_id, moneda_id, monto, estado, fecha, usuario_id, valor, asiento_id)
     SELECT ${orden}, saldo_id, moneda_id, 1, estado, fecha, usuario_id, 1, (SELECT max(id) FROM asientos
       WHERE id NOT IN (SELECT asiento_id FROM ordenes_cobros WHERE asiento_id IS NOT NULL))
     FROM ordenes_cobros WHERE id = ${c?.id}`
  const menos = `UPDATE ordenes_saldos SET saldo = saldo - 1 WHERE cobro_id = ${saldo.cobro_id}`
  const wrong: readonly (readonly [RegExp, string])[] = [
    [/its credit/, copia(id)],
    [/its credit/, menos],
    // For an order of another client, the amounts right.
    [/its credit/, `BEGIN; ${copia(suya)}; ${menos}; COMMIT`],
    [/is not allowed/, `UPDATE ordenes_cobros SET saldo_id = NULL WHERE id = ${c?.id}`],
  ]
  for (const [by, one] of wrong) {
    await expect(comoDueno(app.url, one), one).rejects.toThrow(by)
  }
  expect((await detalle(saldo.id)).saldos[0]?.saldo).toBe('5.00')
  await limpio()
})

test('for an order that expired it is refused, and a month later it takes a second person', async () => {
  const saldo = await conSaldo()
  const old = await pendiente()
  app.setClock('2025-12-20T15:01:00Z')
  const historico_id = await casa.publicar()
  const late = await app.signedIn('adm')
  expect(refused(await usar(late, old, saldo, '1.00'))).toBe('ORDEN_VENCIDA')
  const id = await pendiente(late, { historico_id })
  expect(refused(await usar(late, id, saldo, '1.00'))).toBe('VISTO_FALTA')
  await limpio()
})
