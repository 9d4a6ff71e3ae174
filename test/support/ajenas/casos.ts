import { contrato as ajustes } from '../../../src/areas/ajustes-saldo/contract.ts'
import { contrato as comisiones } from '../../../src/areas/comisiones/contract.ts'
import { contrato as compras } from '../../../src/areas/compras-ventas/contract.ts'
import { contrato as gastos } from '../../../src/areas/gastos/contract.ts'
import { contrato as ordenes } from '../../../src/areas/ordenes/contract.ts'
import { contrato as transferencias } from '../../../src/areas/transferencias/contract.ts'
import { PERMISOS } from '../../../src/core/permisos.ts'
import { cuenta, PEN, tipoPago, USD, VES } from '../areas/casa.ts'
import type { Answer, Client, startTestApp } from '../servidor/app.ts'
import { comoDueno } from '../servidor/dueno.ts'
import { en, hecho } from '../servidor/respuesta.ts'
import { HOY, type montarTodo } from '../todo.ts'

type App = Awaited<ReturnType<typeof startTestApp>>
type Casa = Awaited<ReturnType<typeof montarTodo>>

/** The permissions for others' cash: of the own branch, and of every branch. */
const DE_OTROS: readonly string[] = ['cuentas:ajenas', 'sucursales:todas']

/**
 * A user with every permission except those for others' cash, who has his own tills; a till for bolívares, a way to pay
 * in cash that is verified, and a settlement of commissions that waits to be paid.
 */
export async function montarOtro(app: App, casa: Casa) {
  const { adm } = casa
  const liquidada = await casa.liquidacion()
  const slugs = PERMISOS.filter((permiso) => !DE_OTROS.includes(permiso))
  await comoDueno(
    app.url,
    `INSERT INTO roles_permisos (rol_slug, permiso) SELECT 'mgr', unnest($1::text[])`,
    [slugs],
  )
  const otro = await app.signedIn('mgr')
  const suya = await cuenta(app, otro, 'Caja del otro', PEN, '5000.00')
  const suyaUsd = await cuenta(app, otro, 'Caja del otro USD', USD, '1000.00', '3510.00')
  const cajaVes = await cuenta(app, adm, 'Caja bolívares', VES, '90000.00', '1600.00')
  const revisada = await tipoPago(app, 'EFECTIVO_REVISADO', {
    efectivo: true,
    requiere_verificacion: true,
  })
  return { otro, suya, suyaUsd, cajaVes, revisada, liquidada }
}
type Otro = Awaited<ReturnType<typeof montarOtro>>

/**
 * Gives the user others' cash, and puts his tills and him at one branch (Arequipa), everybody else's cash at another
 * (Lima). Answers the ids of both.
 */
export async function separar(app: App, { otro, suya, suyaUsd }: Otro) {
  const dueno = (statement: string, values: unknown[] = []) =>
    comoDueno<{ id: number }>(app.url, statement, values)
  const nueva = async (nombre: string) => {
    const rows = await dueno('INSERT INTO sucursales (nombre) VALUES ($1) RETURNING id', [nombre])
    return rows[0]?.id as number
  }
  await dueno("INSERT INTO roles_permisos (rol_slug, permiso) VALUES ('mgr', 'cuentas:ajenas')")
  const lima = await nueva('Lima')
  const arequipa = await nueva('Arequipa')
  await dueno("UPDATE cuentas SET sucursal_id = $1 WHERE tipo IN ('caja', 'boveda')", [lima])
  await dueno('UPDATE cuentas SET sucursal_id = $1 WHERE id = ANY ($2)', [
    arequipa,
    [suya, suyaUsd],
  ])
  await dueno('UPDATE usuarios SET sucursal_id = $1 WHERE id = $2', [arequipa, otro.usuario_id])
  return { lima, arequipa }
}

let veces = 0
/** An amount of whole soles that no other call of these tests has: nothing is taken for entered twice. */
function distinto(): string {
  veces += 1
  return `${veces}.00`
}

/** What the user may try with the money of others, and what is made ready for it. */
export function acciones(casa: Casa, { otro, suyaUsd, revisada }: Otro) {
  const { caj, pagos, cuentas, compra } = casa
  const efectivo = (cuenta_id: number, monto: string) => ({
    tipo_pago_id: pagos.efectivo,
    cuenta_id,
    monto,
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
        monto: distinto(),
      },
    })
  const ajustar = (who: Client, cuenta_id: number) =>
    who.call(ajustes.crear, {
      body: { cuenta_id, motivo: 'sobrante', monto: distinto(), observacion: 'Contado dos veces.' },
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
  return { efectivo, comprar, gastar, ajustar, tomada, pagar, porConfirmar, convertir }
}

/** Every use of money that is not in the user's charge, by what is said of it. */
export function casosAjenos(
  casa: Casa,
  persona: Otro,
): [que: string, prueba: () => Promise<Answer>][] {
  const { adm, caj, cuentas, boveda, motivo } = casa
  const { otro, suya, suyaUsd, cajaVes, revisada, liquidada } = persona
  const { efectivo, comprar, gastar, ajustar, tomada, pagar, porConfirmar, convertir } = acciones(
    casa,
    persona,
  )
  return [
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
}
