import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { montarAgenda } from '../../../test/support/areas/agenda.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import {
  type CampoPago,
  reparosDePago,
  TIPOS_CAMPO,
  type TipoCampo,
} from '../tipos-pagos/rules/datos-pago.ts'

const app = await startTestApp()
const { tipo, banesco } = await montarAgenda(app)
const BANESCO = {
  ...({ nombre: 'Banesco', codigo: '0134', algoritmo: 've20', patron: null } as const),
  pais: 've',
}

/** Valid, invalid and hostile values for every type. */
const VALORES = [
  ...[
    '04141234567',
    '0414 123',
    '3001234567',
    '2001234567',
    '987654321',
    '887654321',
    '3055550101',
  ],
  ...['1055550101', '123456', '12345', '1'.repeat(40), '1'.repeat(41), '01340032610000010011'],
  ...[
    '01340032610000010012',
    '01020223060000010012',
    'a@b.co',
    'A@b.co',
    'a@b',
    'a b@c.co',
    '@maria22',
  ],
  ...[
    '@ab',
    '@maria 22',
    'TDemoAndino11111111111111111111111',
    'Av. Sucre 12',
    ' x',
    'x ',
    '',
    'x'.repeat(120),
  ],
  ...[
    'x'.repeat(121),
    '٣٠٠١٢٣٤٥٦٧',
    '12\n34',
    "'; DROP TABLE x",
    '%_\\',
    '0x10',
    'V12345678',
    'ñandú',
  ],
]

const TIPOS = (Object.keys(TIPOS_CAMPO) as TipoCampo[]).filter((each) => each !== 'entidad')

test.each(TIPOS)('%s gives the same result in code and in the database', async (each) => {
  const campo: CampoPago = {
    ...{ clave: 'dato', etiqueta: 'Dato', tipo: each, obligatorio: true, ejemplo: null },
    patron: each === 'texto' ? '[A-Za-z0-9. ]{1,119}' : null,
  }
  const banco: CampoPago = { ...campo, clave: 'banco', tipo: 'entidad', patron: null }
  const tipo_pago = await tipo(`GEMELO_${each.toUpperCase()}`, [banco, campo])
  const own = each === 'documento'
  for (const pais of ['ve', 'co', 'pe', 'us', 'cl']) {
    for (const valor of VALORES) {
      const campos: Record<string, string> = own ? {} : { dato: valor }
      const num_doc = own ? valor : 'V1'
      const [here] = reparosDePago([banco, campo], { pais, num_doc, campos }, BANESCO)
      const { rows } = await sql<{ campo: string | null }>`
        SELECT beneficiarios_reparo(${tipo_pago}, ${pais}, ${num_doc}, ${banesco}, ${JSON.stringify(campos)}::jsonb) AS campo`.execute(
        app.db,
      )
      // The database also refuses what only the schema refuses: surrounding blanks and control characters.
      const stored = valor === valor.trim() && !/[\n]/.test(valor)
      if (stored) expect([pais, valor, rows[0]?.campo]).toEqual([pais, valor, here?.campo ?? null])
      else expect(rows[0]?.campo).not.toBeNull()
    }
  }
})
