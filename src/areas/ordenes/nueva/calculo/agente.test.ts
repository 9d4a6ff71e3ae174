import { expect, test } from 'vitest'
import { agenteDeOrden } from './agente.ts'

const rosa = { id: 7, nombre: 'Rosa Quispe' }

test('an order without a typed agent names the client’s, who will be kept with it', () => {
  expect(agenteDeOrden(rosa, null)).toBe(
    'Agente: Rosa Quispe, del cliente. Recibirá la comisión que le toque por esta orden.',
  )
  expect(agenteDeOrden(null, null)).toBeNull()
})

test('another agent than the client’s names whom it replaces, and what it takes', () => {
  expect(agenteDeOrden(rosa, 8)).toMatch(/El del cliente es Rosa Quispe\..*visto bueno/)
  expect(agenteDeOrden(rosa, 7)).toBe('Es el agente del cliente.')
  expect(agenteDeOrden(null, 8)).toMatch(/visto bueno/)
})
