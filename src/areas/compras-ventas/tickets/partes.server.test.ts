import { afterAll, expect, test } from 'vitest'
import { EUR, montarCasa } from '../../../../test/support/areas/casa.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { conVisto } from '../../../../test/support/vistos.ts'
import { verificar } from '../../../main.libros.ts'
import type { TicketPedido } from '../contract/tickets.ts'
import { contrato, type Registro } from '../contract.ts'

/* What a second person is asked about a ticket is the whole of it, also when it is undone line by line. */

const app = await startTestApp()
const casa = await montarCasa(app)
const { adm, cuentas, tasas, clientes } = casa
const { cash, compra, venta } = mostrador(casa)
const otro = await app.signedIn('adm')

afterAll(async () => {
  expect((await verificar(app.db)).diferencia).toBeNull()
})

type Linea = TicketPedido['items'][number]
const linea = ({ cliente_id: _, ...rest }: Registro): Linea => rest
const dolares = (more: Partial<Registro> = {}) => linea(compra('100.00', '352.00', more))
const euros = (more: Partial<Registro> = {}) =>
  linea({
    ...venta('50.00', '208.00'),
    divisa_id: EUR,
    historico_id: tasas.ventaEur,
    tasa: '4.160',
    entregamos: cash(cuentas.cajaEur, '50.00'),
    ...more,
  })
const crear = (items: Linea[], cliente_id: number | null = clientes.ana) =>
  adm.call(contrato.crearTicket, { body: { cliente_id, items, confirmo_duplicado: true } })
const ajustar = (clave: string, valor: number) =>
  comoDueno(app.url, 'UPDATE ajustes SET valor = to_jsonb($2::numeric) WHERE clave = $1', [
    clave,
    valor,
  ])
const anular = (id = 0) =>
  adm.call(contrato.anular, { params: { id }, body: { motivo: 'Error de digitación' } })
/** What the last person asked was told. */
const pedido = async () =>
  (
    await comoDueno<{ valor: string | null; motivo: string }>(
      app.url,
      'SELECT round(valor, 2)::text AS valor, motivo FROM vistos ORDER BY id DESC LIMIT 1',
    )
  )[0]

test('a ticket of one’s own is not annulled alone line by line: each line counts as all of it', async () => {
  await ajustar('anular_propia_usd', 250)
  const small = (await crear([dolares(), dolares()])).body.operaciones
  expect((await anular(small[0]?.id)).status).toBe(200)
  expect((await anular(small[1]?.id)).status).toBe(200)

  const { operaciones } = (await crear([dolares(), dolares(), dolares()])).body
  const asked = await anular(operaciones[0]?.id)
  expect(asked.error.codigo).toBe('VISTO_FALTA')
  // Whoever says yes needs a limit for all of it: 300 dollars at 3.52.
  expect((await pedido())?.valor).toBe('1056.00')
  expect((await conVisto(otro, () => anular(operaciones[0]?.id))).status).toBe(200)
  // What was annulled before counts too: one of two is left after it, and neither goes alone.
  expect((await anular(operaciones[1]?.id)).error.codigo).toBe('VISTO_FALTA')
  expect((await anular(operaciones[2]?.id)).error.codigo).toBe('VISTO_FALTA')
  await ajustar('anular_propia_usd', 100000)
})

test('who is asked for a ticket with a currency without a price may approve any amount, and reads every remark', async () => {
  await ajustar('sin_cliente_dia_usd', 1)
  const remark = (observacion: string) => ({ observacion })
  const asked = await crear([dolares(remark('De una vecina.')), euros(remark('Viaja hoy.'))], null)
  expect(asked.error.codigo).toBe('VISTO_FALTA')
  expect(await pedido()).toEqual({ valor: null, motivo: 'De una vecina. · Viaja hoy.' })
  await ajustar('sin_cliente_dia_usd', 100000)
})

test('a line that sells below cost without a reason is named, with its loss', async () => {
  await comoDueno(app.url, 'UPDATE usuarios SET desvio_pct = 5')
  const barata = (more: Partial<Registro> = {}) =>
    linea(venta('10.00', '33.90', { tasa: '3.390', ...more }))
  const refused = await crear([dolares(), barata(), euros()])
  expect(refused.error).toMatchObject({
    codigo: 'BAJO_COSTO',
    message: expect.stringMatching(/^Línea 2: /),
    detalle: { linea: '2', perdida: expect.stringMatching(/^-1\./) },
  })
  const motivo = 'Cliente de siempre'
  expect((await crear([dolares(), barata({ motivo }), euros()])).status).toBe(201)
})
