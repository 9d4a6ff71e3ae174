import { describe, expect, test } from 'vitest'
import { listo, maria, OPCIONES } from '../../../../../test/support/ordenes/opciones.ts'
import { conCorredor, corredorDe, registroDe } from './borrador.ts'
import { calcular, porCobrar, saldoEn } from './calculo.ts'
import type { Borrador } from './tipos.ts'

describe('R-269: a credit of the client', () => {
  const con = (saldo: string | null, more: Partial<Borrador> = {}) => {
    const borrador = listo({ usa_saldo: true, ...more })
    const c = calcular(OPCIONES, borrador, [maria], saldo)
    const { cobros } = registroDe(borrador, c)
    return {
      ...c,
      cobros: cobros?.map(({ monto }) => monto),
      left: porCobrar(OPCIONES, borrador, c),
    }
  }
  test('leaves the rest to be paid, up to the whole order', () => {
    expect(con('20.00')).toMatchObject({ credito: '20.00', cobros: ['480.00'], problema: null })
    expect(con('20.00').frase).toMatch(/^El cliente entrega S\/\s480\.00 y María recibe/)
    for (const much of ['500.00', '900.00']) {
      expect(con(much)).toMatchObject({
        credito: expect.stringMatching(/^500/),
        cobros: [],
        left: null,
      })
      expect(con(much).problema).toBe(null)
      expect(con(much).frase).toMatch(/^El cliente paga S\/\s500\.00 con su saldo y María/)
    }
  })
  test('changes nothing where it is not asked for, where there is none, or where nothing is paid now', () => {
    expect(con('20.00', { usa_saldo: false })).toMatchObject({ credito: null, cobros: ['500.00'] })
    expect(con(null)).toMatchObject({ credito: null, cobros: ['500.00'] })
    expect(con('20.00', { cobrar: false })).toMatchObject({ cobros: [], left: '480.00' })
  })
  test('is not taken above what the order leaves beside the payments', () => {
    const lineas = listo().lineas.map((l) => ({ ...l, monto: '480.10' }))
    expect(con('20.00', { lineas }).problema).toMatch(/suman S\/\s0\.10 de más/)
  })
  test('is the sum of his credits in that currency', () => {
    const saldos = [
      { moneda_id: 2, saldo: '20.10' },
      { moneda_id: 3, saldo: '7.00' },
      { moneda_id: 2, saldo: '9.95' },
    ]
    expect(saldoEn(saldos, 2)).toBe('30.05')
    expect(saldoEn(saldos, 3)).toBe('7.00')
    expect(saldoEn(saldos, 4)).toBe(null)
    expect(saldoEn(saldos, undefined)).toBe(null)
  })
  test('is asked for again in another currency', () => {
    const dollars = corredorDe(OPCIONES, 'pe 3 1') as never
    expect(conCorredor(OPCIONES, listo({ usa_saldo: true }), dollars).usa_saldo).toBe(false)
  })
})
