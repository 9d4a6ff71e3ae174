import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { saldos } from '../../../../test/support/areas/casa.ts'
import { montarTesoreria } from '../../../../test/support/areas/transferencias.ts'
import { type Client, PASSWORD, startTestApp } from '../../../../test/support/servidor/app.ts'
import { conVisto } from '../../../../test/support/vistos.ts'
import { verificar } from '../../../main.libros.ts'
import { contrato as campana } from '../../notificaciones/contract.ts'
import { contrato as sesion } from '../../sesion/contract.ts'
import { contrato } from '../contract.ts'

const app = await startTestApp()
const casa = await montarTesoreria(app)
const { adm, anular, caj, cuentas, dueno, mas, transferir } = casa

afterAll(async () => {
  expect((await verificar(app.db)).diferencia).toBeNull()
})

const obtener = async (id: number) => (await adm.call(contrato.obtener, { params: { id } })).body

test('to another person it is in transit until she counts it: it arrives at the cost at which it left', async () => {
  const before = await saldos(app)
  const { body } = await transferir({
    tipo: 'interna',
    origen_id: cuentas.cajaUsd,
    destino_id: mas.otraUsd,
    monto: '500.00',
  })
  expect(body.estado).toBe('enviada')
  expect(await saldos(app)).toMatchObject({
    'transito:USD': '500.00',
    'cuenta:Caja dólares': '9500.00',
    'posicion:USD': '-10000.00',
  })
  expect((await adm.call(contrato.totales, {})).body.find((t) => t.moneda_id === 3)).toMatchObject({
    en_camino: '500.00',
  })
  // The average cost moves meanwhile: money in transit keeps its own cost.
  const comprar = () =>
    transferir({
      tipo: 'conversion',
      origen_id: cuentas.bcpPen,
      destino_id: cuentas.zelle,
      monto: '4000.00',
      recibido: '1000.00',
      metodo_calculo: 'd',
      confirmacion: '1000',
    })
  // At 4.00 it is 12 % off the market: another person looks at it.
  const bought = await conVisto(await app.signedIn('adm'), comprar)
  expect(bought.status).toBe(201)
  const received = await caj.call(contrato.recibir, {
    params: { id: body.id },
    body: { contado: '500.00' },
  })
  expect([received.status, received.body.estado]).toEqual([200, 'recibida'])
  const { rows } = await sql<{ valor: string }>`
    SELECT sum(p.valor)::numeric(20,2)::text AS valor FROM apuntes p JOIN cuentas_contables c ON c.id = p.cuenta_id
    WHERE c.codigo IN ('transito:USD', 'cuenta:Caja 2 dólares') GROUP BY c.codigo ORDER BY c.codigo`.execute(
    app.db,
  )
  expect(rows.map(({ valor }) => valor)).toEqual(['1755.00', '0.00'])
  expect((await anular(body.id)).status).toBe(200)
  expect((await anular(bought.body.id)).status).toBe(200)
  expect(await saldos(app)).toEqual(before)
})

test('what is rejected returns exactly to its origin; a bank’s fee is spent', async () => {
  const before = await saldos(app)
  const { body } = await transferir({
    tipo: 'interna',
    origen_id: cuentas.bcpPen,
    destino_id: mas.otraPen,
    monto: '300.00',
    comision_origen: '2.00',
  })
  const rejected = await caj.call(contrato.rechazar, {
    params: { id: body.id },
    body: { motivo: 'No corresponde a mi caja' },
  })
  expect([rejected.status, rejected.body.estado]).toEqual([200, 'rechazada'])
  expect(await saldos(app)).toEqual({
    ...before,
    'cuenta:BCP Soles': '19998.00',
    'gastos-bancarios': '2.00',
  })
  expect(await obtener(body.id)).toMatchObject({
    estado: 'rechazada',
    nota: 'No corresponde a mi caja',
    resuelta_por: 'Ana Quispe',
  })
  // The state is final.
  for (const again of [
    await anular(body.id),
    await caj.call(contrato.recibir, { params: { id: body.id }, body: { contado: '300.00' } }),
  ]) {
    expect(again.error.codigo).toBe('ESTADO')
  }
})

test.each([
  [
    'missing soles',
    'otraPen',
    '480.00',
    { 'cuenta:Caja 2 soles': '5480.00', 'diferencias-transito': '20.00' },
  ],
  [
    'surplus soles',
    'otraPen',
    '505.00',
    { 'cuenta:Caja 2 soles': '5505.00', 'diferencias-transito': '-5.00' },
  ],
  [
    'missing dollars',
    'otraUsd',
    '480.00',
    {
      'cuenta:Caja 2 dólares': '480.00',
      'diferencias-transito': '70.20',
      'posicion:USD': '-9980.00',
    },
  ],
  [
    'surplus dollars',
    'otraUsd',
    '510.00',
    {
      'cuenta:Caja 2 dólares': '510.00',
      'diferencias-transito': '-35.10',
      'posicion:USD': '-10010.00',
      'contravalor:USD': '35135.10',
    },
  ],
] as const)('%s wait at cost, with the explanation', async (_, cuenta, contado, expected) => {
  const before = await saldos(app)
  const { body } = await transferir({
    tipo: 'interna',
    origen_id: cuenta === 'otraPen' ? cuentas.cajaPen : cuentas.cajaUsd,
    destino_id: mas[cuenta],
    monto: '500.00',
  })
  const params = { id: body.id }
  const silent = await caj.call(contrato.recibir, { params, body: { contado } })
  expect(silent.error.errors).toEqual([{ msg: 'Explique la diferencia.', campo: 'nota' }])
  const nota = 'Se contó dos veces delante del envío'
  const received = await caj.call(contrato.recibir, { params, body: { contado, nota } })
  expect(received.status).toBe(200)
  expect(await saldos(app)).toMatchObject(expected)
  expect((await saldos(app))['transito:USD']).toBeUndefined()
  expect((await anular(body.id)).status).toBe(200)
  expect(await saldos(app)).toEqual(before)
})

/** A hundred dollars to the other cashier, who counts another amount. */
async function conDiferencia(contado: string) {
  const { body } = await transferir({
    ...{ tipo: 'interna', origen_id: cuentas.cajaUsd, destino_id: mas.otraUsd, monto: '100.00' },
  })
  const params = { id: body.id }
  const received = { contado, nota: 'Se contó dos veces' }
  expect((await caj.call(contrato.recibir, { params, body: received })).status).toBe(200)
  return params
}

test('who bears a shortage is said by a third person, neither its sender nor its receiver', async () => {
  const before = await saldos(app)
  const params = await conDiferencia('90.00')
  expect(await saldos(app)).toMatchObject({ 'diferencias-transito': '35.10' })
  const tercera = await app.signedIn('adm')
  expect(await obtener(params.id)).toMatchObject({ diferencia: '10.00', cargo: null })
  const bell = async (quien: Client) =>
    (await quien.call(campana.listar)).body.find((a) => a.clave === 'diferencias-en-transito')
  expect(await bell(tercera)).toMatchObject({ cuantos: 1, riesgo: '35.10' })
  expect(await bell(adm)).toBeUndefined()
  const listed = await tercera.call(contrato.listar, { query: { por_resolver: '1' } })
  expect(listed.body.items.map(({ id }) => id)).toEqual([params.id])
  const body = { cargo: 'personal', cargo_usuario_id: caj.usuario_id, nota: 'Lo reconoce' }
  const own = await adm.call(contrato.resolver, { params, body })
  expect([own.status, own.error.codigo]).toEqual([403, 'DIFERENCIA_PROPIA'])
  expect(own.error.message).toMatch(/lo dice otra persona \(Ana Quispe/)
  await dueno("INSERT INTO roles_permisos VALUES ('caj', 'transferencias:resolver')")
  expect((await caj.call(contrato.resolver, { params, body })).error.codigo).toBe(
    'DIFERENCIA_PROPIA',
  )
  await dueno("DELETE FROM roles_permisos WHERE permiso = 'transferencias:resolver'")
  const stranger = { ...body, cargo_usuario_id: tercera.usuario_id }
  expect((await tercera.call(contrato.resolver, { params, body: stranger })).status).toBe(400)
  expect((await tercera.call(contrato.resolver, { params, body })).status).toBe(200)
  expect(await saldos(app)).toMatchObject({ 'por-cobrar-personal': '35.10' })
  expect((await saldos(app))['diferencias-transito']).toBeUndefined()
  expect((await tercera.call(contrato.resolver, { params, body })).error.codigo).toBe('ESTADO')
  expect(await obtener(params.id)).toMatchObject({ cargo: 'personal', diferencia: null })
  expect((await anular(params.id)).status).toBe(200)
  expect(await saldos(app)).toEqual(before)
})

test('a surplus is the house’s; where nobody else may resolve, one of the two confirms with his password', async () => {
  const before = await saldos(app)
  const params = await conDiferencia('110.00')
  const body = { cargo: 'personal', cargo_usuario_id: caj.usuario_id, nota: 'Sobra un billete' }
  await dueno("UPDATE usuarios SET estatus = false WHERE rol_slug = 'adm' AND id <> $1", [
    adm.usuario_id,
  ])
  const casa = { cargo: 'casa', nota: 'Sobra un billete' }
  expect((await adm.call(contrato.resolver, { params, body: casa })).error.codigo).toBe(
    'SOLO_CONFIRME',
  )
  expect((await adm.call(sesion.confirmar, { body: { password: PASSWORD } })).status).toBe(200)
  expect((await adm.call(contrato.resolver, { params, body })).error.errors?.[0]?.msg).toBe(
    'Un sobrante queda para la casa.',
  )
  expect((await adm.call(contrato.resolver, { params, body: casa })).status).toBe(200)
  expect(await saldos(app)).toMatchObject({ 'sobrantes-faltantes': '-35.10' })
  expect((await verificar(app.db)).diferencia).toBeNull()
  await dueno("UPDATE usuarios SET estatus = true WHERE rol_slug = 'adm'")
  expect((await anular(params.id)).status).toBe(200)
  expect(await saldos(app)).toEqual(before)
})

test('a fee at the destination is posted when the transfer arrives', async () => {
  const before = await saldos(app)
  const { body } = await transferir({
    tipo: 'interna',
    origen_id: cuentas.cajaUsd,
    destino_id: mas.otraUsd,
    monto: '100.00',
    comision_destino: '2.00',
  })
  expect((await saldos(app))['gastos-bancarios']).toBe(before['gastos-bancarios'])
  const received = { params: { id: body.id }, body: { contado: '100.00' } }
  expect((await caj.call(contrato.recibir, received)).status).toBe(200)
  expect(await obtener(body.id)).toMatchObject({ gasto: '7.02' })
  expect(await saldos(app)).toMatchObject({ 'cuenta:Caja 2 dólares': '98.00' })
  expect((await anular(body.id)).status).toBe(200)
  expect(await saldos(app)).toEqual(before)
})

test('the state follows its transitions only, and agreed data cannot change, even for the database owner', async () => {
  const rewrite = (id: number, set: string) =>
    casa.dueno(`UPDATE transferencias SET ${set} WHERE id = ${id}`).then(
      () => 'taken',
      (error: Error) => error.message,
    )
  const fixed = /^transferencias: .+ is not allowed, (documents are not rewritten|write a new row)$/
  const received = `contado = monto, resuelta_en = now(), resuelta_por = ${adm.usuario_id}`
  const annulled = `anulada_en = now(), anulada_por = ${adm.usuario_id}, motivo_anulacion = 'error'`
  const send = async () =>
    (
      await transferir({
        tipo: 'interna',
        origen_id: cuentas.cajaPen,
        destino_id: mas.otraPen,
        monto: '5.00',
      })
    ).body.id
  const sent = await send()
  for (const set of [
    "estado = 'completada'",
    'version = version + 1',
    `monto = 6, recibido = 6`,
    "referencia = 'otra'",
    `estado = 'recibida', ${received}, monto = 6, recibido = 6`,
  ]) {
    expect([set, await rewrite(sent, set)]).toEqual([set, expect.stringMatching(fixed)])
  }
  await caj.call(contrato.recibir, { params: { id: sent }, body: { contado: '5.00' } })
  for (const set of [
    "estado = 'enviada', contado = NULL, resuelta_en = NULL, resuelta_por = NULL",
    "nota = 'otra cosa'",
    "diferencia_nota = 'otra'",
    'version = version + 1',
  ]) {
    expect([set, await rewrite(sent, set)]).toEqual([set, expect.stringMatching(fixed)])
  }
  await anular(sent)
  const back = 'anulada_en = NULL, anulada_por = NULL, motivo_anulacion = NULL'
  expect(await rewrite(sent, `estado = 'recibida', ${back}`)).toMatch(fixed)
  const rejected = await send()
  await caj.call(contrato.rechazar, { params: { id: rejected }, body: { motivo: 'No es mío' } })
  expect(await rewrite(rejected, `estado = 'anulada', ${annulled}`)).toMatch(fixed)
  expect(await rewrite(rejected, 'impresiones = impresiones + 1')).toBe('taken')
  const gone = casa.dueno(`DELETE FROM transferencias WHERE id = ${rejected}`)
  await expect(gone).rejects.toThrow(fixed)
  const born = casa.dueno(
    `INSERT INTO transferencias (numero, clave, fecha, tipo, estado, origen_id, moneda_id, monto, destino_id, moneda_destino_id,
       recibido, comision_origen, comision_destino, costo, gasto, asiento_id, usuario_id, contado, resuelta_en, resuelta_por)
     SELECT 'X', gen_random_uuid(), fecha, tipo, 'recibida', origen_id, moneda_id, monto, destino_id, moneda_destino_id,
       recibido, 0, 0, 0, 0, 1, usuario_id, monto, now(), usuario_id FROM transferencias WHERE id = ${rejected}`,
  )
  await expect(born).rejects.toThrow(fixed)
})
