import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { montarOrdenes } from '../../../test/support/areas/ordenes.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { enTurno } from '../../../test/support/servidor/dueno.ts'
import { contrato as gastos } from '../../areas/gastos/contract.ts'
import { contrato as ordenes } from '../../areas/ordenes/contract.ts'
import { PLANTILLAS } from '../../core/permisos.ts'

/*
 * Of two at once the second counts the first: each waits while another one of the same person, for the same
 * counterparty, or of the same approver is not committed. `enTurno` fails where nobody waits.
 */

const app = await startTestApp()
const casa = await montarOrdenes(app)
const { adm, caj, cuentas } = casa
const mgr = await app.signedIn('mgr')
await app.db
  .insertInto('roles_permisos')
  .values(PLANTILLAS.mgr.permisos.map((permiso) => ({ rol_slug: 'mgr', permiso })))
  .execute()
const { rows } = await sql<{ hoy: string }>`SELECT fecha_negocio(ahora()) AS hoy`.execute(app.db)
const gasto = (monto: string, quien = mgr) =>
  quien.call(gastos.crear, {
    body: {
      ...{ fecha: rows[0]?.hoy ?? '', categoria_id: 1, descripcion: 'Arreglo del local' },
      ...{ cuenta_id: cuentas.bcpPen, monto, comprobante: 'recibo' },
    },
  })

const candado = (clave: number, cual: string) => `SELECT pg_advisory_xact_lock(${clave}, ${cual})`

test('an expense waits for the other one of the same person', async () => {
  const otro = candado(50, String(mgr.usuario_id))
  expect((await enTurno(app.url, otro, () => gasto('200.00'))).body.estado).toBe('pagado')
})

test('an order waits for the other one to the same beneficiary, whoever makes it', async () => {
  const sujeto = 'hashtext(ventana_contraparte(num_doc, nombre))'
  const otro = `${candado(51, sujeto)} FROM beneficiarios WHERE id = ${casa.beneficiario_id}`
  const crear = () => caj.call(ordenes.crear, { body: casa.orden() })
  expect((await enTurno(app.url, otro, crear)).status).toBe(201)
})

test('an approval waits for the other one of the same approver', async () => {
  const { body } = await gasto('1500.00', adm)
  const otro = candado(52, String(mgr.usuario_id))
  const aprobar = () => mgr.call(gastos.aprobar, { params: { id: body.id } })
  expect((await enTurno(app.url, otro, aprobar)).status).toBe(200)
})
