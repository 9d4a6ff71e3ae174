import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { conectarDueno } from '../../../../test/support/servidor/dueno.ts'

/*
 * Every trigger of `cambios_fijos`, as the database has it: a column that no step lists never changes, and one that a
 * step lists changes by that step alone. Each works on a copy of its table without the other guards, which would
 * refuse first; which trigger says what is in test/__snapshots__/disparadores.txt.
 */

const app = await startTestApp()
const owner = await conectarDueno(app.url)
afterAll(() => owner.end())

interface Guarda {
  tabla: string
  /** How the trigger is made on the copy. */
  crear: string
  args: Buffer
  columnas: { nombre: string; clase: string; tipo: string }[]
}

const { rows: guardas } = await owner.query<Guarda>(
  `SELECT c.relname AS tabla, t.tgargs AS args,
     regexp_replace(pg_get_triggerdef(t.oid), ' ON \\S+ ', ' ON copia ') AS crear, (
       SELECT jsonb_agg(jsonb_build_object('nombre', k.attname, 'clase', y.typcategory, 'tipo', y.typname))
       FROM pg_attribute k JOIN pg_type y ON y.oid = k.atttypid
       WHERE k.attrelid = c.oid AND k.attnum > 0 AND NOT k.attisdropped AND k.attname <> 'fecha_negocio') AS columnas
   FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
   WHERE t.tgfoid = 'cambios_fijos'::regproc AND t.tgenabled = 'O' ORDER BY 1`,
)

/** Two values of a type. */
const valores: Record<string, readonly [string, string]> = {
  N: ['1', '2'],
  S: ['a', 'b'],
  B: ['true', 'false'],
  D: ['2025-11-20', '2025-11-21'],
  T: ['1 day', '2 days'],
  A: ['{}', '{1}'],
  jsonb: ['{}', '[]'],
  uuid: ['00000000-0000-0000-0000-000000000001', '00000000-0000-0000-0000-000000000002'],
  bytea: ['a', 'b'],
}
const dos = ({ clase, tipo }: Guarda['columnas'][number]) =>
  valores[clase === 'U' ? tipo : clase] ?? ['', '']

test('each guarded table is there', () => {
  expect(guardas.map(({ tabla }) => tabla)).toEqual(expect.arrayContaining(['turnos', 'vistos']))
})

test.each(guardas.map((each) => [each.tabla, each] as const))(
  '%s: only the columns of a step change, and only by it',
  async (_, { crear, args, columnas, tabla }) => {
    const [estado = '', ...pasos] = args.toString().split('\0').slice(0, -1)
    const steps = pasos.flatMap((paso, n) =>
      n % 2
        ? []
        : [{ paso: new RegExp(paso), libres: pasos[n + 1]?.slice(1, -1).split(',') ?? [] }],
    )
    const columna = columnas.find(({ nombre }) => nombre === estado) as Guarda['columnas'][number]
    const palabras = pasos.flatMap((paso, n) => (n % 2 ? [] : (paso.match(/[a-z_]{3,}/g) ?? [])))
    // A state that no step names, too; what is no word is there or is not.
    const estados =
      columna.clase === 'S'
        ? [...new Set(['otro', ...palabras.filter((word) => word !== 'nulo')])]
        : [null, dos(columna)[0]]
    await owner.query(`DROP TABLE IF EXISTS copia; CREATE TEMP TABLE copia (LIKE ${tabla});
    DO $$ DECLARE k text; BEGIN FOR k IN SELECT attname FROM pg_attribute WHERE attrelid = 'copia'::regclass
      AND attnum > 0 AND attnotnull LOOP EXECUTE format('ALTER TABLE copia ALTER %I DROP NOT NULL', k); END LOOP; END $$;
    ${crear}`)
    const poner = async (antes: string | null) => {
      await owner.query('TRUNCATE copia')
      const row = columnas.map((each) => [each.nombre, each === columna ? antes : dos(each)[0]])
      await owner.query(
        'INSERT INTO copia SELECT (jsonb_populate_record(NULL::copia, $1::jsonb)).*',
        [JSON.stringify(Object.fromEntries(row))],
      )
    }
    /** Whether this state and other values of these columns are accepted; what was accepted is undone. */
    const cambia = async (despues: string | null, nombres: readonly string[]) => {
      const otras = columnas.filter(({ nombre }) => nombres.includes(nombre) && nombre !== estado)
      const sets = [`${estado} = $1`, ...otras.map((each, n) => `${each.nombre} = $${n + 2}`)]
      await owner.query('BEGIN')
      const done = await owner
        .query(`UPDATE copia SET ${sets.join(', ')}`, [
          despues,
          ...otras.map((each) => dos(each)[1]),
        ])
        .then(
          ({ rowCount }) => rowCount,
          ({ code }) => code,
        )
      await owner.query('ROLLBACK')
      expect([1, 'CB002']).toContain(done)
      return done === 1
    }
    const mal: string[] = []
    for (const antes of estados) {
      await poner(antes)
      for (const despues of estados) {
        const paso = `${antes ?? 'nulo'} ${despues ?? 'nulo'}`
        const hay = steps.filter((each) => each.paso.test(paso))
        const vale = (nombres: readonly string[]) =>
          hay.some(({ libres }) =>
            [...nombres, ...(antes === despues ? [] : [estado])].every((one) =>
              libres.includes(one),
            ),
          )
        const pruebas = [[], ...columnas.map(({ nombre }) => [nombre]), ...hay.map((h) => h.libres)]
        for (const nombres of pruebas) {
          if (nombres.length === 1 && nombres[0] === estado) continue
          const propias = nombres.filter((one) => one !== estado)
          if ((await cambia(despues, propias)) !== vale(propias))
            mal.push(`${paso}: ${propias.join(', ')}`)
        }
      }
      if (crear.includes('DELETE'))
        await expect(owner.query('DELETE FROM copia')).rejects.toMatchObject({ code: 'CB002' })
    }
    expect(mal).toEqual([])
  },
)
