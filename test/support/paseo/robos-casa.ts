import { randomUUID } from 'node:crypto'
import { contrato as ajustesSaldo } from '../../../src/areas/ajustes-saldo/contract.ts'
import { contrato as aprobaciones } from '../../../src/areas/aprobaciones/contract.ts'
import { contrato as comisiones } from '../../../src/areas/comisiones/contract.ts'
import { contrato as compras } from '../../../src/areas/compras-ventas/contract.ts'
import { contrato as cuentas } from '../../../src/areas/cuentas/contract.ts'
import { contrato as gastos } from '../../../src/areas/gastos/contract.ts'
import { contrato as pares } from '../../../src/areas/pares-divisas/contract.ts'
import { contrato as tipos } from '../../../src/areas/tipos-cambios/contract.ts'
import { contrato as transferencias } from '../../../src/areas/transferencias/contract.ts'
import { contratoPerfil } from '../../../src/areas/usuarios/contract/perfil.ts'
import { contrato as vistos } from '../../../src/areas/vistos/contract.ts'
import { PEN, USD } from '../areas/casa.ts'
import { type Answer, PASSWORD } from '../servidor/app.ts'
import { en, hecho } from '../servidor/respuesta.ts'
import { conVisto, darVistos } from '../vistos.ts'
import { call, gasto, motivo, publica } from './pasos.ts'
import { type Mundo, operacion, type Persona } from './personas.ts'
import { hasta, type Robo } from './robo.ts'

/* What whoever commands tries: expenses, adjustments, withdrawals, openings, prices, and answering oneself. */

const JEFES: readonly Persona[] = ['gerente']

const tercero = (m: Mundo, yo: Persona, monto: string, concepto: 'retiro' | 'proveedor') =>
  call(
    m.gente[yo].call(transferencias.crear, {
      body: {
        ...{ tipo: 'tercero', origen_id: m.cuentas.bancoPen, monto, concepto },
        ...{ tercero: 'Un socio', referencia: m.ref(), confirmo_duplicado: true },
      },
    }),
  )
const ajusta = (m: Mundo, yo: Persona, monto: string) =>
  m.gente[yo].call(ajustesSaldo.crear, {
    body: {
      ...{ cuenta_id: m.cajas.gerente.pen, motivo: 'faltante', monto },
      observacion: 'Contado dos veces.',
    },
  })
const gasta = (m: Mundo, yo: Persona, monto: string, more: object = {}) =>
  m.gente[yo].call(gastos.crear, { body: gasto(m, monto, more) })
const sinPapel = { comprobante: 'sin', serie_numero: null }

let abiertas = 0
export const abreCuenta = (m: Mundo, yo: Persona, more: object) => {
  abiertas += 1
  const body = { nombre: `Caja nueva ${abiertas}`, tipo: 'caja', pais: 'pe', titular: 'Casa' }
  return m.gente[yo].call(cuentas.crear, { body: { ...body, moneda_id: PEN, ...more } as never })
}
export const editaCuenta = async (m: Mundo, yo: Persona, id: number, change: object) => {
  const { body } = await m.gente[yo].call(cuentas.obtener, en(id))
  const now = body as unknown as Record<string, unknown>
  const same = Object.fromEntries(
    Object.keys(cuentas.editar.body.shape).map((name) => [name, now[name]]),
  )
  return call(
    m.gente[yo].call(cuentas.editar, { ...en(id), body: { ...same, ...change } as never }),
  )
}

/** The user signs in again, as with a second device, and answers there. */
async function enOtraSesion(m: Mundo, yo: Persona, method: string, path: string): Promise<Answer> {
  const who = m.gente[yo]
  const { usuario } = (await who.call(contratoPerfil.ver)).body
  const { body } = await who.raw('POST', '/api/auth/login', { usuario, password: PASSWORD })
  const { token } = body as unknown as { token: string }
  const headers = { 'x-token': token, 'idempotency-key': randomUUID() }
  return who.raw(method, `/api${path}`, { nota: null }, headers)
}

const precio = async (m: Mundo, yo: Persona, compra: string, venta: string) => {
  const [par] = (await m.gente[yo].call(pares.listar)).body
  const body = { compra, venta, confirmar: true, motivo }
  return call(m.gente[yo].call(pares.precio, { ...en(par?.id ?? 0), body }))
}

/** The rule by which a rate follows its pair. */
const editaTipo = async (m: Mundo, yo: Persona, change: object) => {
  const { body } = await m.gente[yo].call(tipos.obtener, en(m.tipoEuros))
  const keys = Object.keys(tipos.editar.body.shape)
  const same = Object.fromEntries(Object.entries(body).filter(([key]) => keys.includes(key)))
  const edit = { ...same, tasa: null, motivo, ...change } as never
  return call(m.gente[yo].call(tipos.editar, { ...en(m.tipoEuros), body: edit }))
}

/** His own request about a withdrawal; null when the house let it pass. */
async function miVisto(m: Mundo, yo: Persona): Promise<number | null> {
  await tercero(m, yo, '3000.00', 'retiro')
  const mine = (await m.gente[yo].call(aprobaciones.mias)).body
  return mine.find(({ tipo }) => tipo === 'visto')?.id ?? null
}

export const DE_CASA: Record<string, Robo> = {
  retiroGrande: {
    ...{ hueco: 'A3', quien: ['gerente', 'admin'] },
    // Nobody else may say yes to the administrator's; a password of minutes ago is one, too.
    ...{ niega: ['VISTO_FALTA', 'SOLO_CONFIRME'], queda: ['solo'] },
    intenta: (m, yo) => tercero(m, yo, '30000.00', 'retiro'),
  },
  retirosPorPartes: {
    ...{ hueco: 'A9', quien: ['gerente', 'admin'], niega: ['VISTO_FALTA'] },
    intenta: (m, yo) => hasta(4, () => tercero(m, yo, '200.00', 'retiro')),
  },
  aperturaInventada: {
    ...{ hueco: 'A3', quien: JEFES, niega: ['VISTO_FALTA'] },
    intenta: (m, yo) =>
      call(abreCuenta(m, yo, { saldo_inicial: m.elige(['1000.00', '1000000.00']) })),
  },
  costoInventado: {
    ...{
      hueco: 'A3',
      quien: ['gerente', 'admin'],
      niega: ['VALIDACION:tasa_costo', 'VISTO_FALTA'],
    },
    intenta: (m, yo) =>
      call(abreCuenta(m, yo, { moneda_id: USD, saldo_inicial: '0.01', tasa_costo: '5000000' })),
  },
  bajoCero: {
    ...{ hueco: 'A3', quien: JEFES, niega: ['SALDO_INSUFICIENTE'] },
    intenta: (m, yo) => {
      const a = { destino_id: m.cuentas.bancoPen, monto: '99000000.00', referencia: m.ref() }
      const body = { tipo: 'interna' as const, origen_id: m.cajas.gerente.pen, ...a }
      return call(m.gente[yo].call(transferencias.crear, { body }))
    },
  },
  sobregiraSuCaja: {
    ...{ hueco: 'A3', quien: JEFES, niega: ['VALIDACION:sobregiro', 'VISTO_FALTA'] },
    intenta: (m, yo) => editaCuenta(m, yo, m.cajas.gerente.pen, { sobregiro: '90000.00' }),
  },
  apruebaSuAjuste: {
    ...{ hueco: 'A3', quien: ['gerente', 'admin'], niega: ['SOLICITUD_PROPIA'] },
    intenta: async (m, yo) => {
      const { id } = await hecho(ajusta(m, yo, '900.00'))
      return call(m.gente[yo].call(ajustesSaldo.aprobar, { ...en(id), body: { nota: null } }))
    },
  },
  ajustesPorPartes: {
    ...{ hueco: 'A9', quien: JEFES, espera: ['pendiente'] },
    intenta: (m, yo) => hasta(4, () => call(ajusta(m, yo, '200.00'))),
  },
  apruebaSuGasto: {
    ...{ hueco: 'A5', quien: ['gerente', 'admin'], niega: ['SOLICITUD_PROPIA'] },
    intenta: async (m, yo) => {
      const { id } = await hecho(gasta(m, yo, '1800.00'))
      return call(m.gente[yo].call(gastos.aprobar, { ...en(id), body: { nota: null } }))
    },
  },
  apruebaEnOtraSesion: {
    ...{ hueco: 'A5', quien: JEFES, niega: ['SOLICITUD_PROPIA'] },
    intenta: async (m, yo) => {
      const { id } = await hecho(gasta(m, yo, '1800.00'))
      return enOtraSesion(m, yo, 'PUT', `/gastos/${id}/aprobar`)
    },
  },
  gastosPorPartes: {
    ...{ hueco: 'A9', quien: ['gerente', 'admin'], espera: ['pendiente'] },
    intenta: (m, yo) => hasta(5, () => call(gasta(m, yo, '300.00'))),
  },
  gastosDeOtrosDias: {
    ...{ hueco: 'A9', quien: JEFES, espera: ['pendiente'] },
    intenta: (m, yo) =>
      hasta(4, (i) => {
        const fecha = new Date(Date.parse(m.hoy) - i * 86_400_000).toISOString().slice(0, 10)
        return call(gasta(m, yo, '400.00', { fecha }))
      }),
  },
  gastosSinPapel: {
    ...{ hueco: 'A9', quien: JEFES, espera: ['pendiente'] },
    intenta: (m, yo) => hasta(4, () => call(gasta(m, yo, '120.00', sinPapel))),
  },
  anulaSuGasto: {
    ...{ hueco: 'A12', quien: JEFES, niega: ['VISTO_FALTA'] },
    intenta: async (m, yo) => {
      const { id, estado } = await hecho(gasta(m, yo, '10.00'))
      if (estado !== 'pagado') return null
      m.pasa(16)
      return call(m.gente[yo].call(gastos.anular, { ...en(id), body: { motivo } }))
    },
  },
  respondeSuVisto: {
    ...{ hueco: 'A5', quien: JEFES, niega: ['SOLICITUD_PROPIA'] },
    intenta: async (m, yo) => {
      const id = await miVisto(m, yo)
      if (id === null) return null
      if (m.azar(2)) return enOtraSesion(m, yo, 'PUT', `/vistos/${id}/aprobar`)
      return call(m.gente[yo].call(vistos.aprobar, en(id)))
    },
  },
  usaElSiQueDio: {
    ...{ hueco: 'A5', quien: JEFES, niega: ['VISTO_FALTA'] },
    intenta: async (m, yo) => {
      const monto = `${2000 + m.azar(2000)}.00`
      const asked = await tercero(m, 'admin', monto, 'retiro')
      if (asked.error?.codigo !== 'VISTO_FALTA') return null
      await darVistos(m.gente[yo])
      return tercero(m, yo, monto, 'retiro')
    },
  },
  elSiParaOtra: {
    ...{ hueco: 'A4', quien: JEFES, niega: ['VISTO_FALTA'] },
    intenta: async (m, yo) => {
      const sube = { limite_op: `${3000 + m.azar(3000)}.00` }
      const otras = [m.cuentas.bancoUsd, m.ves.mercantil]
      for (const id of otras) await editaCuenta(m, yo, id, { limite_op: '50.00' })
      await editaCuenta(m, yo, otras[0] ?? 0, sube)
      await darVistos(m.gente[m.jefe])
      return editaCuenta(m, yo, otras[1] ?? 0, sube)
    },
  },
  conversionPorDiez: {
    ...{ hueco: 'A10', quien: JEFES, niega: ['VISTO_FALTA', 'BAJO_COSTO'] },
    intenta: (m, yo) => {
      const a = { origen_id: m.cajas.gerente.usd, destino_id: m.cajas.gerente.pen }
      const tasa = { tasa: '0.35', confirmacion: '0.35', monto: '100.00' }
      const body = { tipo: 'conversion' as const, ...a, ...tasa, confirmo_duplicado: true }
      return call(m.gente[yo].call(transferencias.crear, { body }))
    },
  },
  precioPorDos: {
    ...{ hueco: 'D4', quien: JEFES, niega: ['VISTO_FALTA'] },
    intenta: (m, yo) => precio(m, yo, '7.700', '7.800'),
    deshace: (m) => hecho(conVisto(m.gente[m.jefe], () => precio(m, 'gerente', '3.520', '3.560'))),
  },
  precioSinPrueba: {
    ...{ hueco: 'D4', quien: ['gerente'], niega: ['VARIACION_ALTA', 'CONFIRME', 'VISTO_FALTA'] },
    intenta: async (m, yo) => {
      const [par] = (await m.gente[yo].call(pares.listar)).body
      m.pasa(5)
      const body = { compra: '7.700', venta: '7.800', confirmar: m.azar(2) === 0, motivo }
      return m.gente[yo].raw('PUT', `/api/pares-divisas/compra-venta/${par?.id}`, body)
    },
  },
  tasaTorcida: {
    ...{ hueco: 'A10', quien: JEFES, queda: ['tasa-manual'], niega: ['VISTO_FALTA'] },
    intenta: async (m, yo) => {
      const before = m.tasas.compra.tasa
      const answer = await publica(m, yo, 'compra', m.elige(['3.545', '3.900']))
      await m.gente.cajera.call(compras.crear, { body: operacion(m, 'cajera', 'compra', 100) })
      if (m.tasas.compra.tasa !== before) await publica(m, 'admin', 'compra', before)
      return answer as Answer
    },
    deshace: (m) => hecho(publica(m, 'admin', 'compra', m.tasas.compra.tasa)),
  },
  margenTorcido: {
    ...{ hueco: 'A10', quien: JEFES, queda: ['control'], niega: ['VISTO_FALTA'] },
    intenta: async (m, yo) => {
      const answer = await editaTipo(m, yo, { margen: m.elige(['0.1', '0.2', '0.3']) })
      await hecho(editaTipo(m, 'admin', { margen: '3' }))
      return answer
    },
  },
  comisionAjena: {
    ...{ hueco: 'A2', quien: JEFES, niega: ['SIN_PERMISO'] },
    intenta: (m, yo) => {
      if (m.azar(2)) return call(m.gente[yo].call(comisiones.liquidar, { body: { ids: [1] } }))
      const body = { cuenta_id: m.cajas.gerente.pen }
      return call(m.gente[yo].call(comisiones.pagar, { ...en(1), body }))
    },
  },
}
