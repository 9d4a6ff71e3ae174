import { randomUUID } from 'node:crypto'
import { contrato } from '../../../src/areas/claves-api/contract.ts'
import { type Client, PASSWORD, type TestApp } from '../servidor/app.ts'
import { comoDueno } from '../servidor/dueno.ts'
import { conVisto } from '../vistos.ts'

/**
 * A key of somebody: its user, and what it asks for. `aprueba` says yes to it, where there is somebody else who may;
 * `limite_usd`: of each of its operations; `nombre`: of the program that uses it.
 */
export async function claveDe(
  app: TestApp,
  de: Client,
  permisos: string[],
  aprueba?: Client,
  limite_usd: string | null = null,
  nombre = 'Socio',
) {
  const nueva = { nombre, dias: 1, limite_usd, sucursal_id: null, password: PASSWORD }
  const hacer = () => de.call(contrato.crear, { body: { ...nueva, permisos: permisos as never } })
  const { body, error } = await (aprueba ? conVisto(aprueba, hacer) : hacer())
  if (!body?.id) throw new Error(error.message)
  const [fila] = await comoDueno<{ usuario_id: number }>(
    app.url,
    `SELECT usuario_id FROM claves_api WHERE id = ${body.id}`,
  )
  const mandar = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
    const answer = await app.http.inject({
      method,
      url: `/api${url}`,
      ...(payload && { payload }),
      headers: { authorization: `Bearer ${body.clave}`, 'idempotency-key': randomUUID() },
    })
    const { codigo, message, id } = answer.json() as Record<'codigo' | 'message', string> & {
      id: number
    }
    return { status: answer.statusCode, codigo, message, id }
  }
  const { id, message: dicho } = body
  return { id, dicho, usuario_id: fila?.usuario_id as number, clave: body.clave, mandar }
}
