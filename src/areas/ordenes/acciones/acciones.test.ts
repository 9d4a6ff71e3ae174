import { expect, test } from 'vitest'
import type { FilaOrden } from '../contract.ts'
import { type Persona, RAPIDAS, type Rapida, rapidasDe } from './acciones.ts'

const quien = (id: number, ...permisos: string[]): Persona => ({
  id,
  puede: (permiso) => permisos.includes(permiso.replace('ordenes:', '')),
})
const cajera = quien(4, 'ver', 'crear', 'cobrar', 'observar', 'anular')
const pagador = quien(5, 'ver', 'pagar', 'observar')
const gerente = quien(2, 'ver', 'crear', 'cobrar', 'pagar', 'observar', 'anular', 'devolver')
const orden = (estado: FilaOrden['estado'], more: Partial<FilaOrden> = {}) =>
  ({
    ...{ estado, observada: null, usuario_id: 4, pagador_id: null, cobros_por_verificar: 0 },
    ...{ pagado: '0.00', cobrado: '0.00' },
    ...more,
  }) as FilaOrden

test('the actions offered follow from permissions and state', () => {
  const pendiente = orden('pendiente', { cobros_por_verificar: 1 })
  expect(rapidasDe(pendiente, cajera)).toEqual(['verificar', 'anular'])
  expect(rapidasDe(orden('pendiente'), cajera)).toEqual(['anular'])
  expect(rapidasDe({ ...pendiente, usuario_id: 9 }, cajera)).toEqual(['verificar'])
  expect(rapidasDe(pendiente, pagador)).toEqual([])
  expect(rapidasDe(orden('vencida'), cajera)).toEqual(['recotizar', 'anular'])
  const pagada = orden('pagada', { cobrado: '10.00' })
  expect(rapidasDe(pagada, cajera)).toEqual(['observar'])
  expect(rapidasDe(pagada, pagador)).toEqual(['tomar', 'observar'])
  expect(rapidasDe(pagada, gerente)).toEqual(['tomar', 'observar', 'anular'])
  expect(rapidasDe(orden('completada'), gerente)).toEqual([])
})

test('the payer of an order pays and releases it; a manager may release it for him', () => {
  const held = orden('en_proceso', { pagador_id: 5, cobrado: '10.00' })
  expect(rapidasDe(held, pagador)).toEqual(['pagar', 'soltar', 'observar'])
  expect(rapidasDe(held, quien(6, 'ver', 'pagar', 'observar'))).toEqual(['observar'])
  expect(rapidasDe(held, gerente)).toEqual(['soltar', 'observar', 'anular'])
})

test('an order with payouts is neither released nor annulled, and an observed one is not paid', () => {
  const begun = orden('en_proceso', { pagador_id: 5, cobrado: '10.00', pagado: '10.00' })
  expect(rapidasDe(begun, pagador)).toEqual(['pagar', 'observar'])
  expect(rapidasDe(begun, gerente)).toEqual(['observar'])
  const observed = orden('en_proceso', { pagador_id: 5, observada: 'banco_caido' })
  expect(rapidasDe(observed, pagador)).toEqual(['soltar', 'resolver'])
  expect(rapidasDe(orden('pagada', { observada: 'otro' }), pagador)).toEqual(['resolver'])
})

test.each(Object.keys(RAPIDAS) as Rapida[])(
  '%s is offered to nobody without its permission, and to who has it',
  (accion) => {
    const all = ['ver', 'crear', 'cobrar', 'pagar', 'observar', 'anular', 'devolver']
    const own = RAPIDAS[accion][2].replace('ordenes:', '')
    const orders = (
      ['pendiente', 'vencida', 'pagada', 'en_proceso', 'completada'] as const
    ).flatMap((estado) =>
      [null, 'otro' as const].map((observada) =>
        orden(estado, { observada, cobros_por_verificar: 1, pagador_id: 2 }),
      ),
    )
    const offered = (...permisos: string[]) =>
      orders.some((one) => rapidasDe(one, quien(2, ...permisos)).includes(accion))
    expect([offered(...all), offered(...all.filter((one) => one !== own))]).toEqual([true, false])
  },
)
