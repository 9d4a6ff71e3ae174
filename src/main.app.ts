import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { servidor as ajustes } from './areas/ajustes/server.ts'
import { servidor as ajustesSaldo } from './areas/ajustes-saldo/server.ts'
import { servidorAprobaciones } from './areas/aprobaciones/server.ts'
import { servidor as auditoria } from './areas/auditoria/server.ts'
import { servidor as beneficiarios } from './areas/beneficiarios/server.ts'
import { servidor as cierres } from './areas/cierres/server.ts'
import { servidor as clavesApi } from './areas/claves-api/server.ts'
import { servidorDocumentos } from './areas/clientes/documentos/server.ts'
import { servidorExpediente } from './areas/clientes/expediente/server.ts'
import { servidor as clientes } from './areas/clientes/server.ts'
import { servidor as comisiones } from './areas/comisiones/server.ts'
import { servidor as competencia } from './areas/competencia/server.ts'
import { servidor as competidores } from './areas/competidores/server.ts'
import { servidor as comprasVentas } from './areas/compras-ventas/server.ts'
import { servidor as cuentas } from './areas/cuentas/server.ts'
import { servidor as dashboard } from './areas/dashboard/server.ts'
import { servidor as entidades } from './areas/entidades-financieras/server.ts'
import { servidor as gastos } from './areas/gastos/server.ts'
import { servidor as categoriasGastos } from './areas/gastos-categorias/server.ts'
import { servidorLargas } from './areas/importar/largas/server.ts'
import { servidorImportar } from './areas/importar/server.ts'
import { servidor as libro } from './areas/libro/server.ts'
import { servidor as monedas } from './areas/monedas/server.ts'
import { servidorNotificaciones } from './areas/notificaciones/server.ts'
import { servidorLotes } from './areas/ordenes/lotes/server.ts'
import { conCotizadas } from './areas/ordenes/queries/impacto.ts'
import { servidor as ordenes } from './areas/ordenes/server.ts'
import { servidor as paises } from './areas/paises/server.ts'
import { servidorPaleta } from './areas/paleta/server.ts'
import { servidorFuentes } from './areas/pares-divisas/fuentes/server.ts'
import type { Arriba } from './areas/pares-divisas/publicar.ts'
import { servidorPares } from './areas/pares-divisas/server.ts'
import { opens } from './areas/pizarra/queries.ts'
import { servidor as pizarra } from './areas/pizarra/server.ts'
import { servidor as posiciones } from './areas/posiciones/server.ts'
import { servidor as reportes } from './areas/reportes/server.ts'
import { servidor as servicioReglas } from './areas/servicio-reglas/server.ts'
import { servidor as sesion } from './areas/sesion/server.ts'
import { servidor as sucursales } from './areas/sucursales/server.ts'
import { servidor as telefono } from './areas/telefono/server.ts'
import type { Plantillas } from './areas/telegram/envio/redactar.ts'
import { servidor as telegram } from './areas/telegram/server.ts'
import { impacto } from './areas/tipos-cambios/impacto.ts'
import { recalcular } from './areas/tipos-cambios/publicar.ts'
import { servidor as tiposCambios } from './areas/tipos-cambios/server.ts'
import { servidor as tiposPagos } from './areas/tipos-pagos/server.ts'
import { servidor as transferencias } from './areas/transferencias/server.ts'
import { servidorPerfil } from './areas/usuarios/perfil/server.ts'
import { esperaDueno, servidorPrimero } from './areas/usuarios/primero/server.ts'
import { servidorRestauracion } from './areas/usuarios/restauracion/server.ts'
import { servidorRoles } from './areas/usuarios/roles/server.ts'
import { servidor as usuarios } from './areas/usuarios/server.ts'
import { servidorVerificar } from './areas/verificar/server.ts'
import { servidor as vistas } from './areas/vistas/server.ts'
import { servidor as vistos } from './areas/vistos/server.ts'
import { servidor as webhooks } from './areas/webhooks/server.ts'
import { DomainError } from './core/errors.ts'
import type { Afuera } from './server/acceso/clave.ts'
import { guardadasDe } from './server/acceso/guardadas/guardadas.ts'
import type { Sesiones } from './server/acceso/sesion.ts'
import type { Area } from './server/area.ts'
import { connect, type Db, type Lentas, porSucursal } from './server/db/db.ts'
import { insistir } from './server/db/entrada/insistir.ts'
import { esperarJuntos, type Juntos } from './server/db/lote/lote.ts'
import { serveEvents, type Ventana, veDe } from './server/http/events.ts'
import { serveReports } from './server/http/guardia/informes.ts'
import type { Limites } from './server/http/guardia/limites.ts'
import type { Tls } from './server/http/guardia/tls.ts'
import { serveHealth } from './server/http/health.ts'
import { buildHttp } from './server/http/http.ts'
import { cursorsOf } from './server/http/page.ts'
import { sinProxy, soloPorProxy } from './server/http/publicado/proxies.ts'
import { serveWeb } from './server/http/web.ts'
import { lecturaDe } from './server/lectura/lectura.ts'
import { isUnavailable } from './server/proceso/breaker.ts'
import { alDia, tomarCasa } from './server/proceso/reloj.ts'

/** What depends on the prices of pairs: the rates, and the orders that were quoted at them. */
export const arriba: Arriba = {
  alPublicar: recalcular,
  alRevisar: async (db, cambios) => conCotizadas(db, await impacto(db, cambios)),
}

/** All areas except those that are built from these. */
const propias: readonly Area[] = [
  sesion,
  usuarios,
  servidorRoles,
  servidorRestauracion,
  servidorPerfil,
  servidorPrimero,
  clavesApi,
  monedas,
  paises,
  vistos,
  vistas,
  sucursales,
  entidades,
  tiposPagos,
  servicioReglas,
  servidorPares(arriba),
  servidorFuentes(arriba),
  tiposCambios,
  competidores,
  competencia,
  clientes,
  servidorDocumentos,
  servidorExpediente,
  beneficiarios,
  cuentas,
  ajustesSaldo,
  categoriasGastos,
  gastos,
  posiciones,
  comprasVentas,
  transferencias,
  cierres,
  ordenes,
  servidorLotes,
  comisiones,
  ajustes,
  auditoria,
  telegram,
  webhooks,
  telefono,
  servidorImportar({ clientes, beneficiarios, cuentas }),
  servidorLargas({ clientes, beneficiarios }),
  pizarra,
  dashboard,
  reportes,
  libro,
]

/** All areas whose routes the server answers. */
export const areas: readonly Area[] = [
  ...propias,
  servidorNotificaciones(propias.flatMap(({ contadores = [] }) => contadores)),
  servidorVerificar(propias.flatMap(({ papeles = [] }) => papeles)),
  servidorPaleta(Object.assign({}, ...propias.map(({ halla }) => halla))),
  servidorAprobaciones(Object.assign({}, ...propias.map(({ aprueba }) => aprueba))),
]

/** The texts of the Telegram messages, by event. */
export const plantillas: Plantillas = Object.assign({}, ...propias.map(({ avisos }) => avisos))

/** What the areas measure in the database for who watches the program. */
export const medidas = areas.flatMap(({ mide = [] }) => mide)

/** The shop's television has a link and no session. Its events say that prices changed, but not which. */
const PIZARRA: Ventana = {
  path: '/api/pizarra/eventos',
  resumen: 'Cambios de la pizarra en vivo, por un enlace de solo lectura',
  admite: opens,
  dueno: 'pizarra',
  areas: ['pizarra', 'pares-divisas', 'tipos-cambios', 'monedas'],
}

export interface App {
  http: FastifyInstance
  db: Db
  /** Streams of events that are open now. */
  flujos(): number
  /** Finishes the requests in progress, then stops. */
  close(): Promise<void>
}

/** Builds the whole program on a migrated database; it does not listen yet. Tests and the demo set `reloj`. */
export async function buildApp(options: {
  url: string
  /** A replica of that database, for reports, and how many seconds behind it may be. */
  lectura?: { url: string; tope?: number } | null | undefined
  reloj?: (() => string | null) | undefined
  /** Every answer is judged by its contract: where the program is tested and developed. */
  juzga?: boolean
  /** The sessions kept in this process; a test makes them, and forgets what it changes as the owner. */
  sesiones?: Sesiones
  onBug?: (error: unknown, solicitud: string) => void
  max?: number
  espera?: number
  ajustes?: Record<string, string>
  /** Hears of statements that take long. */
  lentas?: Lentas | undefined
  /** How much one session and one address may ask; without it, anything. */
  limites?: Limites | undefined
  /** Names under which it is reached, besides the machine's own. */
  nombres?: readonly string[]
  /** Proxies of the house, whose word of the caller's address is believed. */
  proxies?: readonly string[]
  /** Whether nobody else on the network may connect. */
  soloProxies?: boolean
  /** The certificate of a house that speaks https itself. */
  tls?: Tls | null
  /** Whether browsers may keep the program, so that it opens without a line. */
  sinLinea?: boolean | undefined
  /** Measures every request of the server. */
  medir?: ((http: FastifyInstance) => void) | undefined
  /** Receives what browsers report of the content policy, a line each. */
  onInforme?: (line: string) => void
  /** Folder of the heads and secret of the house; without it, the program keeps nothing outside the database when it ends. */
  afuera?: Afuera
  /** How many requests share a set: for tests alone, which otherwise could not say it. */
  juntos?: Juntos | undefined
}): Promise<App> {
  const { sesiones = guardadasDe(options.reloj) as Sesiones } = options
  const conexion = { ...options, alCambiarQuien: () => sesiones.olvidar() }
  const db = connect(conexion)
  const ramas = porSucursal(conexion)
  const { lectura: replica } = options
  const lectura = replica
    ? lecturaDe(db, { ...conexion, url: replica.url }, replica.tope)
    : undefined
  if (options.juntos) esperarJuntos(db, options.juntos)
  const cursores = await cursorsOf(db)
  const { afuera = { anclas: null, clave: randomBytes(32) }, onBug } = options
  const { limites, nombres = [], proxies = [], tls = null, juzga = false, onInforme } = options
  const casa = alDia(
    () => tomarCasa(db),
    // A database that is away is told by what asked it; this is read again until it answers.
    (error) => {
      if (!(error instanceof DomainError || isUnavailable(error))) onBug?.(error, 'casa')
    },
  )
  const given = {
    db,
    alAjustar: casa.leer,
    ramas,
    lectura,
    areas,
    cursores,
    afuera,
    sesiones,
    limites,
    nombres,
    proxies,
    tls,
    juzga,
  }
  const http = buildHttp({ ...given, ...(onBug && { onBug }) })
  options.medir?.(http)
  if (options.soloProxies) soloPorProxy(http, proxies)
  if (afuera.demo) sinProxy(http, nombres)
  serveHealth(http, db)
  serveReports(http, onInforme ?? (() => {}))
  await insistir(() => tomarCasa(db))
  const oyentes = { ventanas: [PIZARRA], ve: veDe(areas), sesiones, alAjustar: casa.leer }
  const events = serveEvents(http, db, options.url, oyentes)
  const estreno = { estrena: () => esperaDueno(db), pagina: '/primer-uso' }
  const dist = fileURLToPath(new URL('../dist', import.meta.url))
  serveWeb(http, dist, estreno, afuera.demo, options.sinLinea)
  await http.ready()
  const close = async () => {
    await http.close()
    await events.close()
    await casa.cerrar()
    await Promise.all([db.destroy(), ramas.close(), lectura?.close()])
  }
  return { http, db, flujos: events.abiertos, close }
}
