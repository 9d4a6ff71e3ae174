import { decimal } from '../../core/dinero/decimal.ts'
import type { Permiso } from '../../core/permisos.ts'
import type { Db } from '../../server/db/db.ts'
import { one as beneficiario, method } from '../beneficiarios/queries.ts'
import { one as cliente } from '../clientes/queries.ts'
import { detail as cuenta } from '../cuentas/queries.ts'
import { saldoInicial } from '../cuentas/rules.ts'
import { limpiarDato } from '../tipos-pagos/rules/datos-pago.ts'
import type { Que } from './contract/columnas.ts'
import { apertura, cuentaLlamada, gemelo } from './queries.ts'

type Cuerpo = Record<string, unknown>

/** What an import knows of an area besides its call that creates, which has all the rules. */
export interface Destino {
  /** Nobody creates by file what he may not create by hand. */
  permiso: Permiso
  /** What one of them is called. */
  nombre: (body: Cuerpo) => string
  /** Splits what was read into the path and the body of the call. */
  llamada: (body: Cuerpo) => { params: Cuerpo; body: Cuerpo }
  /** The one that is there already, where that can be told before trying. */
  antes?: (db: Db, body: Cuerpo) => Promise<number | null>
  /** The same, told by the one that was just made. */
  despues?: (db: Db, id: number) => Promise<number | null>
  /** The same, told by a refusal's data. */
  deRechazo: (data: Cuerpo) => unknown
  /** What the file says, as it would be stored: to be compared. */
  limpio?: (db: Db, body: Cuerpo) => Promise<Cuerpo>
  /** What is stored, under the names of the columns. `body` is what the file says. */
  guardado: (db: Db, id: number, body: Cuerpo) => Promise<Cuerpo>
}

const textos = (...values: unknown[]) => values.filter(Boolean).join(' ')

export const DESTINOS: Record<Que, Destino> = {
  clientes: {
    permiso: 'clientes:editar',
    nombre: (b) => textos(b.razon_social) || textos(b.nombres, b.apellidos),
    llamada: (body) => ({ params: {}, body }),
    deRechazo: ({ cliente_id }) => cliente_id,
    guardado: async (db, id) => ({ ...(await cliente(db, id)) }),
  },
  beneficiarios: {
    permiso: 'beneficiarios:editar',
    nombre: (b) => textos(b.nombre),
    llamada: ({ cliente_id, ...body }) => ({ params: { id: cliente_id }, body }),
    despues: gemelo,
    limpio: async (db, body) => {
      const pide = (await method(db, Number(body.tipo_pago_id)))?.campos ?? []
      const datos = Object.entries((body.campos ?? {}) as Record<string, string>)
      const campos = datos.map(([clave, valor]) => {
        const tipo = pide.find((campo) => campo.clave === clave)?.tipo ?? 'texto'
        return [clave, limpiarDato(tipo, String(body.pais), valor)]
      })
      return { ...body, campos: Object.fromEntries(campos) }
    },
    deRechazo: ({ beneficiario_id }) => beneficiario_id,
    guardado: async (db, id) => {
      const found = await beneficiario(db, id)
      return {
        ...found,
        cliente_id: found?.cliente.id,
        tipo_pago_id: found?.metodo.id,
        moneda_id: found?.moneda.id,
        entidad_id: found?.entidad?.id ?? null,
      }
    },
  },
  cuentas: {
    permiso: 'cuentas:editar',
    nombre: (b) => textos(b.nombre),
    llamada: (body) => ({ params: {}, body }),
    antes: (db, { nombre }) => cuentaLlamada(db, String(nombre ?? '')),
    deRechazo: () => null,
    guardado: async (db, id, body) => {
      const [found, { saldo_inicial, costo }] = [
        await cuenta(db, id, false),
        await apertura(db, id),
      ]
      // The rate itself is not kept, what it came to is: the file's rate is as good when it comes to the same.
      const said = found && costoDe(body, found.moneda)
      const same = said !== null && costo !== null && decimal(said).eq(decimal(costo))
      return {
        ...found,
        saldo_inicial: saldo_inicial ?? '0',
        tasa_costo: same ? body.tasa_costo : (costo ?? null),
      }
    },
  },
}

/** What the balance cost; only of foreign money has a file a rate. */
function costoDe(
  { saldo_inicial, tasa_costo }: Cuerpo,
  { decimales }: { decimales: number },
): string | null {
  if (typeof saldo_inicial !== 'string' || typeof tasa_costo !== 'string') return null
  const said = saldoInicial(saldo_inicial, tasa_costo, { decimales, funcional: false })
  return said && 'valor' in said ? said.valor : null
}
