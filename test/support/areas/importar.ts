import { randomUUID } from 'node:crypto'
import type { Que } from '../../../src/areas/importar/contract/columnas.ts'
import type { Informe } from '../../../src/areas/importar/contract.ts'
import type { Endpoint } from '../../../src/core/contract.ts'
import type { Answer, Client } from '../servidor/app.ts'

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
