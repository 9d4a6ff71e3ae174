import { expect } from 'vitest'
import { contrato as compras } from '../../../src/areas/compras-ventas/contract.ts'
import { contrato, type Envio } from '../../../src/areas/webhooks/contract.ts'
import { emitir } from '../../../src/areas/webhooks/envio/emisor.ts'
import { montarCasa } from '../areas/casa.ts'
import { mostrador } from '../areas/mostrador.ts'
import type { TestApp } from '../servidor/app.ts'
import { sesionesSinFin } from '../servidor/dueno.ts'
import { abrirReceptor } from './receptor.ts'

/** The house's secret, and that events may go to this machine: for `startTestApp`. */
export const afuera = { anclas: null, clave: Buffer.alloc(32, 5), webhooksLocales: true }

/** A house with two receivers of its operations, and a clock that the test moves. */
export async function montarWebhooks(app: TestApp) {
  const casa = await montarCasa(app)
  const { adm } = casa
  const { compra } = mostrador(casa)
  const [receptor, otro] = [await abrirReceptor(), await abrirReceptor()]
  // Not before the machine's time: the house's rates are in force from then on.
  let now = Date.now()
  const adelantar = (segundos: number) => {
    now += segundos * 1000
    app.setClock(new Date(now).toISOString())
  }
  adelantar(0)
  await sesionesSinFin(app.url)
  const crear = async (nombre: string, url: string) => {
    const eventos = ['operacion', 'operacion_anulada', 'tasas_publicadas']
    return (await adm.call(contrato.crear, { body: { nombre, url, eventos } })).body
  }
  const [uno, dos] = [await crear('Contabilidad', receptor.url), await crear('Página', otro.url)]
  const emision = { db: app.db, afuera, alcance: 'equipo', azar: () => 0 } as const
  const emitirYa = (plazo_ms = 600_000) => emitir({ ...emision, plazo_ms })
  const log = async (query: Record<string, string | number> = { webhook_id: uno.id }) =>
    (await adm.call(contrato.envios, { query: { limite: 200, ...query } })).body.items
  const de = async (id: number) => {
    const { webhooks } = (await adm.call(contrato.configuracion)).body
    const found = webhooks.find((each) => each.id === id)
    if (!found) throw new Error(`no webhook ${id}`)
    return found
  }
  return {
    ...{ casa, adm, compra, receptor, otro, uno, dos, emision, adelantar, emitirYa, log, de },
    ahora: () => new Date(now).toISOString(),
    registrar: async () => {
      const body = { ...compra('10.00', '35.20'), confirmo_duplicado: true }
      const { status, body: made } = await adm.call(compras.crear, { body })
      expect(status).toBe(201)
      return made
    },
    ultimo: async () => (await log())[0] as Envio,
    ver: async (id: number) => (await adm.call(contrato.envio, { params: { id } })).body,
    activar: async (id: number, activo: boolean) => {
      const { nombre, url, eventos, version } = await de(id)
      const body = { nombre, url, eventos, activo, version }
      const { status } = await adm.call(contrato.editar, { params: { id }, body })
      expect(status).toBe(200)
    },
    cerrar: () => Promise.all([receptor.cerrar(), otro.cerrar()]),
  }
}
