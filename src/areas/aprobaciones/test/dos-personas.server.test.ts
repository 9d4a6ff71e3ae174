import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { montarCasa } from '../../../../test/support/areas/casa.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { montarOrdenes } from '../../../../test/support/areas/ordenes.ts'
import { subirFoto } from '../../../../test/support/foto.ts'
import { PASSWORD, startTestApp } from '../../../../test/support/servidor/app.ts'
import { PLANTILLAS } from '../../../core/permisos.ts'
import { contrato as beneficiarios } from '../../beneficiarios/contract.ts'
import { contrato as compras } from '../../compras-ventas/contract.ts'
import { contrato as notificaciones } from '../../notificaciones/contract.ts'
import { contrato as ordenes } from '../../ordenes/contract.ts'
import { contrato as sesion } from '../../sesion/contract.ts'
import { contrato as vistos } from '../../vistos/contract.ts'
import { contrato } from '../contract.ts'

/* Above the limit of two people nobody confirms alone what he did himself. */

const app = await startTestApp()
const casa = await montarOrdenes(app)
const { adm, caj, pag, otro, pagos, ves } = casa
const caj2 = await app.signedIn('caj')
const mgr = await app.signedIn('mgr')
await app.db
  .insertInto('roles_permisos')
  .values(PLANTILLAS.mgr.permisos.map((permiso) => ({ rol_slug: 'mgr', permiso })))
  .execute()

const espera = async (quien = adm) =>
  (await quien.call(contrato.listar)).body.filter(({ tipo }) => tipo === 'visto')
const orden = async (id: number) => (await adm.call(ordenes.obtener, { params: { id } })).body
const cambiar = (id: number, quien = caj) =>
  quien.call(ordenes.cambiarBeneficiario, {
    params: { id },
    body: { beneficiario_id: casa.beneficiario_id, motivo: 'El cliente dio otra cuenta' },
  })

/** A sale of dollars whose client pays by transfer, which its way to pay confirms at once. */
async function vender(monto: string, soles: string) {
  const { venta } = mostrador(casa)
  const recibimos = [
    { ...casa.transferencia(soles, casa.referencia()), tipo_pago_id: pagos.transferencia },
  ]
  const { body } = await caj.call(compras.crear, { body: venta(monto, '0', { recibimos }) })
  const { pagos: lineas } = (await adm.call(compras.obtener, { params: { id: body.id } })).body
  const pago_id = lineas.find(({ lado }) => lado === 'recibimos')?.id ?? 0
  return { ...body, verificar: { params: { id: body.id }, body: { pago_id } } }
}

test('a transfer above the limit is not confirmed at once, nor by the cashier who registered it', async () => {
  expect((await vender('200.00', '712.00')).estado).toBe('completada')
  const grande = await vender('850.00', '3026.00')
  expect(grande.estado).toBe('pendiente')
  // Her page names who does it instead; theirs offers it.
  const otros = async (quien: typeof caj) =>
    (await quien.call(compras.obtener, { params: { id: grande.id } })).body.pagos.map(
      (pago) => pago.otros,
    )
  expect(await otros(caj)).toEqual([[], expect.arrayContaining(['Ana Quispe'])].toReversed())
  expect((await otros(caj2)).flat()).toEqual([])
  const own = await caj.call(compras.verificar, grande.verificar)
  expect([own.error.codigo, own.error.message]).toEqual([
    'DOS_PERSONAS',
    expect.stringMatching(/^Desde US\$ 200.00.*otra persona \(.*Ana Quispe.*\)\.$/),
  ])
  expect((await caj2.call(compras.verificar, grande.verificar)).body.estado).toBe('completada')
})

test('what leaves above the limit is verified with its voucher, by somebody else', async () => {
  const entregamos = [casa.transferencia('2992.00', casa.referencia())]
  const body = mostrador(casa).compra('850.00', '0', { entregamos })
  const made = await caj.call(compras.crear, { body })
  expect(made.body.estado).toBe('pendiente')
  const { id } = made.body
  const { pagos: lineas } = (await adm.call(compras.obtener, { params: { id } })).body
  const pago_id = lineas.find(({ lado }) => lado === 'entregamos')?.id ?? 0
  const verificar = { params: { id }, body: { pago_id } }
  expect((await caj2.call(compras.verificar, verificar)).error.errors?.[0]).toMatchObject({
    campo: 'pago_id',
    msg: expect.stringMatching(/comprobante/i),
  })
  const path = { path: `/compras-ventas/${id}/pagos/${pago_id}/comprobantes` }
  await subirFoto(caj, { ...compras.adjuntarComprobante, ...path })
  expect((await caj.call(compras.verificar, verificar)).error.codigo).toBe('DOS_PERSONAS')
  expect((await caj2.call(compras.verificar, verificar)).body.estado).toBe('completada')
})

test('who registered a collection above the limit does not verify it; another cashier does', async () => {
  const cobros = [casa.transferencia('1500.00', casa.referencia())]
  const { body } = await caj.call(ordenes.crear, { body: casa.orden({ envia: '1500.00', cobros }) })
  expect(body.estado).toBe('pendiente')
  const cobro_id = (await orden(body.id)).cobros[0]?.id ?? 0
  const verificar = { params: { id: body.id }, body: { cobro_id } }
  const own = await caj.call(ordenes.verificar, verificar)
  expect([own.status, own.error.codigo]).toEqual([409, 'DOS_PERSONAS'])
  expect((await caj2.call(ordenes.verificar, verificar)).body.estado).toBe('pagada')
})

test('a payout above the limit needs its voucher', async () => {
  const id = await casa.en('en_proceso', { envia: '1500.00' })
  const body = { cuenta_id: ves.banesco, monto: '100.00', referencia: casa.referencia() }
  const bare = await pag.call(ordenes.pagar, { params: { id }, body })
  expect(bare.error.errors?.[0]).toEqual({
    campo: 'comprobante_id',
    msg: 'Desde US$ 200.00, adjunte el comprobante del pago.',
  })
  expect((await casa.pago(id, ves.banesco, '100.00')).status).toBe(201)
})

test('a beneficiary changed after the client paid is paid once a third person says yes', async () => {
  const id = await casa.en('pagada')
  expect((await cambiar(id)).status).toBe(200)
  await pag.call(ordenes.tomar, { params: { id } })
  const refused = await casa.pago(id, ves.banesco, '100.00')
  expect([refused.error.codigo, refused.error.message]).toEqual([
    'VISTO_FALTA',
    expect.stringMatching(
      /el beneficiario de OR-.*quedó pedido en Aprobaciones; puede darlo .*Ana/,
    ),
  ])
  expect(refused.error.detalle).not.toHaveProperty('visto')
  // The change asked for it, and so did the payer: either answer will do.
  const asked = await espera()
  expect(asked.map(({ motivo }) => motivo.startsWith('Cambió después de que'))).toEqual([
    true,
    true,
  ])
  const [first] = asked
  const params = { id: first?.id ?? 0 }
  expect((await caj.call(vistos.aprobar, { params })).error.codigo).toBe('SIN_PERMISO')
  const bell = (await mgr.call(notificaciones.listar)).body
  expect(bell.find(({ clave }) => clave === 'vistos-por-dar')?.cuantos).toBe(2)
  expect((await mgr.call(vistos.aprobar, { params })).status).toBe(200)
  expect((await mgr.call(vistos.aprobar, { params })).error.codigo).toBe('YA_RESUELTO')
  // It is good for all payouts of this order to this account, and for no other account.
  expect((await casa.pago(id, ves.banesco, '100.00')).status).toBe(201)
  expect((await casa.pago(id, ves.banesco, '100.00')).status).toBe(201)
  const { body } = await caj.call(beneficiarios.obtener, { params: { id: casa.beneficiario_id } })
  const edit = { ...casa.nuevo(), nombre: 'Otra Persona', version: body.version }
  expect(
    (await caj.call(beneficiarios.editar, { params: { id: casa.beneficiario_id }, body: edit }))
      .status,
  ).toBe(200)
  expect((await cambiar(id, adm)).status).toBe(200)
  expect((await casa.pago(id, ves.banesco, '100.00')).error.codigo).toBe('VISTO_FALTA')
})

test('who changed it may not say yes, even when another asks', async () => {
  const id = await casa.en('pagada')
  expect((await cambiar(id, adm)).status).toBe(200)
  await pag.call(ordenes.tomar, { params: { id } })
  expect((await casa.pago(id, ves.banesco, '100.00')).error.codigo).toBe('VISTO_FALTA')
  const { rows } = await sql<{ id: number; solicitado_por: number }>`
    SELECT id, solicitado_por FROM vistos WHERE estado = 'pendiente' AND origen_id = ${id} ORDER BY id`.execute(
    app.db,
  )
  const codes: (string | undefined)[] = []
  for (const { id } of rows)
    codes.push((await adm.call(vistos.aprobar, { params: { id } })).error.codigo)
  expect(codes).toEqual(['SOLICITUD_PROPIA', 'VISTO_IMPLICADO'])
  expect((await espera()).filter((v) => rows.some(({ id }) => id === v.id))).toEqual([])
  const params = { id: rows[1]?.id ?? 0 }
  expect(
    (await mgr.call(vistos.rechazar, { params, body: { nota: 'No es su cuenta' } })).status,
  ).toBe(200)
  expect((await casa.pago(id, ves.banesco, '100.00')).error.codigo).toBe('VISTO_FALTA')
})

test('an account that one person wrote and verified is paid above the limit once another says yes', async () => {
  const { beneficiario_id } = casa
  await sql`UPDATE beneficiarios SET cuenta_por = ${caj.usuario_id}, verificado_por = NULL, verificado_en = NULL
            WHERE id = ${beneficiario_id}`.execute(app.db)
  const { body } = await caj.call(beneficiarios.obtener, { params: { id: beneficiario_id } })
  const verificacion = { verificado: true, version: body.version }
  await caj.call(beneficiarios.verificar, { params: { id: beneficiario_id }, body: verificacion })
  const small = await casa.en('en_proceso', { beneficiario_id })
  expect((await casa.pago(small, ves.banesco, '100.00')).status).toBe(201)
  const large = await casa.en('en_proceso', { beneficiario_id, envia: '1500.00' })
  expect((await casa.pago(large, ves.banesco, '100.00')).error.codigo).toBe('VISTO_FALTA')
  await sql`UPDATE beneficiarios SET verificado_por = ${caj2.usuario_id} WHERE id = ${beneficiario_id}`.execute(
    app.db,
  )
  expect((await casa.pago(large, ves.banesco, '100.00')).status).toBe(201)
})

test('one takes back his own request, and nobody else’s', async () => {
  const id = await casa.en('pagada')
  await cambiar(id)
  const mine = (await caj.call(contrato.mias)).body.filter(({ tipo }) => tipo === 'visto')
  const params = { id: mine[0]?.id ?? 0 }
  expect(mine[0]?.aprueban.length).toBeGreaterThan(1)
  expect((await otro.call(vistos.retirar, { params })).status).toBe(404)
  expect((await caj.call(vistos.retirar, { params })).body.estado).toBe('retirado')
})

test('the only person confirms with his password, and it is kept as an exception', async () => {
  const sola = await startTestApp()
  const { adm, cuentas, pagos, ...rest } = await montarCasa(sola)
  const recibimos = [{ tipo_pago_id: pagos.yape, cuenta_id: cuentas.bcpPen, monto: '3560.00' }]
  const body = mostrador({ adm, cuentas, pagos, ...rest }).venta('1000.00', '0', { recibimos })
  const made = (await adm.call(compras.crear, { body })).body
  const { pagos: lineas } = (await adm.call(compras.obtener, { params: { id: made.id } })).body
  const pago_id = lineas.find(({ lado }) => lado === 'recibimos')?.id ?? 0
  const verificar = () =>
    adm.call(compras.verificar, { params: { id: made.id }, body: { pago_id } })
  const asked = await verificar()
  expect([asked.status, asked.error.codigo]).toEqual([409, 'SOLO_CONFIRME'])
  expect((await adm.call(sesion.confirmar, { body: { password: 'no-es-esta' } })).status).toBe(400)
  expect((await verificar()).error.codigo).toBe('SOLO_CONFIRME')
  expect((await adm.call(sesion.confirmar, { body: { password: PASSWORD } })).status).toBe(200)
  expect((await verificar()).body.estado).toBe('completada')
  const { rows } = await sql`SELECT v.clave, v.origen, v.origen_id, v.usado_por, v.solo, a.accion
    FROM vistos v JOIN auditoria a ON a.entidad = 'vistos' AND a.entidad_id = v.id::text`.execute(
    sola.db,
  )
  expect(rows).toEqual([
    {
      ...{ clave: 'verificacion', origen: 'compras-ventas', origen_id: made.id },
      ...{ usado_por: adm.usuario_id, solo: true, accion: 'excepcion' },
    },
  ])
  // With a second person in the house she is asked, and no password helps.
  const otra = await sola.signedIn('caj')
  const again = (await adm.call(compras.crear, { body: { ...body, confirmo_duplicado: true } }))
    .body
  const linea = (await adm.call(compras.obtener, { params: { id: again.id } })).body.pagos
  const next = {
    params: { id: again.id },
    body: { pago_id: linea.find(({ lado }) => lado === 'recibimos')?.id ?? 0 },
  }
  expect((await adm.call(compras.verificar, next)).error.codigo).toBe('DOS_PERSONAS')
  expect((await otra.call(compras.verificar, next)).status).toBe(200)
})
