import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cajera } from '../../../../test/support/areas/caja.ts'
import { montarCasa } from '../../../../test/support/areas/casa.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { plantillas } from '../../../main.app.ts'
import type { Noticia } from '../../../server/noticia.ts'
import { contrato as cuentas } from '../../cuentas/contract.ts'
import { redactar } from '../../telegram/envio/redactar.ts'
import { contrato } from '../contract.ts'

const app = await startTestApp()
const casa = await montarCasa(app)
const { adm } = casa
const { abrir, contar, cerrar: cerrarCaja } = await cajera(app, casa)
const { rows } = await sql<{ hoy: string }>`SELECT fecha_negocio(ahora()) AS hoy`.execute(app.db)
const hoy = rows[0]?.hoy as string

test('Telegram reports a difference of a till, and a closed day to the management only, since it contains profit', async () => {
  await comoDueno(app.url, 'UPDATE telegram SET activo = true')
  await comoDueno(
    app.url,
    "INSERT INTO telegram_chats (nombre, chat_id, gerencia) VALUES ('Gerencia', '1', true), ('Caja', '2', false)",
  )
  await comoDueno(
    app.url,
    "INSERT INTO telegram_destinos SELECT evento, reservado, 1, true FROM telegram_eventos WHERE evento IN ('caja_diferencia', 'cierre_dia')",
  )
  await expect(
    comoDueno(app.url, "INSERT INTO telegram_destinos VALUES ('cierre_dia', true, 2, false)"),
  ).rejects.toThrow('telegram_reservado_a_gerencia')
  const { body: saldos } = await adm.call(cuentas.listar)
  const saldo = (nombre: string) => saldos.find((c) => c.nombre === nombre)?.saldo ?? ''
  const dolares = Number(saldo('Caja dólares'))
  const turno = await abrir(saldo('Caja soles'), dolares)
  await contar(turno, saldo('Caja soles'), dolares - 20)
  await cerrarCaja(turno, 'Los di de más en la operación 12345678')
  const si = { cargo: 'casa', nota: 'Se revisó con la cajera' } as const
  await adm.call(contrato.aprobar, { params: { id: turno }, body: si })
  await adm.call(contrato.cerrar, { body: { fecha: hoy, confirmo: true } })
  const { rows: salida } = await sql<{ evento: string; datos: Noticia[] }>`
    SELECT evento, datos FROM telegram_salida WHERE estado = 'pendiente' ORDER BY id`.execute(
    app.db,
  )
  const textos = await Promise.all(
    salida.map(({ evento, datos }) =>
      redactar(plantillas, app.db, evento, {
        noticias: datos,
        fecha: `${hoy}T12:00:00Z`,
        gerencia: true,
        nombre: evento,
      }),
    ),
  )
  expect(salida.map(({ evento }) => evento)).toEqual(['caja_diferencia', 'cierre_dia'])
  expect(textos[0]).toMatch(
    /Caja con diferencia TC-.*\nAna Quispe\nCaja dólares: faltan US\$ 20\.00\nMotivo: .*••••5678/,
  )
  expect(textos[1]).toMatch(
    /Cierre del .*\nGanancia: S\/ 0\.00\nMargen: .*\nResultado: .*\nOperaciones: 0\nUSD .*\nEUR .*\nCaja de Ana Quispe: US\$ -20\.00/,
  )
})
