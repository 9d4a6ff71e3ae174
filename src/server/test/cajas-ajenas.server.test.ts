import { beforeAll, expect, test } from 'vitest'
import { cuenta, PEN, saldos, tipoPago, USD, VES } from '../../../test/support/areas/casa.ts'
import { type Answer, type Client, startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../test/support/servidor/dueno.ts'
import { dicho, en, hecho } from '../../../test/support/servidor/respuesta.ts'
import { HOY, montarTodo } from '../../../test/support/todo.ts'
import { contrato as ajustes } from '../../areas/ajustes-saldo/contract.ts'
import { contrato as comisiones } from '../../areas/comisiones/contract.ts'
import { contrato as compras } from '../../areas/compras-ventas/contract.ts'
import { contrato as gastos } from '../../areas/gastos/contract.ts'
import { contrato as ordenes } from '../../areas/ordenes/contract.ts'
import { contrato as transferencias } from '../../areas/transferencias/contract.ts'
import { PERMISOS } from '../../core/permisos.ts'

/* Own till: cash is used only by its responsible user; a vault also by users with the permission for others' cash. */

const app = await startTestApp()
const casa = await montarTodo(app)
const { adm, caj, pag, cuentas, pagos, boveda, motivo, compra } = casa
const efectivo = (cuenta_id: number, monto: string) => ({
  tipo_pago_id: pagos.efectivo,
  cuenta_id,
  monto,
})

/** A user with every permission except that for others' cash, who has his own till. */
let otro: Client
let suya: number
let suyaUsd: number
let cajaVes: number
let revisada: number
/** A settlement of commissions that waits to be paid. */
let liquidada: number

beforeAll(async () => {
  liquidada = await casa.liquidacion()
  const slugs = PERMISOS.filter((permiso) => permiso !== 'cuentas:ajenas')
  await comoDueno(
    app.url,
    `INSERT INTO roles_permisos (rol_slug, permiso) SELECT 'mgr', unnest($1::text[])`,
    [slugs],
  )
  otro = await app.signedIn('mgr')
  suya = await cuenta(app, otro, 'Caja del otro', PEN, '5000.00')
  suyaUsd = await cuenta(app, otro, 'Caja del otro USD', USD, '1000.00', '3510.00')
  cajaVes = await cuenta(app, adm, 'Caja bolívares', VES, '90000.00', '1600.00')
  revisada = await tipoPago(app, 'EFECTIVO_REVISADO', {
    efectivo: true,
    requiere_verificacion: true,
  })
})

const comprar = (who: Client, dolares: number, soles: number) =>
  who.call(compras.crear, {
    body: compra('100.00', '352.00', {
      recibimos: [efectivo(dolares, '100.00')],
      entregamos: [efectivo(soles, '352.00')],
      confirmo_duplicado: true,
    }),
  })
const gastar = (who: Client, cuenta_id: number) =>
  who.call(gastos.crear, {
    body: {
      fecha: HOY,
      categoria_id: 1,
      descripcion: 'Útiles',
      comprobante: 'sin',
      cuenta_id,
      monto: '5.00',
    },
  })
const ajustar = (who: Client, cuenta_id: number) =>
  who.call(ajustes.crear, {
    body: { cuenta_id, motivo: 'sobrante', monto: '1.00', observacion: 'Contado dos veces.' },
  })
/** An order that `who` has taken in order to pay it. */
async function tomada(who: Client): Promise<number> {
  const id = await casa.en('pagada')
  await hecho(who.call(ordenes.tomar, en(id)))
  return id
}
const pagar = (who: Client, id: number, cuenta_id: number) =>
  who.call(ordenes.pagar, {
    ...en(id),
    body: { cuenta_id, monto: '100.00', referencia: casa.referencia() },
  })
/** A purchase whose dollars must be confirmed before they enter the cashier's till. */
async function porConfirmar(): Promise<{ id: number; pago_id: number }> {
  const body = compra('10.00', '35.20', {
    recibimos: [{ ...efectivo(cuentas.cajaUsd, '10.00'), tipo_pago_id: revisada }],
    confirmo_duplicado: true,
  })
  const { id } = await hecho(caj.call(compras.crear, { body }))
  const { pagos: lineas } = await hecho(caj.call(compras.obtener, en(id)))
  return { id, pago_id: lineas.find(({ estado }) => estado === 'por_verificar')?.id ?? 0 }
}
const convertir = (destino_id: number) =>
  otro.call(transferencias.crear, {
    body: {
      tipo: 'conversion',
      origen_id: suyaUsd,
      destino_id,
      monto: '10.00',
      tasa: '3.52',
      confirmo_duplicado: true,
    },
  })

const AJENO: [que: string, prueba: () => Promise<Answer>][] = [
  ['a purchase into a colleague’s till', () => comprar(otro, cuentas.cajaUsd, suya)],
  ['a purchase paid out of a colleague’s till', () => comprar(otro, suyaUsd, cuentas.cajaPen)],
  ['a purchase paid out of the vault', () => comprar(otro, suyaUsd, boveda)],
  [
    'an order made with cash in a colleague’s till',
    () => otro.call(ordenes.crear, { body: casa.orden({ cobros: [casa.efectivo('500.00')] }) }),
  ],
  [
    'a collection into a colleague’s till',
    async () => {
      const id = await casa.en('pendiente')
      return otro.call(ordenes.registrarCobro, { ...en(id), body: casa.efectivo('500.00') })
    },
  ],
  [
    'a collection into the vault',
    async () => {
      const id = await casa.en('pendiente')
      return otro.call(ordenes.registrarCobro, { ...en(id), body: efectivo(boveda, '500.00') })
    },
  ],
  [
    'a collection that waits, into a colleague’s till',
    async () => {
      const id = await casa.en('pendiente')
      const body = { ...casa.efectivo('500.00'), tipo_pago_id: revisada }
      return otro.call(ordenes.registrarCobro, { ...en(id), body })
    },
  ],
  [
    'confirming cash in a colleague’s till at the counter',
    async () => {
      const { id, pago_id } = await porConfirmar()
      return otro.call(compras.verificar, { ...en(id), body: { pago_id } })
    },
  ],
  [
    'confirming a collection of cash in a colleague’s till',
    async () => {
      const id = await casa.en('pendiente')
      const body = { ...casa.efectivo('500.00'), tipo_pago_id: revisada }
      const { cobro_id } = await hecho(caj.call(ordenes.registrarCobro, { ...en(id), body }))
      return otro.call(ordenes.verificar, { ...en(id), body: { cobro_id } })
    },
  ],
  ['a payout of a colleague’s till', async () => pagar(otro, await tomada(otro), cajaVes)],
  [
    'a payout of a colleague’s till that comes back',
    async () => {
      const id = await tomada(adm)
      const { pago_id } = await hecho(pagar(adm, id, cajaVes))
      return otro.call(ordenes.rebotar, { ...en(id), body: { pago_id, motivo } })
    },
  ],
  [
    'an order given back out of the vault',
    async () =>
      otro.call(ordenes.anular, {
        ...en(await casa.en('pagada')),
        body: { motivo, cuenta_devolucion_id: boveda },
      }),
  ],
  [
    'annulling what a colleague’s till paid',
    async () => {
      const { id } = await hecho(comprar(caj, cuentas.cajaUsd, cuentas.cajaPen))
      return otro.call(compras.anular, { ...en(id), body: { motivo } })
    },
  ],
  ['an expense of a colleague’s till', () => gastar(otro, cuentas.cajaPen)],
  ['an expense of the vault', () => gastar(otro, boveda)],
  [
    'annulling an expense of a colleague’s till',
    async () => {
      const { id } = await hecho(gastar(adm, cuentas.cajaPen))
      return otro.call(gastos.anular, { ...en(id), body: { motivo } })
    },
  ],
  ['an adjustment of a colleague’s till', () => ajustar(otro, cuentas.cajaPen)],
  [
    'taking back an adjustment of a colleague’s till',
    async () => {
      const { id } = await hecho(ajustar(adm, cuentas.cajaPen))
      return otro.call(ajustes.revertir, {
        ...en(id),
        body: { observacion: 'No era un sobrante.' },
      })
    },
  ],
  [
    'commissions paid out of the vault',
    async () =>
      otro.call(comisiones.pagar, {
        ...en(liquidada),
        body: { cuenta_id: boveda, referencia: null },
      }),
  ],
  ['a conversion into a colleague’s till', () => convertir(cuentas.cajaPen)],
  ['a conversion into the vault', () => convertir(boveda)],
  [
    'annulling a transfer into a colleague’s till',
    async () => {
      const { id } = await hecho(casa.envio())
      await hecho(caj.call(transferencias.recibir, { ...en(id), body: { contado: '5.00' } }))
      return otro.call(transferencias.anular, { ...en(id), body: { motivo } })
    },
  ],
]

test.each(AJENO)('own till: %s is refused with what to do', async (_, prueba) => {
  const { status, error } = await prueba()
  expect([status, error.codigo]).toEqual([403, 'CAJA_AJENA'])
  expect(error.message).toMatch(/^.+ no está a su cargo\. Elija una cuenta a su cargo, o pida/)
})

test('own till: an open account, one’s own till and the permission are each accepted', async () => {
  expect(dicho(await comprar(otro, suyaUsd, suya))).toBe(201)
  expect(dicho(await gastar(otro, cuentas.bcpPen))).toBe(201)
  expect(dicho(await comprar(adm, cuentas.cajaUsd, boveda))).toBe(201)
  const { id, pago_id } = await porConfirmar()
  expect(dicho(await caj.call(compras.verificar, { ...en(id), body: { pago_id } }))).toBe(200)
})

test('own till: a refusal moves no money', async () => {
  const before = await saldos(app)
  expect(dicho(await comprar(otro, cuentas.cajaUsd, suya))).toBe('CAJA_AJENA')
  expect(await saldos(app)).toEqual(before)
})

test('own till: the forms offer only the cash that one may use', async () => {
  const [c, o, g, a, k] = await Promise.all([
    hecho(otro.call(compras.opciones)),
    hecho(otro.call(ordenes.opciones)),
    hecho(otro.call(gastos.opciones)),
    hecho(otro.call(ajustes.opciones)),
    hecho(otro.call(comisiones.cuentas)),
  ])
  const offered = [c.cuentas, o.cuentas, g.cuentas, a.cuentas, k].map((list) =>
    list.map(({ id }) => id),
  )
  for (const ids of offered) {
    expect(ids).toEqual(expect.arrayContaining([suya, cuentas.bcpPen]))
    for (const id of [cuentas.cajaPen, cuentas.cajaUsd, boveda]) expect(ids).not.toContain(id)
  }
  const { fondo, lineas } = await hecho(pag.call(ordenes.propuesta, en(await tomada(pag))))
  expect(fondo?.cuentas.map(({ id }) => id)).not.toContain(cajaVes)
  expect(lineas.map(({ cuenta_id }) => cuenta_id)).not.toContain(cajaVes)
  const whole = await hecho(adm.call(compras.opciones))
  expect(whole.cuentas.map(({ id }) => id)).toEqual(
    expect.arrayContaining([suya, cuentas.cajaPen, boveda]),
  )
})

test('own till: the user who confirms cash is told which lines are his', async () => {
  const { id } = await porConfirmar()
  const suyas = async (who: Client) =>
    (await hecho(who.call(compras.obtener, en(id)))).pagos.map(({ suya: mine }) => mine)
  expect(await suyas(caj)).toEqual([true, true])
  expect(await suyas(otro)).toEqual([false, false])
})
