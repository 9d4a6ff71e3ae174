import { beforeEach, expect, test } from 'vitest'
import { montarSaldos, refused } from '../../../../../test/support/ordenes/saldos.ts'
import { type Client, startTestApp } from '../../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../../test/support/servidor/dueno.ts'
import { decimal, texto } from '../../../../core/dinero/decimal.ts'
import { contrato as aprobaciones } from '../../../aprobaciones/contract.ts'
import { contrato as reportes } from '../../../reportes/contract.ts'
import { contrato as vistos } from '../../../vistos/contract.ts'
import { contrato } from '../../contract.ts'

/* Who may pay an order with a client's credit, say yes to it, and pay that order out. */

const app = await startTestApp()
app.setClock('2025-11-20T15:00:00Z')
const casa = await montarSaldos(app)
const { adm, caj, jefe, detalle, crear, cobro, conSaldo, limpio } = casa
const otro = await app.signedIn('adm')

const limite = (usd: string) => casa.ajuste('orden_doble_control_usd', usd)
beforeEach(() => limite('1000'))

const usar = (
  quien: Client,
  id: number,
  { id: orden_id, cobro_id }: { id: number; cobro_id: number },
  monto: string,
) => quien.call(contrato.usarSaldo, { params: { id }, body: { orden_id, cobro_id, monto } })
const pendiente = async (quien: Client = jefe) => (await crear([], quien)).body.id
const excepciones = async () => {
  const query = { desde: '2025-11-20', hasta: '2025-11-20' }
  return (await adm.call(reportes.excepciones, { query })).body.filas.map(({ frase }) => frase)
}

test('who wrote the account to which it goes had no part in the credit, unless another looked at it', async () => {
  const saldo = await conSaldo()
  const id = await pendiente()
  const cuenta = (por: number, visto: number | null) =>
    comoDueno(
      app.url,
      `UPDATE beneficiarios SET cuenta_por = ${por}, verificado_por = ${visto},
         verificado_en = ${visto ? 'now()' : 'NULL'} WHERE id = ${casa.beneficiario_id}`,
    )
  await cuenta(caj.usuario_id, null)
  expect(refused(await usar(jefe, id, saldo, '5.00'))).toBe('VISTO_FALTA')
  await cuenta(caj.usuario_id, caj.usuario_id)
  expect(refused(await usar(jefe, id, saldo, '5.00'))).toBe('VISTO_FALTA')
  await cuenta(caj.usuario_id, otro.usuario_id)
  expect((await usar(jefe, id, saldo, '5.00')).status).toBe(201)
})

test('who says to whom the order goes does not give the yes', async () => {
  const saldo = await conSaldo()
  const id = await pendiente(jefe)
  expect(refused(await usar(caj, id, saldo, '5.00'))).toBe('VISTO_FALTA')
  const [ask] = (await adm.call(aprobaciones.listar)).body.filter(({ titulo }) =>
    titulo.includes(saldo.numero),
  )
  const params = { id: ask?.id as number }
  const yes = (quien: Client) => quien.call(vistos.aprobar, { params, body: { nota: null } })
  expect((await yes(jefe)).error.codigo).toBe('VISTO_IMPLICADO')
  expect((await yes(adm)).status).toBe(200)
  expect((await usar(caj, id, saldo, '5.00')).status).toBe(201)
})

test('each part of an order above the limit takes another person, as each payment of it does', async () => {
  const saldo = await conSaldo()
  const id = await pendiente()
  await limite('100')
  expect(refused(await usar(jefe, id, saldo, '5.00'))).toBe('VISTO_FALTA')
})

test('who had a part in the credit does not pay out what it paid', async () => {
  const saldo = await conSaldo('500.00', otro)
  const id = await pendiente()
  expect((await usar(jefe, id, saldo, '500.00')).body.estado).toBe('pagada')
  await limite('100')
  const tomar = (quien: Client) => quien.call(contrato.tomar, { params: { id } })
  expect(refused(await tomar(otro))).toBe('DOBLE_CONTROL')
  expect((await tomar(adm)).status).toBe(200)
})

test('below the limit, what he pays out counts in what he confirms alone in a day', async () => {
  const solo = await app.signedIn('adm')
  const saldo = await conSaldo('500.00', solo)
  const id = await pendiente()
  expect((await usar(jefe, id, saldo, '500.00')).body.estado).toBe('pagada')
  const suma = async () => {
    const text = `SELECT ventana_suma('confirma', ${solo.usuario_id}, NULL, '2025-11-20')::text AS usd`
    const [row] = await comoDueno<{ usd: string }>(app.url, text)
    return decimal(row?.usd ?? '0')
  }
  const before = await suma()
  expect((await solo.call(contrato.tomar, { params: { id } })).status).toBe(200)
  const body = { cuenta_id: casa.ves.banesco, monto: '26206.00', referencia: casa.referencia() }
  expect((await solo.call(contrato.pagar, { params: { id }, body })).status).toBe(201)
  expect(texto((await suma()).minus(before), 2)).toBe('142.05')
})

test('used and undone stays among the exceptions, with both', async () => {
  const saldo = await conSaldo('30.00')
  const id = await pendiente()
  const { numero } = await detalle(id)
  expect((await usar(jefe, id, saldo, '30.00')).status).toBe(201)
  expect((await casa.cobrar(id, cobro('470.00'))).body.estado).toBe('pagada')
  expect((await casa.anular(otro, id)).status).toBe(200)
  const said = await excepciones()
  expect(said).toContain(`Pagó ${numero} con saldo a favor que dejó ${saldo.numero}`)
  expect(said).toContain(`Anuló ${numero}, que se pagaba con saldo a favor`)
  await limpio()
})

test('nothing is rounded for a client who has credit left; with the last of it less than a coin may lack', async () => {
  const lacking = async (a_favor: string) => {
    const saldo = await conSaldo(a_favor)
    const id = await pendiente()
    expect((await casa.cobrar(id, casa.efectivo('480.00'))).status).toBe(201)
    return { saldo, id }
  }
  const more = await lacking('30.00')
  expect((await usar(jefe, more.id, more.saldo, '19.95')).body.estado).toBe('pendiente')
  expect((await usar(jefe, more.id, more.saldo, '0.05')).body.estado).toBe('pagada')
  expect((await detalle(more.id)).redondeo).toBe('0.00')
  const last = await lacking('19.95')
  expect((await usar(jefe, last.id, last.saldo, '19.95')).body.estado).toBe('pagada')
  expect((await detalle(last.id)).redondeo).toBe('0.05')
  await limpio()
})
