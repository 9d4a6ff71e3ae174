import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { montarCasa, publicar } from '../../../test/support/areas/casa.ts'
import { mostrador } from '../../../test/support/areas/mostrador.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../test/support/servidor/dueno.ts'
import { contrato as ajustes } from '../../areas/ajustes-saldo/contract.ts'
import { contrato as comprasVentas } from '../../areas/compras-ventas/contract.ts'
import { startJobs } from '../proceso/jobs.ts'
import { revisar, soloLectura } from './revision.ts'

const app = await startTestApp()
const casa = await montarCasa(app)
const { adm } = casa
const { compra } = mostrador(casa)

const comprar = (clave = randomUUID(), monto = '10.00', soles = '35.20') =>
  adm.call(comprasVentas.crear, { body: compra(monto, soles, { confirmo_duplicado: true }), clave })

/** Runs SQL as the owner with the guards off: the only way to damage the books, and to undo the damage. */
const sinGuardas = (text: string) =>
  comoDueno(app.url, `SET session_replication_role = replica; ${text}`)

const ALL_IN_USE = '(SELECT max(id) FROM apuntes)'
const danos: Record<string, [regla: string, dano: string, arreglo: string]> = {
  'a balance that is changed': [
    'Los saldos suman cero en cada moneda',
    "UPDATE cuentas_contables SET saldo = saldo + 1 WHERE codigo = 'capital'",
    "UPDATE cuentas_contables SET saldo = saldo - 1 WHERE codigo = 'capital'",
  ],
  'two balances that still sum to zero': [
    'El saldo de cada cuenta es el que dejó su último apunte',
    `UPDATE cuentas_contables SET saldo = saldo + CASE codigo WHEN 'capital' THEN -5 ELSE 5 END
     WHERE codigo IN ('capital', 'servicio')`,
    `UPDATE cuentas_contables SET saldo = saldo + CASE codigo WHEN 'capital' THEN 5 ELSE -5 END
     WHERE codigo IN ('capital', 'servicio')`,
  ],
  'a cost without a quantity': [
    'Sin cantidad de una divisa no hay costo',
    `UPDATE cuentas_contables SET saldo = saldo + CASE codigo WHEN 'contravalor:USDT' THEN 5 ELSE -5 END
     WHERE codigo IN ('contravalor:USDT', 'redondeo')`,
    `UPDATE cuentas_contables SET saldo = saldo + CASE codigo WHEN 'contravalor:USDT' THEN -5 ELSE 5 END
     WHERE codigo IN ('contravalor:USDT', 'redondeo')`,
  ],
  'an old leg': [
    'El saldo de cada cuenta es la suma de sus apuntes',
    `UPDATE apuntes SET importe = importe + CASE WHEN cuenta_id = (SELECT id FROM cuentas_contables WHERE codigo = 'capital') THEN -1 ELSE 1 END,
            valor = valor + CASE WHEN cuenta_id = (SELECT id FROM cuentas_contables WHERE codigo = 'capital') THEN -1 ELSE 1 END
     WHERE asiento_id = (SELECT min(id) FROM asientos)`,
    `UPDATE apuntes SET importe = importe - CASE WHEN cuenta_id = (SELECT id FROM cuentas_contables WHERE codigo = 'capital') THEN -1 ELSE 1 END,
            valor = valor - CASE WHEN cuenta_id = (SELECT id FROM cuentas_contables WHERE codigo = 'capital') THEN -1 ELSE 1 END
     WHERE asiento_id = (SELECT min(id) FROM asientos)`,
  ],
  'a leg that alone is wrong': [
    'Cada asiento reciente suma cero en cada moneda y en valor',
    `UPDATE apuntes SET valor = valor + 1 WHERE id = ${ALL_IN_USE}`,
    `UPDATE apuntes SET valor = valor - 1 WHERE id = ${ALL_IN_USE}`,
  ],
  'a balance in the middle of the history': [
    'El saldo que dejó cada apunte reciente sigue al anterior',
    `UPDATE apuntes SET saldo_despues = saldo_despues + 1 WHERE id = (
       SELECT id FROM apuntes WHERE cuenta_id = ${casa.cuentas.cajaPen} ORDER BY id OFFSET 1 LIMIT 1)`,
    `UPDATE apuntes SET saldo_despues = saldo_despues - 1 WHERE id = (
       SELECT id FROM apuntes WHERE cuenta_id = ${casa.cuentas.cajaPen} ORDER BY id OFFSET 1 LIMIT 1)`,
  ],
  'a hole in the history of a rate': [
    'La historia reciente de cada tasa no tiene huecos ni solapes',
    `UPDATE tipos_cambios_historico SET vigencia = tstzrange(lower(vigencia), upper(vigencia) - interval '1 microsecond')
     WHERE id = ${casa.tasas.compraUsd}`,
    `UPDATE tipos_cambios_historico SET vigencia = tstzrange(lower(vigencia), upper(vigencia) + interval '1 microsecond')
     WHERE id = ${casa.tasas.compraUsd}`,
  ],
}

// A history with two rows for one rate and one till, and a sealed audit.
await publicar(app, 1, 'm', '3.530', 3)
await publicar(app, 1, 'm', '3.520', 3)
const { rows } = await sql<{ id: number }>`
  SELECT id FROM tipos_cambios_historico WHERE tipo_cambio_id = 1 AND upper_inf(vigencia)`.execute(
  app.db,
)
casa.tasas.compraUsd = rows[0]?.id as number
for (let n = 0; n < 3; n += 1) expect((await comprar()).status).toBe(201)
await sql`SELECT auditoria_sellar()`.execute(app.db)

afterEach(async () => {
  expect(await revisar(app.db)).toBeNull()
  expect(await soloLectura(app.db)).toBeNull()
})

test('correct books accept operations', async () => {
  expect(await revisar(app.db)).toBeNull()
  expect(await revisar(app.db, { fondo: false })).toBeNull()
  expect((await comprar()).status).toBe(201)
})

test.each(Object.entries(danos))(
  '%s stops the books until it is mended',
  async (_, [regla, dano, arreglo]) => {
    await sinGuardas(dano)
    try {
      expect(await revisar(app.db)).toMatchObject({ regla })
      const { status, error } = await comprar()
      expect([status, error.codigo, error.detalle]).toEqual([409, 'SOLO_LECTURA', { regla }])
    } finally {
      await sinGuardas(arreglo)
    }
    expect(await revisar(app.db)).toBeNull()
    expect((await comprar()).status).toBe(201)
  },
)

test('a rewritten link of the audit stops the books too', async () => {
  const [kept] = await comoDueno<{ accion: string; id: string }>(
    app.url,
    'SELECT a.id, a.accion FROM auditoria_cadena c JOIN auditoria a ON a.id = c.auditoria_id ORDER BY c.pos DESC LIMIT 1',
  )
  await sinGuardas(`UPDATE auditoria SET accion = 'otra' WHERE id = ${kept?.id}`)
  const found = await revisar(app.db)
  await sinGuardas(`UPDATE auditoria SET accion = '${kept?.accion}' WHERE id = ${kept?.id}`)
  expect(found?.regla).toBe('Los últimos eslabones de la auditoría siguen unos a otros')
})

const [, dano, arreglo] = danos['a balance that is changed'] as [string, string, string]

test('while stopped, no call posts or publishes a rate; reads and idempotent replays still work', async () => {
  const clave = randomUUID()
  const earlier = await comprar(clave)
  expect(earlier.status).toBe(201)
  await sinGuardas(dano)
  // A difference in the balances is found before the first request is served.
  expect(await revisar(app.db, { fondo: false })).toMatchObject({ detalle: 'moneda 2: 1.00000000' })

  const ajuste = {
    cuenta_id: casa.cuentas.cajaPen,
    motivo: 'sobrante',
    monto: '1.00',
    observacion: 'Contado dos veces.',
  } as const
  const doors = [
    await comprar(),
    await adm.call(ajustes.crear, { body: ajuste }),
    await adm.call(comprasVentas.anular, {
      params: { id: earlier.body.id },
      body: { motivo: 'Error de digitación' },
    }),
    await adm.raw('PUT', '/api/pares-divisas/compra-venta/1', {
      compra: '3.521',
      venta: '3.561',
      motivo: null,
    }),
  ]
  expect(doors.map(({ status, error }) => [status, error.codigo])).toEqual(
    doors.map(() => [409, 'SOLO_LECTURA']),
  )
  await expect(publicar(app, 1, 'm', '3.540', 3)).rejects.toThrow('SOLO_LECTURA')
  for (const path of [
    '/compras-ventas',
    '/cuentas',
    '/cuentas/movimientos',
    '/posiciones',
    '/clientes',
  ]) {
    expect([path, (await adm.raw('GET', `/api${path}`)).status]).toEqual([path, 200])
  }
  expect(await comprar(clave)).toMatchObject({ status: 201, body: earlier.body })
  const ready = await adm.raw('GET', '/api/listo')
  expect([ready.status, ready.error.codigo, ready.error.detalle]).toEqual([
    503,
    'NO_ESCRIBE',
    {
      motivo: 'los libros no cuadran',
      solo_lectura: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    },
  ])

  // The check of balances alone never lifts the stop.
  await sinGuardas(arreglo)
  expect(await revisar(app.db, { fondo: false })).toBeNull()
  expect(await soloLectura(app.db)).not.toBeNull()
  expect(await revisar(app.db)).toBeNull()
  expect((await adm.raw('GET', '/api/listo')).body).toEqual({ ok: true, solo_lectura: null })
})

test('each stop and each resumption is in the audit once, however often the check runs', async () => {
  const count = async () => {
    const { rows: kinds } = await sql<{ accion: string; n: number }>`
      SELECT accion, count(*)::int AS n FROM auditoria WHERE entidad = 'solo-lectura' GROUP BY accion ORDER BY accion`.execute(
      app.db,
    )
    return Object.fromEntries(kinds.map(({ accion, n }) => [accion, n]))
  }
  const before = await count()
  await sinGuardas(dano)
  for (let n = 0; n < 3; n += 1) await revisar(app.db)
  await sinGuardas(arreglo)
  for (let n = 0; n < 3; n += 1) await revisar(app.db)
  expect(await count()).toEqual({
    detener: (before.detener ?? 0) + 1,
    reanudar: (before.reanudar ?? 0) + 1,
  })
})

test('the program runs the check when it starts and reports what it found', async () => {
  await sinGuardas(dano)
  const said: string[] = []
  const stop = startJobs(app.db, () => (error) => said.push((error as Error).message))
  await expect.poll(() => soloLectura(app.db)).not.toBeNull()
  await stop()
  await expect
    .poll(() => said)
    .toEqual(['Solo lectura. Los saldos suman cero en cada moneda: moneda 2: 1.00000000'])
  await sinGuardas(arreglo)
})
