// The reference for postings: a bare Node server and one statement on tables of its own, with the keys that any ledger
// has. It knows no rules, sessions or answers, so it shows the best that the machine can do.
import { createServer } from 'node:http'
import pg from 'pg'

const TABLAS = `
  CREATE SCHEMA IF NOT EXISTS desnudo;
  CREATE TABLE IF NOT EXISTS desnudo.cuentas (id int PRIMARY KEY, saldo numeric(38,8) NOT NULL CHECK (saldo > -1e29));
  CREATE TABLE IF NOT EXISTS desnudo.series (id int PRIMARY KEY, ultimo int NOT NULL);
  CREATE TABLE IF NOT EXISTS desnudo.operaciones (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, numero int NOT NULL UNIQUE, clave uuid NOT NULL UNIQUE,
    fecha timestamptz NOT NULL DEFAULT now(), cuerpo jsonb NOT NULL);
  CREATE TABLE IF NOT EXISTS desnudo.apuntes (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, operacion_id bigint NOT NULL REFERENCES desnudo.operaciones,
    cuenta_id int NOT NULL REFERENCES desnudo.cuentas, importe numeric(38,8) NOT NULL);
  CREATE INDEX IF NOT EXISTS apuntes_cuenta ON desnudo.apuntes (cuenta_id, id);
  INSERT INTO desnudo.cuentas SELECT n, 0 FROM generate_series(1, 400) n ON CONFLICT DO NOTHING;
  INSERT INTO desnudo.series VALUES (1, 0) ON CONFLICT DO NOTHING`

/** Balances first, in the order of ids, the number last: as any ledger does. */
const ASENTAR = `
  WITH c AS (
    UPDATE desnudo.cuentas k SET saldo = k.saldo + d.importe FROM unnest($1::int[], $2::numeric[]) d (id, importe)
    WHERE k.id = d.id RETURNING k.id
  ), s AS (
    UPDATE desnudo.series SET ultimo = ultimo + 1 WHERE id = 1 AND (SELECT count(*) FROM c) > 0 RETURNING ultimo
  ), o AS (
    INSERT INTO desnudo.operaciones (numero, clave, cuerpo) SELECT ultimo, $3, $4 FROM s RETURNING id, numero
  ), a AS (
    INSERT INTO desnudo.apuntes (operacion_id, cuenta_id, importe)
    SELECT o.id, d.id, d.importe FROM o, unnest($1::int[], $2::numeric[]) d (id, importe) RETURNING 1
  )
  SELECT id, numero, (SELECT count(*) FROM a) AS apuntes FROM o`

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
await pool.query(TABLAS)

const server = createServer((request, answer) => {
  const parts: Buffer[] = []
  request.on('data', (part) => parts.push(part))
  request.on('end', async () => {
    const text = Buffer.concat(parts).toString()
    const { mostrador, divisa, soles } = JSON.parse(text)
    const ids = [1, 2, 3, 4].map((n) => mostrador * 4 + n)
    const values = [ids, [divisa, -divisa, soles, -soles], request.headers['idempotency-key'], text]
    const { rows } = await pool.query({ name: 'asentar', text: ASENTAR, values })
    const body = JSON.stringify(rows[0])
    answer.writeHead(201, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    })
    answer.end(body)
  })
})
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('listo\n'))
