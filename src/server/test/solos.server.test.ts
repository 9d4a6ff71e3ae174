import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aCargo, cajera } from '../../../test/support/areas/caja.ts'
import { montarCasa, USD } from '../../../test/support/areas/casa.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../test/support/servidor/dueno.ts'
import { confirmarse } from '../../../test/support/vistos.ts'
import { contrato as cierres } from '../../areas/cierres/contract.ts'
import { contrato as compras } from '../../areas/compras-ventas/contract.ts'
import { contrato as gastos } from '../../areas/gastos/contract.ts'

/* of each kind, one's own request is answered by oneself only where nobody else can, with the password. */

const app = await startTestApp()
const casa = await montarCasa(app)
const { adm } = casa
const otro = await app.signedIn('adm')
await aCargo(app, otro, casa.cuentas.cajaEur)
const { abrir, contar, cerrar } = await cajera(app, casa, adm)
const { rows } = await sql<{ hoy: string }>`SELECT fecha_negocio(ahora()) AS hoy`.execute(app.db)
const acompanada = (yes: boolean) =>
  comoDueno(app.url, 'UPDATE usuarios SET estatus = $1 WHERE id = $2', [yes, otro.usuario_id])
const olvidar = () => comoDueno(app.url, 'UPDATE sesiones SET confirmada_hasta = NULL')

const PEDIDOS = {
  gastos: async () => {
    const body = {
      ...{ fecha: rows[0]?.hoy ?? '', categoria_id: 1, descripcion: 'Arreglo del local' },
      ...{ cuenta_id: casa.cuentas.bcpPen, monto: '5000.00', comprobante: 'recibo' },
    } as const
    const { id } = (await adm.call(gastos.crear, { body })).body
    return () => adm.call(gastos.aprobar, { params: { id } })
  },
  turnos: async () => {
    const id = await abrir()
    await contar(id, '50000.00', 10_000)
    await cerrar(id)
    return () => adm.call(cierres.aprobar, { params: { id }, body: {} as never })
  },
  autorizaciones_tasa: async () => {
    const terms = { tipo: 'compra', divisa_id: USD, monto: '100.00', contravalor: null } as const
    const body = {
      ...terms,
      historico_id: casa.tasas.compraUsd,
      tasa: '3.700',
      motivo: 'Mayorista',
    }
    const { id } = (await adm.call(compras.pedirTasa, { body })).body
    return () => adm.call(compras.aprobarTasa, { params: { id }, body: { nota: null } })
  },
}

test.each(Object.keys(PEDIDOS) as (keyof typeof PEDIDOS)[])('%s', async (tabla) => {
  await acompanada(true)
  const aprobar = await PEDIDOS[tabla]()
  await confirmarse(adm)
  expect((await aprobar()).error.codigo).toMatch(/^(SOLICITUD|CAJA)_PROPIA$/)
  await acompanada(false)
  await olvidar()
  expect((await aprobar()).error.codigo).toBe('SOLO_CONFIRME')
  await confirmarse(adm)
  expect((await aprobar()).status).toBe(200)
  const [row] = await comoDueno(app.url, `SELECT solo FROM ${tabla} ORDER BY id DESC LIMIT 1`)
  expect(row).toEqual({ solo: true })
})

test('where the house asks for a second factor, the database refuses who stands for two without one', async () => {
  await confirmarse(adm)
  await comoDueno(
    app.url,
    `INSERT INTO ajustes (clave, valor) VALUES ('exigir_segundo_factor', 'true')
     ON CONFLICT (clave) DO UPDATE SET valor = 'true'`,
  )
  const [sesion] = await comoDueno(
    app.url,
    `SELECT id AS sesion_id, usuario_id FROM sesiones WHERE confirmada_hasta > ahora() LIMIT 1`,
  )
  await expect(
    comoDueno(app.url, `SELECT solo_exigir('${JSON.stringify(sesion)}'::jsonb, 'esto')`),
  ).rejects.toThrow(/SOLO_SIN_FACTOR/)
})
