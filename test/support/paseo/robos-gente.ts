import { contrato as ajustes } from '../../../src/areas/ajustes/contract.ts'
import { contrato as cierres } from '../../../src/areas/cierres/contract.ts'
import { contrato as comisiones } from '../../../src/areas/comisiones/contract.ts'
import { contrato as compras } from '../../../src/areas/compras-ventas/contract.ts'
import { contrato as cuentas } from '../../../src/areas/cuentas/contract.ts'
import { contrato as tiposPagos } from '../../../src/areas/tipos-pagos/contract.ts'
import { contratoRoles } from '../../../src/areas/usuarios/contract/roles.ts'
import { contrato as usuarios } from '../../../src/areas/usuarios/contract.ts'
import { decimal, texto } from '../../../src/core/dinero/decimal.ts'
import { VES } from '../areas/casa.ts'
import { type Answer, PASSWORD } from '../servidor/app.ts'
import { en, hecho } from '../servidor/respuesta.ts'
import { conVisto } from '../vistos.ts'
import { call, enLibros, turno } from './pasos.ts'
import { cajasDe, type Mundo, operacion, type Persona } from './personas.ts'
import { propia, type Robo } from './robo.ts'
import { abreCuenta, editaCuenta } from './robos-casa.ts'

/* What is tried with settings, people and rights, and with one's own till and its count. */

const CAJERA: readonly Persona[] = ['otra']
const JEFES: readonly Persona[] = ['gerente']
const ADMIN: readonly Persona[] = ['admin']

const ajusta = async (m: Mundo, yo: Persona, change: object) => {
  const { version } = (await m.gente.admin.call(ajustes.obtener)).body
  return m.gente[yo].raw('PUT', '/api/ajustes', { version, ...change })
}
/** As the screen does: the password when it is asked for. */
const ajustaConPrueba = async (m: Mundo, yo: Persona, change: object) => {
  const { version } = (await m.gente.admin.call(ajustes.obtener)).body
  return call(m.gente[yo].call(ajustes.editar, { body: { version, ...change } }))
}
const AFLOJA: readonly [object, object][] = [
  [{ orden_doble_control_usd: '90000' }, { orden_doble_control_usd: '200' }],
  [{ gasto_aprobacion_funcional: '90000' }, { gasto_aprobacion_funcional: '1000' }],
  [{ anular_propia_minutos: 9000 }, { anular_propia_minutos: 15 }],
]

async function guarda(m: Mundo, yo: Persona, id: number, change: object): Promise<Answer> {
  const { body } = await m.gente[yo].call(usuarios.obtener, en(id))
  if (!body.usuario)
    return call(m.gente[yo].call(usuarios.editar, { ...en(id), body: {} as never }))
  const { nombres, apellidos, tipo_doc, num_doc, correo, celular, usuario, sucursal_id } = body
  const same = { nombres, apellidos, tipo_doc, num_doc, correo, celular, usuario, sucursal_id }
  const { limite_usd, desvio_pct, cuentas, version } = body
  const limits = { limite_usd, desvio_pct, cuentas, version }
  return call(
    m.gente[yo].call(usuarios.editar, {
      ...en(id),
      body: { ...same, ...limits, ...change } as never,
    }),
  )
}

async function editaPago(m: Mundo, yo: Persona, change: object): Promise<Answer> {
  const { body } = await m.gente[yo].call(tiposPagos.obtener, en(m.pagos.yape))
  const keys = Object.keys(tiposPagos.editar.body.shape)
  const same = Object.fromEntries(Object.entries(body).filter(([key]) => keys.includes(key)))
  const edit = { ...en(m.pagos.yape), body: { ...same, ...change } as never }
  return call(m.gente[yo].call(tiposPagos.editar, edit))
}

/** Ends what a count began: counts what is there, closes, and somebody approves. */
async function cierraBien(m: Mundo, yo: Persona, id: number): Promise<void> {
  const conteos = await enLibros(m, yo)
  const who = m.gente[yo]
  await hecho(who.call(cierres.guardarConteo, { ...en(id), body: { conteos } }))
  await hecho(who.call(cierres.cerrarTurno, { ...en(id), body: { motivo: 'Se contó otra vez' } }))
  const body = { cargo: 'casa' as const, nota: 'Se contó con ella' }
  await hecho(m.gente[m.jefe].call(cierres.aprobar, { ...en(id), body }))
}
const empiezaConteo = async (m: Mundo, yo: Persona) => {
  const conteos = await enLibros(m, yo)
  const { id } = await hecho(m.gente[yo].call(cierres.abrir, { body: { conteos } }))
  // What she counted at the opening is no secret: only what the books hold since then.
  await hecho(m.gente[yo].call(compras.crear, { body: operacion(m, yo, 'compra', 100) }))
  await hecho(m.gente[yo].call(cierres.contar, en(id)))
  return { id, conteos: await enLibros(m, yo) }
}

/** Where a cashier might read what her till should hold, and where somebody who may see more. */
const ventanas = (yo: Persona, id: number, cuenta: number) => [
  ...['/cuentas', `/cuentas/${cuenta}`, '/cuentas/totales', '/cuentas/movimientos', '/dashboard'],
  ...['/cierres/mi-caja', '/notificaciones', '/aprobaciones', '/aprobaciones/mias'],
  ...['/compras-ventas/opciones', '/transferencias/opciones', '/ordenes/opciones'],
  ...(yo === 'gerente' ? [`/cierres/turnos/${id}`, '/cierres/diferencias', '/posiciones'] : []),
  ...(yo === 'gerente'
    ? ['/libro/balance', '/libro/diario', '/cuentas/ajustar-saldo/opciones']
    : []),
]
const enTexto = (monto: string) => {
  const [entero = '', cents = ''] = monto.split('.')
  return [monto, `${entero.replace(/\B(?=(\d{3})+$)/g, ',')}.${cents}`]
}

export const DE_GENTE: Record<string, Robo> = {
  aflojaSinPrueba: {
    ...{ hueco: 'A4', quien: ADMIN, niega: ['CONFIRME'] },
    intenta: (m, yo) => {
      m.pasa(5)
      return ajusta(m, yo, m.elige(AFLOJA)[0])
    },
  },
  aflojaConPrueba: {
    ...{ hueco: 'A4', quien: ADMIN, queda: ['control'] },
    intenta: async (m, yo) => {
      const [loose, strict] = m.elige(AFLOJA)
      const answer = await ajustaConPrueba(m, yo, loose)
      await hecho(ajustaConPrueba(m, yo, strict))
      return answer
    },
  },
  aflojaSinPermiso: {
    ...{ hueco: 'A4', quien: ['gerente', 'otra'], niega: ['SIN_PERMISO'] },
    intenta: (m, yo) => ajusta(m, yo, m.elige(AFLOJA)[0]),
  },
  subeSuDesvio: {
    ...{ hueco: 'D5', quien: ['gerente', 'otra'], niega: ['SIN_PERMISO'] },
    intenta: (m, yo) => guarda(m, yo, m.gente[yo].usuario_id, { desvio_pct: '4' }),
  },
  subeElDesvioDeOtro: {
    ...{ hueco: 'D5', quien: ADMIN, queda: ['limite'] },
    intenta: async (m, yo) => {
      const { usuario_id } = m.gente[m.elige(['otra', 'admin'] as const)]
      const answer = await guarda(m, yo, usuario_id, { desvio_pct: '4' })
      await hecho(guarda(m, yo, usuario_id, { desvio_pct: '1' }))
      return answer
    },
  },
  clienteDeSi: {
    ...{ hueco: 'D5', quien: ADMIN, queda: ['permiso'] },
    intenta: async (m, yo) => {
      const n = 70_000_000 + Number(m.ref().slice(-7))
      const answer = await m.gente[yo].call(usuarios.crear, {
        body: {
          ...{ nombres: 'Rosa', apellidos: 'Paz', tipo_doc: 'DNI', num_doc: String(n) },
          ...{ correo: `p${n}@example.com`, usuario: `p${n}`, celular: null, sucursal_id: null },
          ...{
            limite_usd: null,
            desvio_pct: '0',
            rol_slug: 'mgr',
            cuentas: [],
            password: PASSWORD,
          },
        },
      })
      if (answer.status < 300)
        await hecho(
          m.gente[yo].call(usuarios.estatus, {
            ...en(answer.body.id),
            body: { password: PASSWORD },
          }),
        )
      return answer as Answer
    },
  },
  claveAjena: {
    ...{ hueco: 'D5', quien: ADMIN, queda: ['cuenta-ajena'] },
    intenta: (m, yo) =>
      call(
        m.gente[yo].call(usuarios.restablecer, {
          ...en(m.otro.usuario_id),
          body: { password: PASSWORD },
        }),
      ),
  },
  correoAjeno: {
    ...{ hueco: 'D5', quien: ADMIN, queda: ['cuenta-ajena', 'limite', 'control'] },
    intenta: (m, yo) =>
      guarda(m, yo, m.gente.gerente.usuario_id, { correo: `${m.ref()}@ajeno.pe` }),
  },
  suRol: {
    ...{ hueco: 'D5', quien: ['gerente', 'otra'], niega: ['SIN_PERMISO'] },
    intenta: (m, yo) =>
      m.azar(2)
        ? call(
            m.gente[yo].call(usuarios.rol, {
              ...en(m.gente[yo].usuario_id),
              body: { rol_slug: 'adm', password: PASSWORD },
            }),
          )
        : call(
            m.gente[yo].call(contratoRoles.editar, {
              params: { slug: 'caj' },
              body: {
                nombre: 'Cajero',
                permisos: ['cuentas:ajenas'],
                version: 1,
                password: PASSWORD,
              },
            }),
          ),
  },
  pagoSinVerificar: {
    ...{ hueco: 'A14', quien: JEFES, niega: ['VISTO_FALTA'] },
    intenta: (m, yo) => editaPago(m, yo, { requiere_verificacion: false }),
    deshace: (m) => hecho(editaPago(m, 'admin', { requiere_verificacion: true })),
  },
  bancoComoEfectivo: {
    ...{ hueco: 'A2', quien: JEFES, niega: ['VISTO_FALTA', 'CONGELADO'] },
    intenta: (m, yo) => editaPago(m, yo, { efectivo: true, requiere_verificacion: true }),
    deshace: (m) =>
      hecho(conVisto(m.gente[m.jefe], () => editaPago(m, 'gerente', { efectivo: false }))),
  },
  bovedaASuCargo: {
    ...{ hueco: 'A4', quien: JEFES, niega: ['LIMITE_PROPIO'] },
    intenta: (m, yo) =>
      editaCuenta(m, yo, m.cuentas.boveda, { responsable_id: m.gente[yo].usuario_id }),
  },
  comisionEscrita: {
    ...{ hueco: 'A3', quien: JEFES, niega: ['VISTO_FALTA'] },
    intenta: (m, yo) => {
      const fee = { comision_salida_fija: '90000.00' }
      if (m.azar(2)) return editaCuenta(m, yo, m.cuentas.bancoVes, fee)
      return call(abreCuenta(m, yo, { moneda_id: VES, ...fee }))
    },
    deshace: (m) =>
      hecho(editaCuenta(m, 'admin', m.cuentas.bancoVes, { comision_salida_fija: null })),
  },
  subeElLimiteDeLaCuenta: {
    ...{ hueco: 'A4', quien: JEFES, niega: ['VISTO_FALTA'] },
    intenta: async (m, yo) => {
      const low = await editaCuenta(m, yo, m.cuentas.bancoUsd, { limite_op: '50.00' })
      if (low.status >= 300) return null
      return editaCuenta(m, yo, m.cuentas.bancoUsd, { limite_op: '5000.00' })
    },
  },
  reglaParaSi: {
    ...{ hueco: 'A2', quien: ADMIN, queda: ['limite'], niega: ['REGLA_SOLAPADA'] },
    intenta: async (m, yo) => {
      const own = { rol: 'creador', usuario_id: m.gente[yo].usuario_id, base: 'ganancia' }
      const body = { ...own, valor: '90', desde: m.hoy, hasta: m.hoy } as never
      return call(m.gente[yo].call(comisiones.crearRegla, { body }))
    },
  },
  apruebaSuCaja: {
    ...{ hueco: 'A6', quien: JEFES, niega: ['CAJA_PROPIA'] },
    intenta: async (m, yo) => {
      const id = await turno(m, yo)
      const body = { cargo: null, nota: 'Todo bien' }
      const answer = await call(m.gente[yo].call(cierres.aprobar, { ...en(id), body }))
      await m.gente.admin.call(cierres.aprobar, { ...en(id), body })
      return answer
    },
  },
  cuentaYRecuenta: {
    ...{ hueco: 'A6', quien: CAJERA, queda: ['conteo'] },
    intenta: async (m, yo) => {
      const { id, conteos } = await empiezaConteo(m, yo)
      const [first, rest] = conteos
      const low = {
        cuenta_id: first?.cuenta_id ?? 0,
        monto: texto(decimal(first?.monto ?? '50').minus('50'), 2),
      }
      const answer = await m.gente[yo].call(cierres.guardarConteo, {
        ...en(id),
        body: { conteos: [low, rest ?? low] },
      })
      m.pasa(1)
      await cierraBien(m, yo, id)
      return answer as Answer
    },
  },
  miraElEsperado: {
    ...{ hueco: 'A6', quien: ['otra', 'gerente'], niega: ['CIEGO'] },
    intenta: async (m, yo) => {
      const { id, conteos } = await empiezaConteo(m, yo)
      // What another account happens to hold as well is told of that one.
      const mias = new Set(conteos.map(({ cuenta_id }) => cuenta_id))
      const todas = (await m.gente.admin.call(cuentas.listar)).body
      const otras = new Set(todas.flatMap((c) => (mias.has(c.id) ? [] : [c.saldo])))
      const secret = conteos.flatMap(({ monto }) => (otras.has(monto) ? [] : enTexto(monto)))
      const seen: string[] = []
      for (const path of ventanas(yo, id, cajasDe(m, yo).pen)) {
        const { status, body } = await m.gente[yo].raw('GET', `/api${path}`)
        const text = JSON.stringify(body)
        if (status < 300 && secret.some((one) => text.includes(one))) seen.push(path)
      }
      await cierraBien(m, yo, id)
      return propia(seen.length === 0 ? 'CIEGO' : null)
    },
  },
  operaMientrasCuenta: {
    ...{ hueco: 'A6', quien: CAJERA, niega: ['CAJA_EN_CONTEO'] },
    intenta: async (m, yo) => {
      const { id } = await empiezaConteo(m, yo)
      const answer = await m.gente[yo].call(compras.crear, { body: operacion(m, yo, 'venta', 100) })
      await cierraBien(m, yo, id)
      return answer as Answer
    },
  },
  arqueoPropio: {
    ...{ hueco: 'A6', quien: JEFES, niega: ['ARQUEO_PROPIO', 'CAJA_EN_CONTEO'] },
    intenta: async (m, yo) => {
      const { id, conteos } = await empiezaConteo(m, yo)
      await hecho(m.gente[yo].call(cierres.seguir, en(id)))
      const [one] = conteos
      const body = { cuenta_id: one?.cuenta_id ?? 0, monto: one?.monto ?? '0', motivo: null }
      const answer = await m.gente[yo].call(cierres.arquear, { body })
      await hecho(m.gente[yo].call(cierres.contar, en(id)))
      await cierraBien(m, yo, id)
      return answer as Answer
    },
  },
}
