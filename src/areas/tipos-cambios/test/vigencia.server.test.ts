import { beforeAll, expect, test } from 'vitest'
import { montarCasa, PEN, publicar, USD } from '../../../../test/support/areas/casa.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { cotizado } from '../../../../test/support/areas/tasas.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { contrato as ajustes } from '../../ajustes/contract.ts'
import { contrato as ventas } from '../../compras-ventas/contract.ts'
import { contrato } from '../contract.ts'

/* A quote is honoured for as long as Ajustes or its own rate says: to the second, on the screen and when saving. */

const app = await startTestApp()
const house = await montarCasa(app)
const { adm, tasas } = house
const { compra } = mostrador(house)
const NOON = Date.now() + 60_000
const at = (minutes: number) => app.setClock(new Date(NOON + minutes * 60_000).toISOString())

beforeAll(async () => {
  // The quoted rate changes at noon. Sessions must survive the hour that passes.
  const { version } = (await adm.call(ajustes.obtener)).body
  await adm.call(ajustes.editar, { body: { version, sesion_inactiva_minutos: 720 } })
  at(0)
  const [{ id } = { id: 0 }] = await comoDueno<{ id: number }>(
    app.url,
    'SELECT tipo_cambio_id AS id FROM tipos_cambios_historico WHERE id = $1',
    [tasas.compraUsd],
  )
  await publicar(app, id, 'm', '3.500', 3)
})

async function kept(minutes: number) {
  // Only the promise of this rate's minutes as they are now.
  await comoDueno(
    app.url,
    'SET session_replication_role = replica; DELETE FROM tipos_cambios_cotizaciones',
  )
  await cotizado(app.url, adm.usuario_id, {
    ...{ historico_id: tasas.compraUsd, tipo: 'compra', tasa: '3.520' },
  })
  at(minutes)
  const body = compra('10.00', '35.20', { mantener_tasa: true, confirmo_duplicado: true })
  const { status, error } = await adm.call(ventas.crear, { body })
  return status === 201 ? 'kept' : error.codigo
}

async function setting(bloqueo_minutos: number) {
  const { version } = (await adm.call(ajustes.obtener)).body
  await adm.call(ajustes.editar, { body: { version, bloqueo_minutos } })
}

async function own(bloqueo_minutos: number | null) {
  const all = (await adm.call(contrato.listar)).body
  const id = all.find((t) => t.base_id === USD && t.cotizacion_id === PEN)?.id ?? 0
  await comoDueno(app.url, 'UPDATE tipos_cambios SET bloqueo_minutos = $1 WHERE id = $2', [
    bloqueo_minutos,
    id,
  ])
}

async function told(minutes: number) {
  at(minutes)
  const params = { paisId: 'pe', divisaBaseId: USD, divisaCotizacionId: PEN }
  const { body } = await adm.call(contrato.divisas, { params })
  return Math.round((Date.parse(body.valida_hasta) - NOON) / 1000 - minutes * 60) / 60
}

test('twenty minutes by default, and not a moment longer', async () => {
  expect([await told(19.9), await kept(19.9)]).toEqual([20, 'kept'])
  expect(await kept(20)).toBe('COTIZACION_FALTA')
})

test('as many as Ajustes says, from the next request on', async () => {
  await setting(60)
  expect([await told(59.9), await kept(59.9)]).toEqual([60, 'kept'])
  await setting(5)
  expect([await told(5), await kept(5)]).toEqual([5, 'COTIZACION_FALTA'])
  await setting(0)
  expect(await kept(0.1)).toBe('COTIZACION_FALTA')
  await setting(20)
})

test('a rate may have its own duration', async () => {
  await own(40)
  expect([await told(39.9), await kept(39.9)]).toEqual([40, 'kept'])
  expect(await kept(40)).toBe('COTIZACION_FALTA')
  await own(0)
  expect(await kept(1)).toBe('COTIZACION_FALTA')
  await own(null)
})
