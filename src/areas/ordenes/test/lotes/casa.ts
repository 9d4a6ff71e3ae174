import type { z } from 'zod'
import type { montarOrdenes } from '../../../../../test/support/areas/ordenes.ts'
import type { TestApp } from '../../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../../test/support/servidor/dueno.ts'
import { contratoLotes } from '../../lotes/contract.ts'

type Linea = z.input<typeof contratoLotes.pagar.body>['lineas'][number]
/** A line whose id may be missing, as that of a batch that was not made. */
type Lineas = (Omit<Linea, 'linea_id'> & { linea_id: number | undefined })[]

/** A house whose account at Banesco pays by files, and what a payer does with batches. */
export async function montarLotes(app: TestApp, casa: Awaited<ReturnType<typeof montarOrdenes>>) {
  const { adm, pag, ves } = casa
  const owner = (text: string) => comoDueno(app.url, text)
  await owner(`UPDATE cuentas SET entidad_id = ${casa.banesco}, numero = '01340032610000010011', titular_doc = '20123456789'
  WHERE id = ${ves.banesco}`)

  await owner(`UPDATE entidades_financieras SET algoritmo = 'ninguno' WHERE id = ${casa.banesco}`)
  const [tipo] = await comoDueno<{ id: number }>(
    app.url,
    "SELECT id FROM tipos_pagos WHERE codigo = 'TRANSFERENCIA_VE'",
  )

  /** Beneficiaries with an account each; their bank checks no digits here. */
  const NUMEROS = ['01340032610000010011', '01340114870000010013', '01340223060000010012']
  async function beneficiario(n: number): Promise<number> {
    const made = await casa.crear(
      casa.nuevo({
        tipo_pago_id: tipo?.id,
        nombre: `Luis ${'ABC'[n]}énitez`,
        campos: { cuenta: NUMEROS[n] },
      }),
    )
    if (made.status >= 300) throw new Error(made.error.message)
    return made.body.id
  }
  const quienes = [await beneficiario(0), await beneficiario(1), await beneficiario(2)]

  const tomada = (n: number, envia = '100.00') =>
    casa.en('en_proceso', { beneficiario_id: quienes[n] as number, envia })
  const crear = (ordenes: number[], who = pag) =>
    who.call(contratoLotes.crear, { body: { cuenta_id: ves.banesco, ordenes } })
  const ver = async (id: number) => (await adm.call(contratoLotes.obtener, { params: { id } })).body
  const pagar = (id: number, lineas: Lineas, who = pag) =>
    who.call(contratoLotes.pagar, {
      params: { id },
      body: { lineas: lineas.map((l) => ({ ...l, linea_id: l.linea_id ?? 0 })) },
    })
  return { NUMEROS, quienes, tomada, crear, ver, pagar }
}
