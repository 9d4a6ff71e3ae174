import { expect, test } from 'vitest'
import { claveDe } from '../../../../test/support/claves/clave.ts'
import { montarPapeles } from '../../../../test/support/clientes/papeles.ts'
import { foto } from '../../../../test/support/foto.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno, conectarDueno, esperaAlguien } from '../../../../test/support/servidor/dueno.ts'
import { contratoDocumentos } from '../../clientes/contract/documentos.ts'
import { contrato as compras } from '../../compras-ventas/contract.ts'

/* What one person may upload he may with all his keys together. */

const app = await startTestApp()
const [adm, otro] = [await app.signedIn('adm'), await app.signedIn('adm')]
const PERMISOS = ['compras-ventas:crear', 'clientes:ver', 'clientes:editar']
const una = await claveDe(app, adm, PERMISOS, otro)
const segunda = await claveDe(app, adm, PERMISOS, otro)

type Clave = Pick<typeof una, 'clave'>
/** Uploads a picture as a key, or as a person; the sentence of the refusal, or the status and the file's id. */
async function subir(
  de: Clave | { token: string },
  path = compras.subirComprobante.path,
  payload = foto(),
) {
  const answer = await app.http.inject({
    method: 'POST',
    url: `/api${path}?nombre=pago.png`,
    payload,
    headers: {
      'content-type': 'image/png',
      ...('clave' in de ? { authorization: `Bearer ${de.clave}` } : { 'x-token': de.token }),
    },
  })
  const { errors, id } = answer.json() as { errors?: { msg: string }[]; id?: number }
  return { status: answer.statusCode, id, porque: errors?.[0]?.msg }
}
const llenar = (usuario_id: number, cuantos: number) =>
  comoDueno(
    app.url,
    `INSERT INTO adjuntos (nombre, contenido, usuario_id)
       SELECT 'x', '\\x89504e470d0a1a0a'::bytea || convert_to($1 || '-' || n, 'UTF8'), $1::int
       FROM generate_series(1, $2) n`,
    [usuario_id, cuantos],
  )

test('files that nothing uses yet are one person’s, by whichever hand', async () => {
  await llenar(adm.usuario_id, 49)
  await llenar(una.usuario_id, 49)
  const body = foto()
  const first = await subir(segunda, undefined, body)
  expect(first.status).toBe(201)
  expect((await subir(adm)).status).toBe(201)
  for (const mano of [una, segunda, adm])
    expect(await subir(mano)).toMatchObject({
      status: 400,
      porque: expect.stringContaining('100 comprobantes'),
    })
  // The same file again is the same file, and only of the hand that sent it.
  expect(await subir(segunda, undefined, body)).toEqual({ ...first, porque: undefined })
  expect((await subir(una, undefined, body)).status).toBe(400)
  expect((await subir(otro)).status).toBe(201)
  await comoDueno(app.url, 'DELETE FROM adjuntos WHERE usuario_id <> $1', [otro.usuario_id])
})

test('uploads of two hands of one person are counted one after the other', async () => {
  await llenar(adm.usuario_id, 99)
  const other = await conectarDueno(app.url)
  await other.query('BEGIN')
  await other.query("SELECT id FROM adjuntos_guardar($1, 'image/png', 'x.png', $2)", [
    JSON.stringify({ usuario_id: una.usuario_id }),
    foto(),
  ])
  const late = subir(segunda)
  await esperaAlguien(app.url)
  await other.query('COMMIT')
  await other.end()
  expect((await late).status).toBe(400)
  await comoDueno(app.url, 'DELETE FROM adjuntos WHERE usuario_id <> $1', [otro.usuario_id])
})

test('papers of clients that were handed in on a day are one person’s too', async () => {
  const papeles = montarPapeles(app, { adm: otro, cum: otro })
  const ids = [await papeles.nuevo(), await papeles.nuevo(), await papeles.nuevo()]
  await papeles.llenar(adm, ids[0] as number, 99)
  await papeles.llenar({ ...adm, usuario_id: una.usuario_id }, ids[1] as number, 100)
  const guardar = async (tipo: string) => {
    const { id: adjunto_id } = await subir(segunda, contratoDocumentos.subirAdjunto.path)
    const url = `/clientes/${ids[2]}/documentos`
    return segunda.mandar('POST', url, { tipo, adjunto_id })
  }
  expect((await guardar('poderes')).status).toBe(201)
  expect(await guardar('domicilio')).toMatchObject({ status: 400, codigo: 'VALIDACION' })
  expect((await papeles.guardar(otro, ids[2] as number, 'domicilio')).status).toBe(201)
})
