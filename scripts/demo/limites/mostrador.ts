import { sql } from 'kysely'
import { contrato as comprasVentas } from '../../../src/areas/compras-ventas/contract.ts'
import {
  calcular,
  empezar,
  registroDe,
} from '../../../src/areas/compras-ventas/mostrador/calculo/calculo.ts'
import type { Borrador } from '../../../src/areas/compras-ventas/mostrador/calculo/tipos.ts'
import type { App } from '../../../src/main.app.ts'
import { prometer, ventaDe } from '../documentos/cotizaciones.ts'
import { conVisto } from '../documentos/visto.ts'
import type { Jornada } from '../jornadas.ts'
import { entrar, type Llamar } from '../llamada.ts'
import { porBanco } from '../mostrador/banco.ts'
import { declarando } from '../mostrador/declarar.ts'

/* What the counters do of which a day, or one person, has a limit: just under it and just over it, in US$. */

/** The most that somebody without a name exchanges at once, in whole US$: from 200 on he is identified. */
const SIN_NOMBRE = 190
/** The most that one person confirms of her own: from 200 on a second one does. */
const DE_UNA = 190
/** How much she confirms of her own on one day. */
const PROPIO = 2930

/** What somebody did today within a limit of a day (`del_dia`), in its unit. */
async function vaHoy({ db }: App, ventana: string, usuario: string): Promise<number> {
  const { rows } = await sql<{ va: string | null }>`
    SELECT sum(importe)::text AS va FROM del_dia WHERE ventana = ${ventana} AND fecha = fecha_negocio(ahora())
      AND usuario_id = (SELECT id FROM usuarios WHERE usuario = ${usuario})`.execute(db)
  return Number(rows[0]?.va ?? 0)
}

async function registrar(
  cajera: Llamar,
  tipo: 'compra' | 'venta',
  valor: number,
  cambio: (nuevo: Borrador, opciones: Parameters<typeof porBanco>[0]) => Borrador,
): Promise<{ id: number; estado: string }> {
  const opciones = await cajera(comprasVentas.opciones, {})
  const nuevo = cambio({ ...empezar(opciones, tipo), valor: String(valor) }, opciones)
  const body = { ...registroDe(nuevo, calcular(opciones, nuevo)), confirmo_duplicado: true }
  return declarando((more) => cajera(comprasVentas.crear, { body: { ...body, ...more } }))
}

/** Somebody without a name comes, unless the day of the cashier has so many US$ of them already. */
async function sinNombre(app: App, usuario: string, hasta: number): Promise<void> {
  const falta = Math.floor(hasta - (await vaHoy(app, 'sin-cliente', usuario)))
  if (falta < 1) return
  const cajera = await entrar(app, usuario)
  await registrar(cajera, 'compra', Math.min(falta, SIN_NOMBRE), (nuevo) => nuevo)
}

/** At the branch they stay just under the limit of a cashier's day. */
export const casiSinNombre = ({ app }: Jornada) => sinNombre(app, 'arequipa', 588)
/** On another day one more comes, who passes it; the supervisor says yes to him. */
export async function sinNombreDeMas({ app }: Jornada): Promise<void> {
  const [cajera, supervisora] = await Promise.all([
    entrar(app, 'arequipa'),
    entrar(app, 'supervisora'),
  ])
  await conVisto(supervisora, () => registrar(cajera, 'compra', 34, (nuevo) => nuevo))
}

/** Who registered a mistake takes it back up to a limit; above it another person does. */
export async function anularLoPropio(j: Jornada): Promise<void> {
  const [admin, supervisora] = await Promise.all([
    entrar(j.app, 'admin'),
    entrar(j.app, 'supervisora'),
  ])
  const cliente = conocido(j, 'Zegarra')
  for (const [valor, quien] of [
    [196, supervisora],
    [204, admin],
  ] as const) {
    const { id } = await registrar(supervisora, 'compra', valor, (nuevo, opciones) =>
      porBanco(opciones, { ...nuevo, cliente }, (line) => `OP-88${valor}${line}`),
    )
    const body = { motivo: 'El cliente pidió otro monto antes de firmar' }
    await quien(comprasVentas.anular, { params: { id }, body })
  }
}

/** On the day of a campaign the cashier confirms what is paid to her by other banks, as far as she may alone in a day. */
export async function confirmarLoPropio(j: Jornada, turno: number): Promise<void> {
  const falta = Math.floor(PROPIO - (await vaHoy(j.app, 'confirma', 'cajera')))
  if (falta < 1) return
  const cajera = await entrar(j.app, 'cajera')
  const { id } = await cobrar(j, cajera, turno, Math.min(falta, DE_UNA))
  await confirmar(cajera, id)
}

/** What would pass that is left to another person, who confirms it when the day is over. */
export const dejarLoPropio = async (j: Jornada) => {
  // The first client again, of whom everything is known.
  await cobrar(j, await entrar(j.app, 'cajera'), j.clientes.length, 140)
}

/** A client pays, or is paid, the soles by another bank: another one at each turn, for some are refused. */
function cobrar(j: Jornada, cajera: Llamar, turno: number, valor: number): Promise<{ id: number }> {
  const cliente = j.clientes[turno % j.clientes.length] ?? null
  return registrar(cajera, turno % 2 === 0 ? 'compra' : 'venta', valor, (nuevo, opciones) => {
    const referencia = (line: number) => `CC-${Math.floor(j.semilla)}${turno}${line}`
    const borrador = porBanco(opciones, { ...nuevo, cliente }, referencia)
    const cci = opciones.tipos_pago.find(({ nombre }) => nombre === 'CCI interbancaria')
    const lineas = borrador.lineas.map((line) =>
      line.parte === 'contramoneda' ? { ...line, tipo_pago_id: cci?.id ?? 0 } : line,
    )
    return { ...borrador, lineas }
  })
}

async function confirmar(cajera: Llamar, id: number): Promise<void> {
  const params = { id }
  const { pagos } = await cajera(comprasVentas.obtener, { params })
  for (const { id: pago_id, estado } of pagos)
    if (estado === 'por_verificar')
      await cajera(comprasVentas.verificar, { params, body: { pago_id } })
}

/** A price is promised for just less than one cashier may have promised at once; what would be more is refused. */
export async function prometerMucho(j: Jornada): Promise<void> {
  const cajera = await entrar(j.app, 'cajera')
  const cliente = conocido(j, 'Zegarra')
  const venta = await ventaDe(cajera, cliente, '9800')
  if (venta && cliente) await prometer(cajera, venta, { cliente_id: cliente.id })
}

const conocido = ({ clientes }: Jornada, apellido: string) =>
  clientes.find(({ nombre }) => nombre.includes(apellido)) ?? null
