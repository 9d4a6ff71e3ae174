import { randomUUID } from 'node:crypto'
import { servidor as beneficiarios } from '../../../src/areas/beneficiarios/server.ts'
import { servidor as clientes } from '../../../src/areas/clientes/server.ts'
import type { Larga, Que } from '../../../src/areas/importar/contract/columnas.ts'
import type { Informe } from '../../../src/areas/importar/contract.ts'
import { contratoLargas } from '../../../src/areas/importar/largas/contract.ts'
import { porcion } from '../../../src/areas/importar/largas/porciones.ts'
import type { Endpoint } from '../../../src/core/contract.ts'
import type { Afuera } from '../../../src/server/acceso/clave.ts'
import type { Area } from '../../../src/server/area.ts'
import type { Answer, Client, TestApp } from '../servidor/app.ts'

export type Sent = Promise<Answer<Endpoint> & { body: Informe & { message: string } }>

export const TITULOS =
  'Persona;Tipo de documento;Número de documento;Nombres;Apellidos;Celular;Segmento'

/** Requests and readers that tests of imports share. */
export function montarImportar(adm: Client) {
  const csv = { 'content-type': 'text/csv' }
  const search = (query: Record<string, string>) => `?${new URLSearchParams(query)}`

  const bytes = (text: string | Uint8Array) => (typeof text === 'string' ? Buffer.from(text) : text)
  const probar = (que: Que, text: string | Uint8Array, query = {}, who = adm) =>
    who.raw('POST', `/api/importar/${que}/probar${search(query)}`, bytes(text), csv) as Sent
  const importar = (que: Que, text: string | Uint8Array, query = {}, who: Client = adm) =>
    who.raw(
      'POST',
      `/api/importar/${que}${search({ modo: 'todo', nombre: 'a.csv', ...query })}`,
      bytes(text),
      { ...csv, 'idempotency-key': randomUUID() },
    ) as Sent

  let next = 40_000_000
  const dni = () => String(++next)
  const fila = (doc = dni(), nombres = 'Rosa', celular = '987654321') =>
    `Natural;DNI;${doc};${nombres};Paredes Soto;${celular};Público`
  const archivo = (...filas: string[]) => [TITULOS, ...filas].join('\r\n')

  const estados = ({ body }: { body: Informe }) => body.filas.map(({ estado }) => estado)
  const motivos = ({ body }: { body: Informe }) =>
    body.filas.map(({ motivos }) => motivos.map(({ clave, msg }) => `${clave}: ${msg}`).join(' | '))

  return { csv, probar, importar, dni, fila, archivo, estados, motivos }
}

/** Requests that tests of imports in portions share, and the server's work on them. */
export function montarLargas(app: TestApp, adm: Client) {
  const abrir = (
    text: string,
    who = adm,
    que: Larga | 'cuentas' = 'clientes',
    clave = randomUUID(),
  ) =>
    who.raw('POST', `/api/importar/${que}/larga?nombre=a.csv`, Buffer.from(text), {
      'content-type': 'text/csv',
      'idempotency-key': clave,
    }) as Promise<Answer<typeof contratoLargas.abrir>>
  /** One portion, as a server does; answers whether there was one. */
  const una = (roto: Partial<Area> = {}) =>
    porcion(
      { clientes: { ...clientes, ...roto }, beneficiarios },
      { db: app.db, afuera: {} as Afuera & { anclas: string } },
    )
  const todas = async () => {
    while (await una());
  }
  const ver = async (id: number, who = adm) =>
    (await who.call(contratoLargas.obtener, { params: { id } })).body
  const filas = async (id: number, estado?: 'rechazada' | 'igual') =>
    (await adm.call(contratoLargas.filas, { params: { id }, query: estado ? { estado } : {} })).body
      .items
  const importar = (id: number, who = adm) => who.call(contratoLargas.importar, { params: { id } })
  const cancelar = (id: number, who = adm) => who.call(contratoLargas.cancelar, { params: { id } })
  return { abrir, una, todas, ver, filas, importar, cancelar }
}
