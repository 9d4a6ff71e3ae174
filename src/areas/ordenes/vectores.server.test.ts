import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { azarDe, SEMILLA } from '../../../test/jaula/azar.ts'
import { PEN } from '../../../test/support/areas/casa.ts'
import { montarOrdenes } from '../../../test/support/areas/ordenes.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { conectarDueno } from '../../../test/support/servidor/dueno.ts'
import { decimal, texto } from '../../core/dinero/decimal.ts'
import { contrato } from './contract.ts'
import { empezar } from './nueva/calculo/borrador.ts'
import { calcular, porCobrar } from './nueva/calculo/calculo.ts'

/* What the new order shows is what SQL quotes: both amounts, the margin, and what is forgiven in cash. */

const app = await startTestApp()
const casa = await montarOrdenes(app)
const { adm, cuentas, pagos } = casa

test(`both amounts and the margin of a quote (seed ${SEMILLA})`, async () => {
  const azar = azarDe(SEMILLA)
  const client = await conectarDueno(app.url)
  const { rows: tipos } = await client.query<{ id: number }>(
    'SELECT tipo_cambio_id AS id FROM tipos_cambios_historico WHERE id = $1',
    [casa.historico],
  )
  const quien = JSON.stringify({ usuario_id: adm.usuario_id, vencida: true })
  const seen = new Set<string>()
  for (let i = 0; i < 30; i += 1) {
    const tasa = () => texto(decimal(String(azar.entero(20_000, 90_000))).div(1000), 3)
    const p = {
      ...{ tasa: tasa(), tasa_costo: tasa(), precision: 3 },
      ...{ metodo_calculo: azar.de(['m', 'd']), origen: 'manual' },
    }
    await client.query('SELECT tipos_cambios_publicar($1, $2, NULL)', [
      tipos[0]?.id,
      JSON.stringify(p),
    ])
    const { body: opciones } = await adm.call(contrato.opciones)
    const historico_id = opciones.corredores.find(
      ({ base, cotizacion }) => base.id === PEN && cotizacion.iso === 'VES',
    )?.historico_id
    for (let k = 0; k < 20; k += 1) {
      const lado = azar.de(['envia', 'recibe'] as const)
      const valor = texto(decimal(String(azar.entero(1, 9_999_999))).div(100), 2)
      const borrador = { ...empezar(opciones), corredor: 'pe 2 1', lado, valor }
      const here = calcular(opciones, borrador, undefined)
      const { rows } = await client
        .query<{ envia: string; recibe: string; margen: string }>(
          `SELECT round(envia, 2)::text AS envia, round(recibe, 2)::text AS recibe, round(margen, 2)::text AS margen
           FROM ordenes_cotizar($1, $2)`,
          [quien, JSON.stringify({ historico_id, [lado]: valor })],
        )
        // So little that nothing arrives.
        .catch((error: Error) => {
          expect(error.message).toBe('VALIDACION')
          return { rows: [] }
        })
      if (!rows[0]) expect(decimal(here.recibe ?? '0').lte(0)).toBe(true)
      else {
        const { envia, recibe, margen } = here
        expect([p, borrador.lado, valor, { envia, recibe, margen }]).toEqual([
          p,
          lado,
          valor,
          rows[0],
        ])
        seen.add(decimal(margen ?? '0').lt(0) ? 'loss' : 'gain')
      }
    }
  }
  await client.end()
  expect([...seen].sort()).toEqual(['gain', 'loss'])
})

test('what is forgiven in cash is less than a coin, here and in the database', async () => {
  const { body: opciones } = await adm.call(contrato.opciones)
  const seen = new Set<boolean>()
  for (const efectivo of [true, false]) {
    for (let cents = 0; cents <= 30; cents += 1) {
      const falta = texto(decimal(String(cents)).div(100), 2)
      const line = {
        ...{ id: 1, referencia: 'A', comprobante: null, denominaciones: null },
        tipo_pago_id: efectivo ? pagos.efectivo : pagos.transferencia,
        cuenta_id: efectivo ? cuentas.cajaPen : cuentas.bcpPen,
        monto: texto(decimal('500').minus(decimal(falta)), 2),
      }
      const borrador = { ...empezar(opciones), corredor: 'pe 2 1', valor: '500.00', lineas: [line] }
      const here = porCobrar(opciones, borrador, calcular(opciones, borrador, undefined))
      const { rows } = await sql<{ favor: string | null }>`
        SELECT ordenes_favor(${PEN}, ${falta}::numeric, ${efectivo})::text AS favor`.execute(app.db)
      const paid = rows[0]?.favor !== null
      expect([efectivo, falta, here]).toEqual([efectivo, falta, paid ? null : falta])
      seen.add(paid)
    }
  }
  expect(seen.size).toBe(2)
})
