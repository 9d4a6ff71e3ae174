import type { Opciones } from '../../../src/areas/transferencias/contract/opciones.ts'
import type { Registro } from '../../../src/areas/transferencias/contract/registro.ts'
import { contrato } from '../../../src/areas/transferencias/contract.ts'
import type { App } from '../../../src/main.app.ts'
import { azar } from '../azar.ts'
import { entrar, type Llamar, tolerant } from '../llamada.ts'
import { quienes } from './cierres.ts'

const DAY = 86_400_000

interface Dia {
  app: App
  /** First minute of the day in Lima, as an instant. */
  dia: number
  /** True for today, whose deliveries to the till still wait for the cashier. */
  hoy: boolean
  /** Number of days since the first day of the demo. */
  n: number
  plena: boolean
}

/** Days on which the cashier counts less than was sent, and days on which she returns it. */
const CON_FALTANTE = 9
const RECHAZADA = 15

/** Registers the treasury's transfers of a day. */
export async function transferirDia({ app, dia, hoy, n, plena }: Dia): Promise<void> {
  const [cajera, supervisora] = await quienes(app)
  const { cuentas } = await supervisora(contrato.opciones, {})
  const dice = azar(dia / 60_000)
  let sent = 0
  /** Registers one transfer; a refusal (an empty account) is ignored. */
  const enviar = (llamar: Llamar, body: Registro): Promise<number | null> => {
    sent += 1
    const referencia = `OP-${Math.floor(dia / DAY)}${sent}`
    return tolerant(
      async () => (await llamar(contrato.crear, { body: { referencia, ...body } })).id,
    )
  }
  if (hoy) {
    // What another person answers: in the whole demo the supervisor does, so that not all waits for the administrator.
    const tesorera = plena ? await entrar(app, 'admin') : supervisora
    await enviar(supervisora, entrega(cuentas, 'BCP Soles', 'Caja Lima 1 PEN', '1200.00'))
    await enviar(supervisora, entrega(cuentas, 'BCP Dólares', 'Caja Lima 1 USD', '300.00'))
    // One arrives with less, and waits for a third person to say who bears it.
    const corto = await enviar(tesorera, entrega(cuentas, 'BCP Soles', 'Caja Lima 1 PEN', '400.00'))
    const nota = 'Faltó un billete de 20 al abrir el sobre'
    if (corto)
      await cajera(contrato.recibir, { params: { id: corto }, body: { contado: '380.00', nota } })
    // A charge far above what the account says: refused, and it waits for another person's yes.
    const fee = { comision_origen: '38.00', motivo: 'Fondos para pagos' }
    await enviar(tesorera, {
      ...entrega(cuentas, 'Interbank Soles', 'BCP Soles', '500.00'),
      ...fee,
    })
    return
  }
  if (n % 2 === 0) {
    await enviar(supervisora, conversion(cuentas, dice.hasta(100), n))
    const boveda = entrega(cuentas, 'Caja Lima 1 PEN', 'Bóveda Lima PEN', '600.00')
    const extra = { referencia: null, motivo: 'Excedente de la caja' }
    const kept = await enviar(cajera, { ...boveda, ...extra })
    if (kept)
      await supervisora(contrato.recibir, { params: { id: kept }, body: { contado: '600.00' } })
  } else {
    const entregado = entrega(cuentas, 'BCP Soles', 'Caja Lima 1 PEN', '800.00')
    const id = await enviar(supervisora, entregado)
    if (id) await recibir(cajera, id, n)
    if (id && n === CON_FALTANTE && plena) await asumir(await entrar(app, 'admin'), id)
  }
  if (n % 3 === 1) {
    const fee = { comision_origen: '3.50', motivo: 'Fondos para pagos' }
    await enviar(supervisora, {
      ...entrega(cuentas, 'Interbank Soles', 'BCP Soles', '1000.00'),
      ...fee,
    })
  }
  // None of these days is one on which the house is closed.
  if (n % 7 === 2 || n % 7 === 6) await enviar(supervisora, aTercero(cuentas, n))
}

async function recibir(cajera: Llamar, id: number, n: number): Promise<void> {
  const params = { id }
  if (n === RECHAZADA) {
    const motivo = 'El sobre llegó con el precinto roto'
    await cajera(contrato.rechazar, { params, body: { motivo } })
    return
  }
  const body =
    n === CON_FALTANTE
      ? { contado: '780.00', nota: 'Faltó un billete de 20, contado ante el mensajero' }
      : { contado: '800.00' }
  await cajera(contrato.recibir, { params, body })
}

/** A third person says that the house bears what lacked. */
async function asumir(admin: Llamar, id: number): Promise<void> {
  const nota = 'El mensajero y la cajera contaron juntos; el banco no reconoce el faltante.'
  await tolerant(() =>
    admin(contrato.resolver, {
      params: { id },
      body: { cargo: 'casa', cargo_usuario_id: null, nota },
    }),
  )
}

const de = (cuentas: Opciones['cuentas'], nombre: string) =>
  cuentas.find((c) => c.nombre === nombre)?.id ?? 0

function entrega(
  cuentas: Opciones['cuentas'],
  origen: string,
  destino: string,
  monto: string,
): Registro {
  return {
    tipo: 'interna',
    origen_id: de(cuentas, origen),
    destino_id: de(cuentas, destino),
    monto,
    motivo: 'Efectivo para la ventanilla',
  }
}

/** A conversion of dollars of the crypto wallet to bolívares, near the market price. */
function conversion(cuentas: Opciones['cuentas'], cents: number, n: number): Registro {
  return {
    tipo: 'conversion',
    origen_id: de(cuentas, 'Binance USDT'),
    destino_id: de(cuentas, n % 4 === 0 ? 'Banesco VES' : 'BDV VES'),
    monto: `${100 + n * 5}.00`,
    tasa: `205.${String(10 + Math.floor(cents * 0.89)).padStart(2, '0')}`,
    metodo_calculo: 'm',
    comision_origen: '1.00',
  }
}

function aTercero(cuentas: Opciones['cuentas'], n: number): Registro {
  const prefondeo = n % 2 === 1
  return {
    tipo: 'tercero',
    origen_id: de(cuentas, prefondeo ? 'Binance USDT' : 'Interbank Soles'),
    monto: prefondeo ? '100.00' : '180.00',
    concepto: prefondeo ? 'prefondeo' : 'proveedor',
    tercero: prefondeo ? 'Pagos del Caribe C.A.' : 'Imprenta Los Andes S.A.C.',
    comision_origen: prefondeo ? '1.00' : '0',
  }
}
