import { sql } from 'kysely'
import { contrato as ajustes } from '../../../src/areas/ajustes/contract.ts'
import { contrato as cierres } from '../../../src/areas/cierres/contract.ts'
import { contratoDocumentos } from '../../../src/areas/clientes/contract/documentos.ts'
import { contrato as clientes } from '../../../src/areas/clientes/contract.ts'
import { contrato as comprasVentas } from '../../../src/areas/compras-ventas/contract.ts'
import {
  calcular,
  empezar,
  registroDe,
} from '../../../src/areas/compras-ventas/mostrador/calculo/calculo.ts'
import { contrato as gastos } from '../../../src/areas/gastos/contract.ts'
import { contrato as pares } from '../../../src/areas/pares-divisas/contract.ts'
import { contrato as sesion } from '../../../src/areas/sesion/contract.ts'
import { contrato as telegram } from '../../../src/areas/telegram/contract.ts'
import { contrato as transferencias } from '../../../src/areas/transferencias/contract.ts'
import { contratoRoles, type TODOS } from '../../../src/areas/usuarios/contract/roles.ts'
import { contrato as usuarios } from '../../../src/areas/usuarios/contract.ts'
import { decimal, texto } from '../../../src/core/dinero/decimal.ts'
import type { App } from '../../../src/main.app.ts'
import { PASSWORD_DEMO } from '../../../src/server/proceso/demo.ts'
import { entregar } from '../casa/papeles.ts'
import { entrar, type Llamar, Refused, tolerant } from '../llamada.ts'
import { porBanco } from '../mostrador/banco.ts'
import { declarando } from '../mostrador/declarar.ts'
import { contar } from './cierres.ts'
import { conVisto } from './visto.ts'

interface Gente {
  app: App
  admin: Llamar
  cajera: Llamar
  supervisora: Llamar
}

const ES_ELLA = { body: { password: PASSWORD_DEMO } }
const MOTIVO = 'Se registró dos veces por error'

/** The steps that leave an exception of each kind, in an order in which none is in the way of another. */
export const FALTAS = {
  ...{ aflojar, permitirMas, darPermiso, callar, saltar },
  ...{ copiar, anular, venderBajoCosto, anularVendida, arquear, quitarPep },
  ...{ reemplazarPapel, cobrarMenos },
  ...{ darLaHora, cargar, repetir, pagarATercero, reabrir },
}

/** All of them, one after the other: a demo of some days has no others to spread them over. */
export async function exceptuar(app: App): Promise<void> {
  const gente = await quienesFaltan(app)
  await gente.admin(sesion.confirmar, ES_ELLA)
  for (const falta of Object.values(FALTAS)) await tolerant(() => falta(gente))
}

/** One of them; whoever is asked for his password for it types it, and does it again. */
export async function faltar(app: App, cual: keyof typeof FALTAS): Promise<void> {
  const gente = await quienesFaltan(app)
  // What is switched on and off again is not begun twice.
  if (cual === 'callar') await gente.admin(sesion.confirmar, ES_ELLA)
  await FALTAS[cual](gente).catch(async (error) => {
    if (!(error instanceof Refused) || !error.codigo?.endsWith('CONFIRME')) throw error
    await gente.admin(sesion.confirmar, ES_ELLA)
    await FALTAS[cual](gente)
  })
}

async function quienesFaltan(app: App): Promise<Gente> {
  const [admin, cajera, supervisora] = await Promise.all([
    entrar(app, 'admin'),
    entrar(app, 'cajera'),
    entrar(app, 'supervisora'),
  ])
  return { app, admin, cajera, supervisora }
}

/** Somebody signs in before dawn, and a stranger tries one name too often. */
export async function deMadrugada({ http }: App): Promise<void> {
  const login = (usuario: string, password: string) =>
    http.inject({ method: 'POST', url: '/api/auth/login', payload: { usuario, password } })
  await login('supervisora', PASSWORD_DEMO)
  for (let i = 0; i < 7; i += 1) await login('gerencia', 'no es esta')
}

async function aflojar({ admin }: Gente): Promise<void> {
  const { version } = await admin(ajustes.obtener, {})
  await admin(ajustes.editar, { body: { version, turno_nota_funcional: '25' } })
}

async function permitirMas({ admin }: Gente): Promise<void> {
  const { items } = await admin(usuarios.listar, { query: {} as never })
  for (const { id, usuario } of items) {
    if (usuario !== 'pagador' && usuario !== 'contadora') continue
    const params = { id }
    const { body } = usuarios.editar
    const shown = await admin(usuarios.obtener, { params })
    const now = Object.fromEntries(
      Object.keys(body.shape).map((key) => [key, shown[key as keyof typeof shown]]),
    ) as unknown as typeof shown
    const change =
      usuario === 'pagador' ? { desvio_pct: '0.5' } : { correo: 'contabilidad@andino.example' }
    await admin(usuarios.editar, { params, body: { ...now, ...change } })
  }
}

/** A permission given to a role, and taken back. */
async function darPermiso({ admin }: Gente): Promise<void> {
  const rol = (await admin(contratoRoles.listar, {})).find(({ slug }) => slug === 'con')
  if (!rol) return
  const { slug, nombre, version } = rol
  const antes = rol.permisos as (typeof TODOS)[number][]
  const guardar = (permisos: typeof antes, leida: number) =>
    admin(contratoRoles.editar, {
      params: { slug },
      body: { nombre, permisos, version: leida, ...ES_ELLA.body },
    })
  await guardar([...antes, 'pizarra:ver'], version)
  await guardar(antes, version + 1)
}

/** Telegram on, and off again. */
async function callar({ admin }: Gente): Promise<void> {
  await admin(telegram.alternar, {})
  await admin(telegram.alternar, {})
}

/** A price beyond its pair's alert, and back. */
async function saltar({ admin }: Gente): Promise<void> {
  const euro = (await admin(pares.listar, {})).find(
    ({ pais, divisa_base, divisa_cotizacion }) =>
      pais === 'pe' && divisa_base.iso === 'EUR' && divisa_cotizacion.iso === 'PEN',
  )
  if (!euro) return
  const { id, compra, venta, precision } = euro
  const higher = (price: string) => texto(decimal(price).times('1.04').round(precision), precision)
  const motivo = 'Se leyó mal la pantalla'
  for (const precio of [
    { compra: higher(compra), venta: higher(venta) },
    { compra, venta },
  ])
    await admin(pares.precio, { params: { id }, body: { ...precio, confirmar: true, motivo } })
}

/** Somebody vouches for the machine's clock after it was repaired. */
async function darLaHora({ admin }: Gente): Promise<void> {
  const { hoy } = await admin(gastos.opciones, {})
  await admin(ajustes.confirmarReloj, { body: { fecha: hoy } })
}

/** A ticket printed three times. */
async function copiar({ cajera }: Gente): Promise<void> {
  const { items } = await cajera(comprasVentas.listar, { query: {} as never })
  const params = { id: items.find(({ estado }) => estado === 'completada')?.id ?? 0 }
  for (let i = 0; i < 3; i += 1) await cajera(comprasVentas.imprimir, { params, body: {} })
}

async function anular({ admin }: Gente): Promise<void> {
  const { items } = await admin(gastos.listar, { query: { estado: 'pagado' } as never })
  const id = items[0]?.id
  if (id) await admin(gastos.anular, { params: { id }, body: { motivo: MOTIVO } })
}

/** A sale beyond the cashier's range, for less than the dollars cost: the supervisor allowed the rate. */
async function venderBajoCosto({ cajera, supervisora }: Gente): Promise<void> {
  const opciones = await cajera(comprasVentas.opciones, {})
  const [cliente = null] = await cajera(clientes.buscar, { params: { term: 'Rosa' } })
  const nuevo = { ...empezar(opciones, 'venta'), valor: '30', cliente }
  const calculo = calcular(opciones, nuevo)
  if (calculo.problema) return
  const body = registroDe(nuevo, calculo)
  const { tipo, divisa_id, monto, historico_id } = body
  const publicada = opciones.tasas.find((t) => t.historico_id === historico_id)
  if (!publicada || !monto) return
  const tasa = texto(
    decimal(publicada.tasa).times('0.96').round(publicada.precision),
    publicada.precision,
  )
  const motivo = 'Compensa el error de la semana pasada'
  const pedida = await cajera(comprasVentas.pedirTasa, {
    body: { tipo, divisa_id, monto, historico_id, tasa, motivo, cliente_id: cliente?.id ?? null },
  })
  const { id } = pedida
  await supervisora(comprasVentas.aprobarTasa, { params: { id }, body: { nota: null } })
  const soles = texto(
    decimal(monto)
      .times(tasa)
      .plus(body.servicio ?? '0')
      .round(1, 1),
    2,
  )
  const recibimos = body.recibimos.map((pago) => ({ ...pago, monto: soles }))
  const dicha = { ...body, tasa, contravalor: null, recibimos, autorizacion_id: id, motivo }
  await declarando((more) => cajera(comprasVentas.crear, { body: { ...dicha, ...more } }))
}

/** A small exchange without the fee of its rule. */
async function cobrarMenos({ admin }: Gente): Promise<void> {
  const opciones = await admin(comprasVentas.opciones, {})
  if (opciones.servicio.reglas.length === 0) return
  const [cliente = null] = await admin(clientes.buscar, { params: { term: 'Zegarra' } })
  const motivo = 'Esperó media hora por una caída del sistema'
  const nuevo = { ...empezar(opciones, 'compra'), valor: '40', servicio: '0', motivo, cliente }
  const borrador = porBanco(opciones, nuevo, (line) => `OP-77${line}`)
  const calculo = calcular(opciones, borrador)
  if (calculo.problema) return
  const body = registroDe(borrador, calculo)
  await declarando((more) => admin(comprasVentas.crear, { body: { ...body, ...more } }))
}

/** A purchase is annulled after the sale above took dollars out at another cost. */
async function anularVendida({ admin }: Gente): Promise<void> {
  const query = { estado: 'completada', limite: '200' } as never
  const { items } = await admin(comprasVentas.listar, { query })
  const sold = items.find(({ tipo }) => tipo === 'venta')
  const id = items.find(
    (o) => sold && o.tipo === 'compra' && o.divisa_id === sold.divisa_id && o.id < sold.id,
  )?.id
  if (id) await admin(comprasVentas.anular, { params: { id }, body: { motivo: MOTIVO } })
}

/** The vault is counted, and a note of twenty lacks. */
async function arquear({ app, supervisora }: Gente): Promise<void> {
  const all = await supervisora(cierres.cuentasArqueo, {})
  const vault = all.find(({ cuenta }) => cuenta.startsWith('Bóveda'))
  if (!vault) return
  const [conteo] = await contar(app, { cuentas: [vault] }, { [vault.iso]: '20.00' })
  const motivo = 'Arqueo sorpresivo: falta un billete de veinte'
  if (conteo) await supervisora(cierres.arquear, { body: { ...conteo, motivo } })
}

async function quitarPep({ admin }: Gente): Promise<void> {
  const { items } = await admin(clientes.listar, { query: { limite: '200' } as never })
  const pep = items.find((each) => 'pep' in each && each.pep)
  if (!pep) return
  const params = { id: pep.id }
  const { version } = await admin(clientes.obtener, { params })
  const motivo = 'Dejó el cargo hace más de cinco años; se revisó el diario oficial.'
  await admin(clientes.quitarPep, { params, body: { version, motivo } })
}

/** The photo of a client who operated is replaced by the cashier. */
async function reemplazarPapel({ cajera }: Gente): Promise<void> {
  const { items } = await cajera(clientes.listar, { query: { limite: '200' } as never })
  for (const cliente of items) {
    if (!cliente.ultima_operacion || cliente.estado !== 'activo') continue
    const mas = { vence: '2031-05-20' }
    const [previo] = await cajera(contratoDocumentos.listar, { params: { id: cliente.id } })
    if (previo && previo.tipo !== 'identidad-anverso') continue
    const reemplaza_id = previo?.id ?? (await entregar(cajera, cliente, 'identidad-anverso', mas))
    const motivo = 'La primera foto no se leía'
    const lineas = ['Documento de muestra', 'Segunda foto']
    await entregar(cajera, cliente, 'identidad-anverso', { ...mas, reemplaza_id, motivo, lineas })
    return
  }
}

async function enviar(g: Gente, more: object, desde = 'Interbank Soles'): Promise<void> {
  const { cuentas } = await g.supervisora(transferencias.opciones, {})
  const de = (nombre: string) => cuentas.find((c) => c.nombre === nombre)?.id ?? 0
  const [origen_id, destino_id] = [de(desde), de('BCP Soles')]
  const body = { tipo: 'interna', origen_id, destino_id, monto: '90.00', ...more }
  const call = () => g.supervisora(transferencias.crear, { body: body as never })
  await conVisto(g.admin, call)
}

/** A bank's charge far above what its account says. */
function cargar(g: Gente): Promise<void> {
  return enviar(g, { comision_origen: '19.00', referencia: 'CG-7781', motivo: 'Fondos para pagos' })
}

/** The same number of an operation, of another bank. */
async function repetir(g: Gente): Promise<void> {
  await enviar(g, { referencia: '55501234', monto: '91.00', motivo: 'Fondos para pagos' })
  const { cuentas } = await g.supervisora(transferencias.opciones, {})
  const to = cuentas.find(({ nombre }) => nombre === 'Interbank Soles')?.id
  await enviar(
    g,
    { referencia: 'IBK55501234', monto: '92.00', destino_id: to, motivo: 'Vuelve' },
    'BCP Soles',
  )
}

function pagarATercero(g: Gente): Promise<void> {
  const third = { tercero: 'Seguros del Sur S.A.', concepto: 'proveedor', destino_id: undefined }
  return enviar(g, { tipo: 'tercero', monto: '1350.00', referencia: 'PR-3310', ...third })
}

/** The day that was closed last is opened once more, and closed. */
async function reabrir({ app, admin, supervisora }: Gente): Promise<void> {
  const { rows } = await sql<{ dia: string | null }>`
    SELECT max(fecha)::text AS dia FROM cierres`.execute(app.db)
  const ayer = rows[0]?.dia
  if (!ayer) return
  const motivo = 'Faltaba revisar un gasto'
  await admin(cierres.reabrir, { params: { fecha: ayer } as never, body: { motivo } })
  await supervisora(cierres.cerrar, { body: { fecha: ayer, confirmo: true } })
}
