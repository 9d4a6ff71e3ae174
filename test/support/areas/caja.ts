import { sql } from 'kysely'
import type { ConteoCuenta } from '../../../src/areas/cierres/contract/turnos.ts'
import { contrato } from '../../../src/areas/cierres/contract.ts'
import type { Client, TestApp } from '../servidor/app.ts'
import { type Casa, USD } from './casa.ts'

/** Makes a user the one responsible for tills. */
export async function aCargo(
  { db }: Pick<TestApp, 'db'>,
  { usuario_id }: Pick<Client, 'usuario_id'>,
  ...cuentas: number[]
): Promise<void> {
  await sql`UPDATE cuentas SET responsable_id = ${usuario_id} WHERE id = ANY (${cuentas})`.execute(
    db,
  )
}

/** A cashier with a till of her own: the soles and dollars of the test house. Dollars are counted by denomination. */
export async function cajera(app: TestApp, { cuentas }: Casa, quien?: Client) {
  const caj = quien ?? (await app.signedIn('caj'))
  await aCargo(app, caj, cuentas.cajaPen, cuentas.cajaUsd)
  await sql`UPDATE monedas SET billetes = '100 50 20 10 5 1' WHERE id = ${USD}`.execute(app.db)

  /** The body of a count of the till: soles as an amount, dollars in one-dollar notes. */
  const conteos = (soles: string, dolares: number): ConteoCuenta[] => [
    { cuenta_id: cuentas.cajaPen, monto: soles },
    {
      cuenta_id: cuentas.cajaUsd,
      ...(dolares === 0 && { monto: '0' }),
      denominaciones: [
        { clase: 'billete' as const, valor: '100', cantidad: Math.floor(dolares / 100) },
        { clase: 'billete' as const, valor: '1', cantidad: dolares % 100 },
      ].filter(({ cantidad }) => cantidad > 0),
    },
  ]
  const abrir = async (soles = '50000.00', dolares = 10_000) => {
    const { body, error } = await caj.call(contrato.abrir, {
      body: { conteos: conteos(soles, dolares) },
    })
    if (!body.id) throw new Error(error.message)
    return body.id
  }
  const paso = (cual: 'contar' | 'seguir', id: number) =>
    caj.call(contrato[cual], { params: { id } })
  const contar = async (id: number, soles: string, dolares: number) => {
    await paso('contar', id)
    return caj.call(contrato.guardarConteo, {
      params: { id },
      body: { conteos: conteos(soles, dolares) },
    })
  }
  const cerrar = (id: number, motivo: string | null = null) =>
    caj.call(contrato.cerrarTurno, { params: { id }, body: { motivo } })
  return { caj, conteos, abrir, paso, contar, cerrar }
}
