import { sql } from 'kysely'
import { LARGAS } from '../../../src/areas/importar/contract/columnas.ts'
import type { Endpoint } from '../../../src/core/contract.ts'
import type { App } from '../../../src/main.app.ts'
import { areas } from '../../../src/main.app.ts'

/** Writes that leave fewer or more than one audit row: the bounds, and the reason. */
export const EXCEPCIONES: Record<string, readonly [min: number, max: number, why: string]> = {
  'POST /auth/refresh-token': [0, 0, 'the session row itself keeps when it was used'],
  'POST /verificar': [0, 0, 'tells what a paper says; nothing changes'],
  'POST /auth/confirmar': [
    0,
    0,
    'asks who is at the keyboard; what he then does says that he was alone',
  ],
  'POST /auth/desbloquear': [0, 0, 'asks who is at the keyboard; nothing changes'],
  'PUT /perfil/cambios': [0, 0, 'says that one saw what others did; nothing of the house changes'],
  'PUT /cuentas/movimientos/nota/:id': [0, 1, 'the same note again changes nothing'],
  'PUT /cuentas/movimientos/conciliado/:id': [0, 1, 'the same mark again changes nothing'],
  'POST /compras-ventas/cotizar': [0, 0, 'says what would be; nothing changes'],
  'POST /compras-ventas/tickets': [3, 11, 'the ticket, and each of its two to ten operations'],
  'POST /compras-ventas/tickets/:id/imprimir': [
    0,
    1,
    'counts a print on the document; a copy is audited',
  ],
  'POST /compras-ventas/:id/imprimir': [0, 1, 'counts a print on the document; a copy is audited'],
  'POST /cierres/turnos/:id/imprimir': [0, 1, 'counts a print on the document; a copy is audited'],
  'PUT /reportes/excepciones/vistas': [0, 0, 'says that one saw what others did'],
  'POST /compras-ventas/comprobantes': [0, 1, 'the same file again is the file that is there'],
  'POST /compras-ventas/:id/pagos/:pago_id/comprobantes': [
    0,
    2,
    'the file, and that it was attached; again, neither',
  ],
  'POST /transferencias/:id/imprimir': [0, 1, 'counts a print on the document; a copy is audited'],
  'POST /ordenes/:id/imprimir': [0, 1, 'counts a print on the document; a copy is audited'],
  'POST /transferencias/comprobantes': [0, 1, 'the same file again is the file that is there'],
  'POST /transferencias/:id/comprobantes': [
    0,
    2,
    'the file, and that it was attached; again, neither',
  ],
  'POST /ordenes/lotes/:id/pagos': [
    0,
    200,
    'each line that is paid leaves the row of its order; a refused one leaves none',
  ],
  'POST /ordenes/comprobantes': [0, 1, 'the same file again is the file that is there'],
  'POST /ordenes/vouchers': [0, 1, 'the same file again is the file that is there'],
  'POST /ordenes/:id/cobros/:linea_id/comprobantes': [
    0,
    2,
    'the file, and that it was attached; again, neither',
  ],
  'POST /ordenes/:id/pagos/:linea_id/comprobantes': [
    0,
    2,
    'the file, and that it was attached; again, neither',
  ],
  'POST /cuentas/ajustar-saldo/adjuntos': [0, 1, 'the same file again is the file that is there'],
  'POST /clientes/documentos/adjuntos': [0, 1, 'the same file again is the file that is there'],
  'POST /entidades-financieras/logos': [0, 1, 'the same picture again is the one that is there'],
  'POST /gastos/adjuntos': [0, 1, 'the same file again is the file that is there'],
  'POST /compras-ventas/autorizaciones/firmar': [2, 2, 'who asked, and who signed'],
  'POST /pares-divisas/compra-venta/impacto': [0, 0, 'says what would be; nothing changes'],
  'POST /paleta/hallar': [0, 0, 'finds; nothing changes'],
  'POST /pares-divisas/compra-venta': [1, 1000, 'one per pair, one per rate that follows'],
  'POST /tipos-cambios/deshacer-par/:id': [1, 1000, 'the pair, and one per rate that follows'],
  'PUT /pares-divisas/fuentes/leer/:id': [
    0,
    1000,
    'reading changes nothing of the house; where the source may publish, a publication',
  ],
  'PUT /pares-divisas/propuestas/aceptar/:id': [1, 1000, 'the pair, and one per rate that follows'],
  'POST /importar/:que/probar': [0, 0, 'says what would be; nothing changes'],
  'POST /importar/:que': [1, 5001, 'the file, and one per row that it creates'],
  'PUT /importar/:que/mapas': [
    0,
    0,
    'how a person reads his own files; nothing of the house changes',
  ],
  'POST /importar/:que/leer': [0, 0, 'says how cells are read; nothing changes'],
  'PUT /importar/marcha/:marcha/cancelar': [0, 0, 'stops what runs; nothing of it is kept'],
  'POST /importar/largas/:id/importar': [
    1,
    1 + LARGAS.clientes,
    'the file, and later one per row that it creates',
  ],
  'PUT /importar/largas/:id/vista': [0, 0, 'says that one saw how his own file ended'],
  'POST /cuentas': [1, 2, 'the account, and the adjustment that is its opening balance'],
  'POST /roles/plantillas': [1, 20, 'one per role that it makes'],
  'PUT /ajustes': [0, 1, 'saving what is there already changes nothing'],
  'PUT /usuarios/estatus/:id': [1, 100, 'the account, and each key that ends with it'],
  'PUT /pares-divisas/compra-venta/:id': [1, 1000, 'the pair, and one per rate that follows'],
}
const UNA = [1, 1] as const
/** Equal denials of a minute share a row. */
const REPETIDA = [0, 1] as const

/** Codes of refusals for lack of a permission; an incomplete sign-in is not one of them. */
const DENIALS = new Set(['SIN_PERMISO', 'MAS_PERMISOS'])

interface Respuesta {
  statusCode: number
  headers: Record<string, unknown>
}

interface Vista {
  call: string
  solicitud: string
  status: number
}

/** Every write of the API, by method and path, with a pattern that matches its URL. */
const ESCRITURAS = areas.flatMap(({ contrato }) =>
  Object.values(contrato)
    .filter(({ method }) => method !== 'GET')
    .map((endpoint: Endpoint) => ({
      call: `${endpoint.method} ${endpoint.path}`,
      method: endpoint.method,
      pattern: new RegExp(`^/api${endpoint.path.replace(/:\w+/g, '[^/]+')}$`),
    })),
)

/** Every write of the API, as `METHOD /path`. */
export const escrituras = ESCRITURAS.map(({ call }) => call)

/**
 * Watches all calls of a test file: every write and every denial must have left its audit rows, even where no test
 * of the file checks them.
 */
export function vigilante() {
  const vistas: Vista[] = []
  return {
    ver(
      method: string,
      url: string,
      { statusCode: status, headers }: Respuesta,
      codigo?: string,
    ): void {
      const path = url.split('?')[0] ?? ''
      const found = ESCRITURAS.filter((e) => e.method === method && e.pattern.test(path))
      // If two patterns match (`/x/:id` and `/x/word`), the one without a parameter applies.
      const one = found.sort((a, b) => a.call.split(':').length - b.call.split(':').length)[0]
      const writes = status < 300 && one !== undefined && !headers['idempotency-replayed']
      if (writes || DENIALS.has(codigo ?? ''))
        vistas.push({
          call: one?.call ?? `${method} ${path}`,
          solicitud: String(headers['x-solicitud']),
          status,
        })
    },
    /**
     * The calls that left too few or too many audit rows, in words. A second person’s yes that a call asks for or uses is
     * another row, besides its own.
     */
    async reparos({ db }: Pick<App, 'db'>): Promise<string[]> {
      const { rows } = await sql<{ solicitud: string; n: number }>`
        SELECT solicitud, count(*)::int AS n FROM auditoria
        WHERE solicitud IS NOT NULL AND accion NOT IN ('identidad', 'pedir', 'usar', 'excepcion') GROUP BY 1`.execute(
        db,
      )
      const denied = new Set<string>()
      const filas = new Map(rows.map(({ solicitud, n }) => [solicitud, n]))
      const faults = vistas.flatMap(({ call, solicitud, status }) => {
        const n = filas.get(solicitud) ?? 0
        const [min, max] =
          (status < 300 && EXCEPCIONES[call]) || (denied.has(call) ? REPETIDA : UNA)
        if (status >= 300) denied.add(call)
        return n >= min && n <= max ? [] : [`${call} ${status}: ${n} audit rows`]
      })
      return [...new Set(faults)]
    },
  }
}
