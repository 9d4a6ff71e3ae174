import { expect, test } from 'vitest'
import type { Endpoint } from '../../core/contract.ts'
import { areas } from '../../main.app.ts'
import { verboDe } from './verbo.ts'

const de = (llave: string) => {
  const [method, path] = llave.split(' ')
  const all = areas.flatMap(({ contrato }) => Object.values(contrato))
  const found = all.find((e: Endpoint) => e.method === method && e.path === path)
  return found && verboDe(found)
}

test.each([
  ['PUT /usuarios/sesiones/:id', 'cerrar la sesión'],
  ['POST /telegram', 'apagar'],
  ['PUT /vistos/:id/aprobar', 'aprobar'],
  ['PUT /usuarios/estatus/:id', 'cambiar el estado'],
  ['PUT /usuarios/rol/:id', 'cambiar el rol'],
  ['PUT /ajustes', 'guardar'],
  ['PUT /telegram/chats/:id/editar', 'guardar'],
  ['POST /telegram/chats', 'crear'],
  ['POST /comisiones/reglas', 'crear'],
  ['PUT /ordenes/:id/anular', 'anular'],
  ['POST /ordenes/:id/pagos', 'pagar'],
  ['POST /transferencias', 'registrar'],
  ['POST /pares-divisas/compra-venta', 'publicar'],
])('who confirms %s reads what happens: %s', (llave, verbo) => {
  expect(de(llave)).toBe(verbo)
})
