import { expect, test } from 'vitest'
import type { Endpoint } from '../../core/contract.ts'
import { areas } from '../../main.app.ts'
import { botonDe } from './verbo.ts'

const de = (llave: string) => {
  const [method, path] = llave.split(' ')
  const all = areas.flatMap(({ contrato }) => Object.values(contrato))
  const found = all.find((e: Endpoint) => e.method === method && e.path === path)
  return found && botonDe(found)
}

test.each([
  ['PUT /usuarios/sesiones/:id', 'Confirmar y cerrar la sesión'],
  ['POST /telegram', 'Confirmar y apagar'],
  ['PUT /vistos/:id/aprobar', 'Confirmar y aprobar'],
  ['PUT /usuarios/estatus/:id', 'Confirmar y cambiar el estado'],
  ['PUT /usuarios/rol/:id', 'Confirmar y cambiar el rol'],
  ['PUT /ajustes', 'Confirmar y guardar'],
  ['PUT /telegram/chats/:id/editar', 'Confirmar y guardar'],
  ['POST /telegram/chats', 'Confirmar y crear'],
  ['POST /comisiones/reglas', 'Confirmar y crear'],
  ['PUT /ordenes/:id/anular', 'Confirmar y anular'],
  ['POST /ordenes/:id/pagos', 'Confirmar y pagar'],
  ['POST /transferencias', 'Confirmar y registrar'],
  ['POST /importar/:que', 'Confirmar e importar'],
  ['POST /pares-divisas/compra-venta', 'Confirmar y publicar'],
])('who confirms %s reads what happens: %s', (llave, verbo) => {
  expect(de(llave)).toBe(verbo)
})
