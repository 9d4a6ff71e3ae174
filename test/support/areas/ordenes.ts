import { sql } from 'kysely'
import { contrato, type RegistroOrden } from '../../../src/areas/ordenes/contract.ts'
import { subirFoto } from '../foto.ts'
import type { Client, TestApp } from '../servidor/app.ts'
import { comoDueno } from '../servidor/dueno.ts'
import { montarAgenda } from './agenda.ts'
import { aCargo } from './caja.ts'
import { cuenta, PEN, VES } from './casa.ts'

/** The rate from soles to bolívares of docs/dominio.md, with its tasa de costo. */
async function tasaVes({ db }: TestApp): Promise<{ tipo: number; historico: number }> {
  const { id } = await db
    .insertInto('tipos_cambios')
    .values({
      pais: 'pe',
      base_id: PEN,
      cotizacion_id: VES,
      metodo_calculo: 'm',
      precision: 3,
      tasa_manual: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { tipo: id, historico: await publicarVes({ db }, id, '52.412') }
}

/** Publishes a new rate of that tipo de cambio. */
export async function publicarVes(
  { db }: Pick<TestApp, 'db'>,
  tipo: number,
  tasa: string,
): Promise<number> {
  const p = {
    tasa,
    tasa_costo: '55.758427',
    precision: 3,
    metodo_calculo: 'm',
    origen: 'manual',
  }
  const { rows } = await sql<{ id: number }>`
    SELECT tipos_cambios_publicar(${tipo}, ${JSON.stringify(p)}::jsonb, NULL) AS id`.execute(db)
  return rows[0]?.id as number
}

/**
 * The house of the worked example: VES 1,212,000 that cost 21,500.00, a rate of 52.412, a client with a beneficiary,
 * a cashier with the tills in soles and dollars, two payers and a manager.
 */
export async function montarOrdenes(app: TestApp) {
  // Its client may send large amounts: other tests cover the requirements for those.
  await comoDueno(
    app.url,
    "UPDATE ajustes SET valor = '1000000000' WHERE clave = 'umbral_declaracion_usd'",
  )
  const agenda = await montarAgenda(app)
  const { adm, caj, cuentas, pagos, ana } = agenda
  await aCargo(app, caj, cuentas.cajaPen, cuentas.cajaUsd)
  const { body } = await agenda.crear(agenda.nuevo())
  const banesco = await cuenta(app, adm, 'Banesco VES', VES, '1212000.00', '21500.00', 'banco')
  const mercantil = await cuenta(app, adm, 'Mercantil VES', VES, '0', undefined, 'banco')
  const { tipo, historico } = await tasaVes(app)
  const pag = await app.signedIn('pag')
  const otro = await app.signedIn('pag')
  const beneficiario_id = body.id

  const orden = (more: Partial<RegistroOrden> = {}): RegistroOrden => ({
    cliente_id: ana,
    beneficiario_id,
    historico_id: historico,
    envia: '500.00',
    confirmo_duplicado: true,
    ...more,
  })
  const transferencia = (monto: string, referencia: string) => ({
    tipo_pago_id: pagos.transferencia,
    cuenta_id: cuentas.bcpPen,
    monto,
    referencia,
  })
  const efectivo = (monto: string) => ({
    tipo_pago_id: pagos.efectivo,
    cuenta_id: cuentas.cajaPen,
    monto,
  })
  const yape = (monto: string) => ({
    tipo_pago_id: pagos.yape,
    cuenta_id: cuentas.bcpPen,
    monto,
  })
  let n = 0
  const referencia = () => {
    n += 1
    return `OP-${String(n).padStart(6, '0')}`
  }

  /** Creates an order through the API and brings it to the wanted state. */
  async function en(
    estado: 'pendiente' | 'pagada' | 'en_proceso' | 'completada',
    more: Partial<RegistroOrden> = {},
  ): Promise<number> {
    const cobros =
      estado === 'pendiente' ? [] : [transferencia(more.envia ?? '500.00', referencia())]
    const made = await caj.call(contrato.crear, { body: orden({ cobros, ...more }) })
    if (made.status !== 201) throw new Error(made.error.message)
    const { id } = made.body
    // A large one is not paid at once: another person verifies what the client paid.
    if (estado !== 'pendiente' && made.body.estado === 'pendiente') await verificarTodo(id)
    if (estado === 'en_proceso' || estado === 'completada') {
      await ok(pag.call(contrato.tomar, { params: { id } }))
    }
    if (estado === 'completada') {
      const comprobante_id = await subirFoto(pag, contrato.subirVoucher)
      const pago = {
        ...{ cuenta_id: banesco, monto: made.body.recibe, referencia: referencia() },
        comprobante_id,
      }
      await ok(pag.call(contrato.pagar, { params: { id }, body: pago }))
    }
    return id
  }
  /** Verifies what the client paid for an order, by somebody else than its cashier. */
  async function verificarTodo(id: number): Promise<void> {
    const { cobros } = (await adm.call(contrato.obtener, { params: { id } })).body
    for (const { id: cobro_id, estado } of cobros) {
      if (estado !== 'por_verificar') continue
      await ok(adm.call(contrato.verificar, { params: { id }, body: { cobro_id } }))
    }
  }
  /** A payout with its voucher, which a large one needs. */
  async function pago(id: number, cuenta_id: number, monto: string, more: object = {}) {
    const comprobante_id = await subirFoto(pag, contrato.subirVoucher)
    const body = { cuenta_id, monto, referencia: referencia(), comprobante_id, ...more }
    return pag.call(contrato.pagar, { params: { id }, body })
  }
  /** A beneficiary of the client who is paid in soles. */
  async function tipo_pe() {
    const pais = { pais: 'pe', moneda_id: PEN }
    const tipo_pago_id = await agenda.tipo('EFECTIVO_PE', [], pais)
    return agenda.nuevo({ ...pais, tipo_pago_id, entidad_id: null, campos: {} })
  }
  return {
    ...agenda,
    tipo_pe,
    beneficiario_id,
    ves: { banesco, mercantil },
    tipo,
    historico,
    pag,
    otro,
    orden,
    transferencia,
    efectivo,
    yape,
    referencia,
    verificarTodo,
    pago,
    en,
  }
}

async function ok(call: ReturnType<Client['call']>): Promise<void> {
  const { status, error } = await call
  if (status >= 300) throw new Error(error.message)
}
