import { sql } from 'kysely'
import { DomainError } from '../../core/errors.ts'
import { area } from '../../server/area.ts'
import { catalogHandlers } from '../../server/catalog.ts'
import { abrirMoneda } from '../../server/libro.ts'
import { contrato, monedas, valorDeMas } from './contract.ts'

/** The functional currency, and one in which an account holds something, cannot be switched off. */
async function enUso(db: Parameters<typeof abrirMoneda>[0], id: number): Promise<boolean> {
  const { rows } = await sql<{ en_uso: boolean }>`
    SELECT m.funcional OR EXISTS (SELECT FROM cuentas_contables WHERE moneda_id = m.id AND saldo <> 0) AS en_uso
    FROM monedas m WHERE id = ${id}`.execute(db)
  return rows[0]?.en_uso ?? false
}

/**
 * Is it that of the books, or does it have movements? Then its decimals and ISO code are fixed: entries use them, ledger accounts are found by ISO.
 */
async function movida(db: Parameters<typeof abrirMoneda>[0], id: number): Promise<boolean> {
  const { rows } = await sql<{ movida: boolean }>`
    SELECT EXISTS (SELECT FROM monedas WHERE id = ${id} AND funcional)
      OR EXISTS (SELECT FROM cuentas_contables c WHERE c.moneda_id = ${id}
                   AND EXISTS (SELECT FROM apuntes p WHERE p.cuenta_id = c.id)) AS movida`.execute(
    db,
  )
  return rows[0]?.movida ?? false
}

/** What is needed to write amounts in them, in a fixed order. */
const escritas = (db: Parameters<typeof abrirMoneda>[0]) =>
  db
    .selectFrom('monedas')
    .select(['id', 'nombre', 'imagen', 'simbolo', 'iso', 'decimales', 'decimales_pago'])
    .orderBy('id')

/** The decimals of payouts are told where they are fewer. */
const breves = <T extends { decimales_pago: number | null }>(rows: readonly T[]) =>
  rows.map(({ decimales_pago, ...row }) =>
    decimales_pago === null ? row : { ...row, decimales_pago },
  )

const FIJOS = [
  ['decimales', 'El número de decimales'],
  ['iso', 'El ISO'],
] as const

export const servidor = area(
  contrato,
  {
    ...catalogHandlers(monedas, {
      despues: ({ db }, id) => abrirMoneda(db, id),
      antes: async ({ db }, body, previa) => {
        const frozen = previa && FIJOS.find(([campo]) => previa[campo] !== body[campo])
        if (frozen && (await movida(db, previa.id))) {
          throw new DomainError('CONGELADO', { campo: frozen[1] })
        }
        if (Number(body.decimales_pago ?? 0) > Number(body.decimales)) {
          const msg = 'No puede pagar con más decimales de los que la moneda tiene.'
          throw new DomainError('VALIDACION', {}, [{ msg, campo: 'decimales_pago' }])
        }
        for (const campo of ['billetes', 'metalicas'] as const) {
          const wrong = valorDeMas(body[campo] as string | null, Number(body.decimales))
          if (!wrong) continue
          const msg = `${wrong} tiene más decimales que la moneda.`
          throw new DomainError('VALIDACION', {}, [{ msg, campo }])
        }
      },
      antesDeDesactivar: async ({ db }, id) => {
        if (await enUso(db, id)) throw new DomainError('EN_USO', { que: 'la moneda' })
      },
    }),
    lista: async ({ db }) => breves(await escritas(db).where('estatus', '=', true).execute()),
    todas: async ({ db }) => breves(await escritas(db).execute()),
  },
  {
    monedas_iso_key: ['una moneda con ese ISO', 'iso'],
    monedas_nombre_key: ['una moneda con ese nombre', 'nombre'],
  },
)
