import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { conectarDueno } from '../../../../test/support/servidor/dueno.ts'

/* Triggers that refuse a change of some rows alone, each on a copy of its table without the other guards. */

const app = await startTestApp()
const owner = await conectarDueno(app.url)
afterAll(() => owner.end())

const cases = [
  {
    disparador: 'gastos_propuestos_fijos',
    fila: { id: 1, numero: 'GA-1', estado: 'pendiente', confirmado: false },
    fuera: { id: 1, numero: 'GA-1', estado: 'pendiente', confirmado: true },
    cambios: ['numero = numero', 'recurrente_id = NULL', 'periodo = NULL', 'id = 2'],
    borra: true,
  },
  {
    disparador: 'comisiones_revertida_queda',
    fila: { id: 1, revertida: true },
    fuera: { id: 1, revertida: false },
    cambios: ['revertida = false'],
  },
  {
    disparador: 'transferencias_diferencia_fija',
    // A difference that has its answer.
    fila: { id: 1, estado: 'recibida', diferencia_valor: '-5.00', cargo: 'casa' },
    fuera: { id: 1, estado: 'recibida', diferencia_valor: '-5.00', cargo: null },
    cambios: [
      "cargo = 'personal'",
      'cargo_usuario_id = 2',
      'diferencia_resuelta_en = now()',
      'diferencia_resuelta_por = 2',
      "diferencia_nota = 'otra'",
      'diferencia_solo = true',
      'version = 2',
    ],
  },
  {
    disparador: 'transferencias_diferencia_fija',
    // A transfer of which everything arrived.
    fila: { id: 1, estado: 'recibida' },
    fuera: { id: 1, estado: 'enviada' },
    cambios: ["cargo = 'casa'", "diferencia_nota = 'otra'"],
  },
]

test.each(cases)('$disparador: $fila', async ({ disparador, fila, fuera, cambios, borra }) => {
  const { rows } = await owner.query<{ tabla: string; crear: string }>(
    `SELECT tgrelid::regclass::text AS tabla,
       regexp_replace(pg_get_triggerdef(oid), ' ON \\S+ ', ' ON copia ') AS crear
     FROM pg_trigger WHERE tgname = $1`,
    [disparador],
  )
  const { tabla, crear } = rows[0] as { tabla: string; crear: string }
  await owner.query(`DROP TABLE IF EXISTS copia; CREATE TEMP TABLE copia (LIKE ${tabla});
    DO $$ DECLARE k text; BEGIN FOR k IN SELECT attname FROM pg_attribute WHERE attrelid = 'copia'::regclass
      AND attnum > 0 AND attnotnull LOOP EXECUTE format('ALTER TABLE copia ALTER %I DROP NOT NULL', k); END LOOP; END $$;
    ${crear}`)
  const poner = async (row: object) => {
    await owner.query('TRUNCATE copia')
    await owner.query('INSERT INTO copia SELECT (jsonb_populate_record(NULL::copia, $1)).*', [row])
  }
  const texts = [
    ...cambios.map((set) => `UPDATE copia SET ${set}`),
    ...(borra ? ['DELETE FROM copia'] : []),
  ]
  await poner(fila)
  for (const text of texts)
    await expect(owner.query(text), text).rejects.toMatchObject({ code: 'CB002' })
  for (const text of texts) {
    await poner(fuera)
    expect((await owner.query(text)).rowCount, text).toBe(1)
  }
})
