import { expect, test } from 'vitest'
import { cuenta, PEN } from '../../../test/support/areas/casa.ts'
import { foto } from '../../../test/support/foto.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { enTurno } from '../../../test/support/servidor/dueno.ts'
import { dicho, en, hecho } from '../../../test/support/servidor/respuesta.ts'
import { HOY, montarTodo } from '../../../test/support/todo.ts'
import { contrato as ajustes } from '../../areas/ajustes-saldo/contract.ts'
import { contrato as cierres } from '../../areas/cierres/contract.ts'
import { contrato as comisiones } from '../../areas/comisiones/contract.ts'
import { contrato as compras } from '../../areas/compras-ventas/contract.ts'
import { contrato as gastos } from '../../areas/gastos/contract.ts'
import { contrato as ordenes } from '../../areas/ordenes/contract.ts'
import { contrato as transferencias } from '../../areas/transferencias/contract.ts'
import { decimal, texto } from '../../core/dinero/decimal.ts'
import { verificar } from '../../main.libros.ts'

/* Operations of one area while another area blocks them. */

const app = await startTestApp()
const casa = await montarTodo(app)
const { adm, quien, till } = casa

const moves = await casa.movimientos()
const cuadra = async () => expect((await verificar(app.db)).diferencia).toBeNull()

test('while a day is being closed no area can post on it', async () => {
  const said: Record<string, unknown> = {}
  for (const [what, move] of Object.entries(moves)) {
    said[what] = dicho(
      await enTurno(app.url, `SELECT cierres_cerrar(${quien}, '${HOY}', true)`, move),
    )
    await hecho(adm.call(cierres.reabrir, { params: { fecha: HOY }, body: { motivo: 'Otra vez' } }))
  }
  expect(said).toEqual(Object.fromEntries(Object.keys(moves).map((what) => [what, 'DIA_CERRADO'])))
  await cuadra()
})

/** Who bears a shortage, and the note of the count. */
const cargo = { cargo: 'casa' as const, nota: 'Se contó dos veces delante de la cajera.' }

test('no area can move the money of a till that is being counted', async () => {
  const id = await till.abrir()
  await till.paso('contar', id)
  const said: Record<string, unknown> = {}
  for (const [what, move] of Object.entries(moves)) said[what] = dicho(await move())
  expect(said).toEqual(
    Object.fromEntries(Object.keys(moves).map((what) => [what, 'CAJA_EN_CONTEO'])),
  )
  await till.paso('seguir', id)
  // After the count each of them succeeds.
  for (const move of Object.values(moves))
    expect(await move()).toMatchObject({
      error: expect.not.objectContaining({ codigo: expect.anything() }),
    })
  await cuadra()
  await till.contar(id, '50000.00', 10_000)
  await till.cerrar(id, 'No se sabe a qué se debe')
  // The day waits for the approval, and for one that is under way.
  const close = () => adm.call(cierres.cerrar, { body: { fecha: HOY, confirmo: true } })
  expect(dicho(await close())).toBe('CIERRE_BLOQUEADO')
  const approve = `SELECT turnos_aprobar(${quien}, ${id}, '${cargo.cargo}', '${cargo.nota}')`
  expect(dicho(await enTurno(app.url, approve, close))).toBe(201)
  await hecho(adm.call(cierres.reabrir, { params: { fecha: HOY }, body: { motivo: 'Otra vez' } }))
})

/* Races: the second transaction decides by what the first one committed, not by the state before it. */

test('annulling an expense that is being approved waits and annuls it as approved', async () => {
  const { id } = await hecho(casa.gasto('1300.00'))
  const first = `SELECT operacion_hacer('gastos_resolver', '{"usuario_id": ${casa.jefe.usuario_id}}', ${id}, '{"aprueba": true}')`
  const late = await enTurno(app.url, first, () =>
    adm.call(gastos.anular, { ...en(id), body: { motivo: casa.motivo } }),
  )
  expect(dicho(late)).toBe(200)
})

test('annulling a sale whose commission is being settled deducts the commission from the next ones', async () => {
  const { id } = await hecho(casa.vender())
  const { items } = await hecho(adm.call(comisiones.listar, { query: { estado: 'devengada' } }))
  const ids = items.map((fila) => fila.id)
  const late = await enTurno(app.url, `SELECT comisiones_liquidar(${quien}, '{${ids}}')`, () =>
    adm.call(compras.anular, { ...en(id), body: { motivo: casa.motivo } }),
  )
  expect(dicho(late)).toBe(200)
  const after = await hecho(adm.call(comisiones.listar, { query: { estado: 'devengada' } }))
  expect(after.items.map(({ comision }) => comision)).toEqual(['-3.00'])
  await cuadra()
})

test('a count is compared with a balance that includes concurrent postings', async () => {
  const cuenta_id = casa.cuentas.bcpPen
  const [row] = await casa.owner<{ saldo: string }>(
    `SELECT saldo FROM cuentas_contables WHERE id = ${cuenta_id}`,
  )
  const saldo = row?.saldo ?? ''
  const first = `SELECT libro_contabilizar('cuentas', ${cuenta_id}, 'Prueba', ${adm.usuario_id},
    ARRAY[(${cuenta_id}, -1, NULL, NULL)::libro_linea, (${casa.cuentas.cajaPen}, 1, NULL, NULL)::libro_linea])`
  const late = await enTurno(app.url, first, () =>
    casa.ajuste('', {
      ...{ cuenta_id, motivo: 'correccion', monto: null },
      ...{ contado: texto(decimal(saldo).plus(5), 2), saldo_visto: saldo },
    }),
  )
  expect(dicho(late)).toBe('SALDO_CAMBIO')
})

test('a count that waits for a yes is applied to the balance that its approver saw', async () => {
  const cuenta_id = casa.cuentas.bcpPen
  const [row] = await casa.owner<{ saldo: string }>(
    `SELECT round(saldo, 2)::text AS saldo FROM cuentas_contables WHERE id = ${cuenta_id}`,
  )
  const saldo = row?.saldo ?? ''
  const { id, estado } = await hecho(
    casa.ajuste('', {
      ...{ cuenta_id, motivo: 'correccion', monto: null, saldo_visto: saldo },
      contado: texto(decimal(saldo).plus(900), 2),
    }),
  )
  expect(estado).toBe('pendiente')
  const move = `SELECT libro_contabilizar('cuentas', ${cuenta_id}, 'Prueba', ${adm.usuario_id},
    ARRAY[(${cuenta_id}, -1, NULL, NULL)::libro_linea, (${casa.cuentas.cajaPen}, 1, NULL, NULL)::libro_linea])`
  const aprobar = () => casa.jefe.call(ajustes.aprobar, { ...en(id), body: { nota: null } })
  expect(dicho(await enTurno(app.url, move, aprobar))).toBe('SALDO_CAMBIO')
})

test('an account that is being closed gets neither a transfer nor an adjustment', async () => {
  const id = await cuenta(app, adm, 'Bóveda que se cierra', PEN, '0', undefined, 'boveda')
  const abierta = (estatus: boolean) => `UPDATE cuentas SET estatus = ${estatus} WHERE id = ${id}`
  const enviar = () => casa.envio({ destino_id: id })
  expect(dicho(await enTurno(app.url, abierta(false), enviar))).toBe('VALIDACION')
  await casa.owner(abierta(true))
  const ajustar = () => casa.ajuste('1.00', { cuenta_id: id })
  expect(dicho(await enTurno(app.url, abierta(false), ajustar))).toBe('INACTIVO')
})

test('an order at a rate that is being changed, or to a beneficiary who is being deactivated, is refused', async () => {
  const crear = () => adm.call(ordenes.crear, { body: casa.orden() })
  const off = (estatus: boolean) =>
    `UPDATE beneficiarios SET estatus = ${estatus} WHERE id = ${casa.beneficiario_id}`
  expect(dicho(await enTurno(app.url, off(false), crear))).toBe('INACTIVO')
  await casa.owner(off(true))
  const p = {
    tasa: '52.5',
    tasa_costo: '55.7',
    precision: 3,
    metodo_calculo: 'm',
    origen: 'manual',
  }
  const publish = `SELECT tipos_cambios_publicar(${casa.tipo}, '${JSON.stringify(p)}', NULL)`
  expect(dicho(await enTurno(app.url, publish, crear))).toBe('TASA_CAMBIO')
})

test('a transfer is received once, however many users request it', async () => {
  const { id } = await hecho(casa.envio())
  const recibir = (who: typeof adm) =>
    who.call(transferencias.recibir, { ...en(id), body: { contado: '5.00' } })
  const both = await Promise.all([recibir(casa.jefe), recibir(casa.jefe), recibir(casa.caj)])
  expect(both.map(dicho).sort()).toEqual([200, 'ESTADO', 'ESTADO'])
  await cuadra()
})

test('a till is not opened on a day that is being closed', async () => {
  const close = `SELECT cierres_cerrar(${quien}, '${HOY}', true)`
  const conteos = till.conteos('1.00', 1)
  const late = await enTurno(app.url, close, () =>
    casa.caj.call(cierres.abrir, { body: { conteos } }),
  )
  expect(dicho(late)).toBe('DIA_CERRADO')
  await hecho(adm.call(cierres.reabrir, { params: { fecha: HOY }, body: { motivo: 'Otra vez' } }))
})

test('the expected balance of a surprise count includes the posting that it waited for', async () => {
  const { cajaPen, bcpPen } = casa.cuentas
  const post = `SELECT libro_contabilizar('cuentas', ${cajaPen}, 'Prueba', ${adm.usuario_id},
    ARRAY[(${cajaPen}, -7, NULL, NULL)::libro_linea, (${bcpPen}, 7, NULL, NULL)::libro_linea])`
  const saldo = async () => {
    const rows = await casa.owner<{ s: string }>(
      `SELECT round(saldo, 2)::text AS s FROM cuentas_contables WHERE id = ${cajaPen}`,
    )
    return rows[0]?.s
  }
  const late = await enTurno(app.url, post, () =>
    adm.call(cierres.arquear, { body: { cuenta_id: cajaPen, monto: '1.00', motivo: null } }),
  )
  const { id } = await hecho(Promise.resolve(late))
  const [counted] = await casa.owner<{ esperado: string }>(
    `SELECT round(esperado, 2)::text AS esperado FROM conteos WHERE id = ${id}`,
  )
  expect(counted?.esperado).toBe(await saldo())
})

test('a voucher for a transfer that is being annulled is refused', async () => {
  const { id } = await hecho(casa.envio())
  const file = foto()
  const late = await enTurno(
    app.url,
    `SELECT operacion_hacer('transferencias_anular', ${quien}, ${id}, '{"motivo": "Se anula ya", "anterior": true}')`,
    () =>
      adm.raw('POST', `/api/transferencias/${id}/comprobantes?nombre=a.png`, file, {
        'content-type': 'image/png',
      }),
  )
  expect(dicho(late)).toBe('ESTADO')
})
