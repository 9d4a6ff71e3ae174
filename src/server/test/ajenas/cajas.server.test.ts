import { beforeAll, describe, expect, test } from 'vitest'
import {
  acciones,
  casosAjenos,
  montarOtro,
  separar,
} from '../../../../test/support/ajenas/casos.ts'
import { saldos } from '../../../../test/support/areas/casa.ts'
import { type Client, startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { dicho, en, hecho } from '../../../../test/support/servidor/respuesta.ts'
import { montarTodo } from '../../../../test/support/todo.ts'
import { contrato as ajustes } from '../../../areas/ajustes-saldo/contract.ts'
import { contrato as comisiones } from '../../../areas/comisiones/contract.ts'
import { contrato as compras } from '../../../areas/compras-ventas/contract.ts'
import { contrato as gastos } from '../../../areas/gastos/contract.ts'
import { contrato as notificaciones } from '../../../areas/notificaciones/contract.ts'
import { contrato as ordenes } from '../../../areas/ordenes/contract.ts'
import { contrato as transferencias } from '../../../areas/transferencias/contract.ts'

/*
 * Own till: cash is used only by its responsible user; a vault also by users with the permission for others' cash, at
 * their own branch or with the permission for every branch (R-220).
 */

const app = await startTestApp()
const casa = await montarTodo(app)
const persona = await montarOtro(app, casa)
const { adm, caj, pag, cuentas, boveda } = casa
const { otro, suya, suyaUsd, cajaVes } = persona
const AJENO = casosAjenos(casa, persona)
const { comprar, gastar, tomada, porConfirmar } = acciones(casa, persona)

/** Of another branch, whose documents are not there for whoever does not see it. */
const OCULTOS = [
  'confirming cash in a colleague’s till at the counter',
  'annulling what a colleague’s till paid',
  'annulling an expense of a colleague’s till',
  'taking back an adjustment of a colleague’s till',
  'annulling a transfer into a colleague’s till',
]

describe.each([
  {
    caso: 'without the permission',
    codigo: 'CAJA_AJENA',
    frase: /^.+ no está a su cargo\. Elija una cuenta a su cargo, o pida/,
    preparar: () => {},
  },
  {
    caso: 'with the permission, at another branch',
    codigo: 'CAJA_DE_OTRA_SUCURSAL',
    frase: /^.+ es de la sucursal Lima\. Elija una cuenta de su sucursal, o pida/,
    preparar: () => separar(app, persona),
  },
])('$caso', ({ codigo, frase, preparar }) => {
  beforeAll(preparar)

  const otraSucursal = codigo === 'CAJA_DE_OTRA_SUCURSAL'

  test.each(AJENO)('own till: %s is refused with what to do', async (que, prueba) => {
    const { status, error } = await prueba()
    if (otraSucursal && OCULTOS.includes(que)) {
      expect([status, error.codigo]).toEqual([404, 'NO_EXISTE'])
      return
    }
    expect([status, error.codigo]).toEqual([403, codigo])
    expect(error.message).toMatch(frase)
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
    expect(dicho(await comprar(otro, cuentas.cajaUsd, suya))).toBe(codigo)
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
    if (otraSucursal) expect(dicho(await otro.call(compras.obtener, en(id)))).toBe('NO_EXISTE')
    else expect(await suyas(otro)).toEqual([false, false])
  })

  test('own till: a transfer leaves, and is received, only where one may use the money', async () => {
    const enviar = (origen_id: number, destino_id: number) =>
      otro.call(transferencias.crear, {
        body: {
          ...{ tipo: 'interna', origen_id, destino_id, monto: '7.00', confirmo_duplicado: true },
          // Between branches somebody carries it.
          portador_id: otraSucursal ? caj.usuario_id : null,
        },
      })
    expect(dicho(await enviar(boveda, suya))).toBe(codigo)
    expect(dicho(await enviar(suya, boveda))).toBe(201)
    const { cuentas: all } = await hecho(otro.call(transferencias.opciones))
    const from = all.filter(({ origen }) => origen).map(({ id }) => id)
    expect(from).toEqual(expect.arrayContaining([suya, suyaUsd]))
    for (const id of [cuentas.cajaPen, boveda, cajaVes]) expect(from).not.toContain(id)
    const { id } = await hecho(
      caj.call(transferencias.crear, {
        body: {
          ...{ tipo: 'interna', origen_id: cuentas.cajaPen, destino_id: boveda, monto: '7.00' },
          confirmo_duplicado: true,
        },
      }),
    )
    const recibir = (who: Client) =>
      who.call(transferencias.recibir, { ...en(id), body: { contado: '7.00' } })
    expect(dicho(await recibir(otro))).toBe(otraSucursal ? 'NO_EXISTE' : 'NO_ES_RECEPTOR')
    const seen = await otro.call(transferencias.obtener, en(id))
    expect(otraSucursal ? dicho(seen) : seen.body.recibe).toBe(otraSucursal ? 'NO_EXISTE' : false)
    const waiting = { query: { por_recibir: '1' } } as const
    const { items } = await hecho(otro.call(transferencias.listar, waiting))
    expect(items.map((item) => item.id)).not.toContain(id)
    const his = await hecho(otro.call(notificaciones.listar))
    const clave = 'transferencias-sin-responsable'
    expect(his.some((aviso) => aviso.clave === clave)).toBe(false)
    const others = await hecho(adm.call(notificaciones.listar))
    expect(others.some((aviso) => aviso.clave === clave)).toBe(true)
  })
})

test('own till: who belongs to no branch reaches the cash of none, and cash of none is reached from any', async () => {
  const dueno = (statement: string) => comoDueno(app.url, statement)
  const persona = `UPDATE usuarios SET sucursal_id = %s WHERE id = ${otro.usuario_id}`
  const suyas = `(SELECT sucursal_id FROM cuentas WHERE id = ${suya})`
  const cajaPen = `UPDATE cuentas SET sucursal_id = %s WHERE id = ${cuentas.cajaPen}`
  await dueno(persona.replace('%s', 'NULL'))
  expect(dicho(await gastar(otro, cuentas.cajaPen))).toBe('CAJA_DE_OTRA_SUCURSAL')
  await dueno(cajaPen.replace('%s', 'NULL'))
  expect(dicho(await gastar(otro, cuentas.cajaPen))).toBe(201)
  await dueno(persona.replace('%s', suyas))
  expect(dicho(await gastar(otro, cuentas.cajaPen))).toBe(201)
  await dueno(cajaPen.replace('%s', "(SELECT id FROM sucursales WHERE nombre = 'Lima')"))
  expect(dicho(await gastar(otro, cuentas.cajaPen))).toBe('CAJA_DE_OTRA_SUCURSAL')
})

test('own till: who may act at every branch uses the cash of all of them', async () => {
  await comoDueno(
    app.url,
    "INSERT INTO roles_permisos (rol_slug, permiso) VALUES ('mgr', 'sucursales:todas')",
  )
  expect(dicho(await comprar(otro, cuentas.cajaUsd, cuentas.cajaPen))).toBe(201)
})
