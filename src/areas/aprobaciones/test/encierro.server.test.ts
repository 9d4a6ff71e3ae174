import { expect, test } from 'vitest'
import { montarOrdenes } from '../../../../test/support/areas/ordenes.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { confirmarse } from '../../../../test/support/vistos.ts'
import { verificar } from '../../../main.libros.ts'
import { contrato as notificaciones } from '../../notificaciones/contract.ts'
import { contrato as ordenes } from '../../ordenes/contract.ts'
import { contrato as reportes } from '../../reportes/contract.ts'
import { contrato as vistos } from '../../vistos/contract.ts'
import { contrato } from '../contract.ts'

/* a request that only somebody who took part could answer does not wait for ever; the bell counts it. */

const app = await startTestApp()
const casa = await montarOrdenes(app)
const { adm, pag, ves } = casa
const olvidar = () => comoDueno(app.url, 'UPDATE sesiones SET confirmada_hasta = NULL')
const espera = async (quien = adm) =>
  (await quien.call(contrato.listar)).body.filter(({ tipo }) => tipo === 'visto')
const campana = async (clave: string, quien = adm) =>
  (await quien.call(notificaciones.listar)).body.find((n) => n.clave === clave)?.cuantos ?? 0

/** A paid order whose beneficiary the only administrator changed. */
async function encerrada() {
  const id = await casa.en('en_proceso')
  const body = { beneficiario_id: casa.beneficiario_id, motivo: 'Corrigió su cuenta' }
  const { status } = await adm.call(ordenes.cambiarBeneficiario, { params: { id }, body })
  expect(status).toBe(200)
  return { id, pagar: () => casa.pago(id, ves.banesco, '26206.00') }
}

test('the lone administrator who took part answers with his password, in red; the payer goes on', async () => {
  const { pagar } = await encerrada()
  const asked = await pagar()
  expect([asked.error.codigo, asked.error.message]).toEqual([
    'VISTO_FALTA',
    expect.stringMatching(/puede darlo Ana Quispe/),
  ])
  const [first] = await espera()
  expect(await campana('vistos-por-dar')).toBe(1)
  const si = () => adm.call(vistos.aprobar, { params: { id: first?.id ?? 0 } })
  await olvidar()
  expect((await si()).error.codigo).toBe('SOLO_CONFIRME')
  await confirmarse(adm)
  expect((await si()).status).toBe(200)
  expect((await pagar()).status).toBe(201)
  const { filas } = (await adm.call(reportes.excepciones, { query: { solo: 'si' } })).body
  expect(filas[0]).toMatchObject({ clase: 'solo', solo: true, aprobado_por: 'Ana Quispe' })
  expect((await verificar(app.db)).diferencia).toBeNull()
})

test('while another person can, who took part neither sees it nor answers it', async () => {
  const { pagar } = await encerrada()
  expect((await pagar()).error.codigo).toBe('VISTO_FALTA')
  const otra = await app.signedIn('adm')
  const [first] = await espera(otra)
  expect([await espera(), await campana('vistos-por-dar')]).toEqual([[], 0])
  await confirmarse(adm)
  const refused = await adm.call(vistos.aprobar, { params: { id: first?.id ?? 0 } })
  expect(refused.error.codigo).toBe('VISTO_IMPLICADO')
  expect((await otra.call(vistos.aprobar, { params: { id: first?.id ?? 0 } })).status).toBe(200)
  expect((await pagar()).status).toBe(201)
  await comoDueno(app.url, 'UPDATE usuarios SET estatus = false WHERE id = $1', [otra.usuario_id])
})

test('a manager confirms alone nothing beyond what he may answer', async () => {
  await comoDueno(
    app.url,
    `INSERT INTO roles_permisos SELECT 'pag', 'vistos:aprobar' ON CONFLICT DO NOTHING;
     UPDATE usuarios SET estatus = false WHERE id = ${casa.otro.usuario_id};
     UPDATE ajustes SET valor = '100' WHERE clave = 'aprobacion_limite_funcional'`,
  )
  const { pagar } = await encerrada()
  await confirmarse(pag)
  expect((await pagar()).error.codigo).toBe('VISTO_FALTA')
})
