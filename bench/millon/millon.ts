// `npm run bench:millon` builds a house of many months and measures what grows with it (docs/rendimiento.md, "A million
// operations"). BENCH_CASA names a folder that keeps the house for the next run; `-- verificar` measures each rule,
// `-- uso` what as many postings through the program leave in tables and indexes, `-- respaldo` a backup and a restore.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { sellar } from '../../src/areas/auditoria/cadena/sellado.ts'
import { startPostgres } from '../../src/server/embedded/embedded.ts'
import { comoSuperusuario } from '../../test/support/servidor/dueno.ts'
import { comoRol } from '../../test/support/servidor/url.ts'
import { comoDueno, llenar, montar, prepararPgbench } from '../casa.ts'
import { FILAS, say } from '../mundo.ts'
import { medir } from './medir.ts'
import { medirReglas } from './reglas.ts'
import { medirRespaldo } from './respaldo.ts'
import { medirUso } from './uso.ts'

const MES = 30
/** Operations of a day, so that thirty days are registered and the rest are copies of them. */
const AL_DIA = 1_000
/** Months of `MES` days, the last one ending yesterday. */
const MESES = Math.max(1, Math.round(FILAS / (MES * AL_DIA)))
const DIA_MS = 86_400_000

/** Registers one month by the real function, as if it were that long ago. */
async function registrar(url: string): Promise<void> {
  const midnight = Math.floor((Date.now() - 5 * 3_600_000) / DIA_MS) * DIA_MS + 5 * 3_600_000
  const begin = midnight - MESES * MES * DIA_MS
  const clock = (at: number) => new Date(at).toISOString()
  await comoSuperusuario(
    url,
    `ALTER DATABASE ${nameOf(url)} SET cambista.ahora = '${clock(begin)}'`,
  )
  const casa = await montar(url, 24)
  await prepararPgbench(url, casa)
  // Ten hours of counter a day, from eight in the morning.
  const cadaUna = (10 * 3_600_000) / AL_DIA
  await llenar(url, casa, MES * AL_DIA, say, (done) => {
    const day = Math.floor(done / AL_DIA)
    return clock(begin + day * DIA_MS + 8 * 3_600_000 + (done % AL_DIA) * cadaUna)
  })
  await sellar(casa.db)
  await casa.db.destroy()
  await comoSuperusuario(url, `ALTER DATABASE ${nameOf(url)} RESET cambista.ahora`)
}

/** Copies that month onto the months since, past all guards. */
async function repetir(url: string): Promise<void> {
  await comoDueno(comoRol(url, 'cambista'), async (client) => {
    await client.query(
      `SET session_replication_role = replica; SET synchronous_commit = off; DROP TABLE IF EXISTS bench_pedidos`,
    )
    for (let n = 1; n < MESES; n += 1) {
      say(`  mes ${n + 1} de ${MESES}`)
      await copiar(client, n)
    }
    await cuadrar(client, MESES - 1)
    if (MESES > 1) await client.query('DROP TABLE millon_base, millon_cambio')
    await client.query('VACUUM (FREEZE, ANALYZE)')
  })
}

const nameOf = (url: string) => new URL(url).pathname.slice(1)

/** Copies the first month's operations with entries, legs and payments onto the `n`th month after it. */
async function copiar(client: pg.Client, n: number): Promise<void> {
  if (n === 1) {
    await client.query(`
      CREATE TABLE millon_base AS SELECT
        (SELECT max(id) FROM asientos) AS asientos, (SELECT max(id) FROM apuntes) AS apuntes,
        (SELECT max(id) FROM compras_ventas) AS operaciones, (SELECT max(id) FROM compras_ventas_pagos) AS pagos;
      CREATE TABLE millon_cambio AS SELECT p.cuenta_id, sum(p.importe) AS importe FROM apuntes p
        JOIN asientos a ON a.id = p.asiento_id WHERE a.origen = 'compras-ventas' GROUP BY 1`)
  }
  const mes = `interval '${n * MES} days'`
  await client.query(`
    INSERT INTO asientos (id, fecha, origen, origen_id, glosa, usuario_id) OVERRIDING SYSTEM VALUE
      SELECT a.id + ${n} * b.asientos, a.fecha + ${mes}, a.origen, a.origen_id + ${n} * b.operaciones, a.glosa, a.usuario_id
      FROM asientos a, millon_base b WHERE a.origen = 'compras-ventas' AND a.id <= b.asientos ORDER BY a.id;
    INSERT INTO apuntes (id, asiento_id, cuenta_id, moneda_id, importe, valor, saldo_despues, detalle) OVERRIDING SYSTEM VALUE
      SELECT p.id + ${n} * b.apuntes, p.asiento_id + ${n} * b.asientos, p.cuenta_id, p.moneda_id, p.importe, p.valor,
             p.saldo_despues + ${n} * c.importe, p.detalle
      FROM apuntes p JOIN asientos a ON a.id = p.asiento_id JOIN millon_cambio c ON c.cuenta_id = p.cuenta_id, millon_base b
      WHERE a.origen = 'compras-ventas' AND p.id <= b.apuntes ORDER BY p.id;
    INSERT INTO compras_ventas (id, numero, clave, fecha, tipo, cliente_id, divisa_id, monto, contramoneda_id, contravalor,
        historico_id, tasa, precision, metodo_calculo, servicio, redondeo, costo, ganancia, margen, monto_usd, asiento_id,
        usuario_id, estado, ficha_id) OVERRIDING SYSTEM VALUE
      SELECT o.id + ${n} * b.operaciones, 'copia-' || o.id + ${n} * b.operaciones, gen_random_uuid(), o.fecha + ${mes}, o.tipo,
             o.cliente_id, o.divisa_id, o.monto, o.contramoneda_id, o.contravalor, o.historico_id, o.tasa, o.precision,
             o.metodo_calculo, o.servicio, o.redondeo, o.costo, o.ganancia, o.margen, o.monto_usd,
             o.asiento_id + ${n} * b.asientos, o.usuario_id, o.estado, o.ficha_id
      FROM compras_ventas o, millon_base b WHERE o.id <= b.operaciones ORDER BY o.id;
    INSERT INTO compras_ventas_pagos (id, compra_venta_id, lado, tipo_pago_id, cuenta_id, moneda_id, monto, estado, asiento_id,
        fecha_negocio) OVERRIDING SYSTEM VALUE
      SELECT g.id + ${n} * b.pagos, g.compra_venta_id + ${n} * b.operaciones, g.lado, g.tipo_pago_id, g.cuenta_id, g.moneda_id,
             g.monto, g.estado, g.asiento_id + ${n} * b.asientos, (g.fecha_negocio + ${mes})::date
      FROM compras_ventas_pagos g, millon_base b WHERE g.id <= b.pagos ORDER BY g.id`)
}

/** Balances, numbers without gaps and the next ids are those of all the copies. */
async function cuadrar(client: pg.Client, copias: number): Promise<void> {
  if (copias > 0)
    await client.query(`
      UPDATE cuentas_contables k SET saldo = k.saldo + ${copias} * c.importe FROM millon_cambio c WHERE c.cuenta_id = k.id;
      CREATE TEMP TABLE n AS SELECT id, extract(year FROM fecha_negocio)::int AS anio,
        row_number() OVER (PARTITION BY extract(year FROM fecha_negocio) ORDER BY id) AS n FROM compras_ventas;
      UPDATE compras_ventas o SET numero = 'CV-' || n.anio || '-' || lpad(n.n::text, greatest(6, length(n.n::text)), '0')
        FROM n WHERE n.id = o.id AND o.numero LIKE 'copia-%';
      INSERT INTO series SELECT 'CV', anio, max(n) FROM n GROUP BY anio
        ON CONFLICT (serie, anio) DO UPDATE SET ultimo = excluded.ultimo`)
  for (const tabla of ['asientos', 'apuntes', 'compras_ventas', 'compras_ventas_pagos'])
    await client.query(
      `SELECT setval(pg_get_serial_sequence('${tabla}', 'id'), (SELECT max(id) FROM ${tabla}))`,
    )
}

/** How many operations the house has; 0 when there is no house yet. */
const cuantas = (url: string) =>
  comoDueno(url, async (client) => {
    const there = await client.query("SELECT to_regclass('compras_ventas') AS t")
    if (!there.rows[0]?.t) return 0
    return Number((await client.query('SELECT count(*) AS n FROM compras_ventas')).rows[0]?.n)
  })

/** Registers the first month and copies it, where that has not been done. */
async function preparar(url: string): Promise<void> {
  if ((await cuantas(url)) === 0) {
    say(`Registering ${MES * AL_DIA} operations…`)
    await registrar(url)
  }
  if (MESES > 1 && (await cuantas(url)) === MES * AL_DIA) {
    say(`Copying them onto ${MESES} months…`)
    await repetir(url)
  }
}

const carpeta = process.env.BENCH_CASA ?? mkdtempSync(join(tmpdir(), 'cambista-millon-'))
const postgres = await startPostgres({ carpeta })
try {
  const { url } = postgres
  if (process.argv.includes('uso')) await medirUso(url)
  else {
    await preparar(url)
    if (process.argv.includes('respaldo')) await medirRespaldo(carpeta, url)
    else await (process.argv.includes('verificar') ? medirReglas(url) : medir(url))
  }
} finally {
  await postgres.stop()
  if (!process.env.BENCH_CASA) rmSync(carpeta, { recursive: true, force: true })
}
