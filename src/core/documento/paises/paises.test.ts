import { afterEach, describe, expect, test } from 'vitest'
import { ponerMoneda, SOL } from '../../dinero/moneda.ts'
import {
  faltaDocumento,
  limpiarCelular,
  limpiarDocumento,
  type TipoDocumento,
} from '../documentos.ts'
import { tipoDocumento, tiposOfrecidos } from './campo.ts'
import { ejemploDeCelular } from './celulares.ts'
import { faltaDigitoFiscal, fiscalDePais } from './tipos.ts'

afterEach(() => ponerMoneda(SOL))
const falta = (tipo: TipoDocumento, typed: string) => {
  const numero = limpiarDocumento(typed)
  return faltaDocumento(tipo, numero) ?? faltaDigitoFiscal(tipo, numero)
}

/** Numbers that the registers publish as examples or as their own, and the place of their check digit. */
const BUENOS: [TipoDocumento, string][] = [
  ['DNE', '12345678-Z'],
  ['DNE', '00000000T'],
  ['NIE', 'X1234567L'],
  ['NIE', 'Z1234567R'],
  ['NIF', 'B12345674'],
  ['NIF', 'Q2826000H'],
  ['RUT', '12.345.678-5'],
  ['RUT', '76.086.428-5'],
  ['RUT', '60.803.000-K'],
  ['CUI', '33-69345023-9'],
  ['CUI', '30-50001091-2'],
  ['CEC', '1710034065'],
  ['NIT', '800.197.268-4'],
  ['NIT', '860.034.313-7'],
  ['RIF', 'G 20000303 0'],
  ['RIF', 'J-00002961-0'],
  ['CPF', '529.982.247-25'],
  ['CPF', '111.444.777-35'],
]

describe.each(BUENOS)('R-386: %s %s', (tipo, typed) => {
  test('is accepted only with its own check digit', () => {
    expect(falta(tipo, typed)).toBeNull()
    const numero = limpiarDocumento(typed)
    const last = numero.slice(-1)
    const others = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'].filter((sign) => sign !== last)
    expect(others.filter((sign) => falta(tipo, numero.slice(0, -1) + sign) === null)).toEqual([])
  })
})

test.each<[TipoDocumento, string, string]>([
  ['DNA', '12.345.678', '123456'],
  ['CUR', 'HEGG560427MVZRRL04', 'HEGG560427MVZRRL0'],
  ['INE', 'GMVLMR80070501M100', 'GMVLMR80070501X100'],
  ['RFC', 'XAXX010101000', 'XAXX0101010'],
  ['RUE', '1790012345001', '1790012345000'],
  ['CIB', '1234567-1A', 'A1234567'],
  ['NIB', '1020703023', '102070'],
  ['CNP', '11.222.333/0001-81'.replace('/', ''), '1122233300018'],
  ['EIN', '12-3456789', '12345678'],
  ['OTR', 'AB-1234', 'AB1'],
])('%s is %s, not %s', (tipo, good, bad) => {
  expect(falta(tipo, good)).toBeNull()
  expect(falta(tipo, bad)).not.toBeNull()
})

test('R-386: the house’s country comes first, and Peru offers its own alone', () => {
  expect(tiposOfrecidos('pe')).toEqual(['DNI', 'CE', 'PAS', 'PTP', 'CPP', 'CVE', 'CCO', 'RUC'])
  expect(tiposOfrecidos('es').slice(0, 4)).toEqual(['DNE', 'NIE', 'PAS', 'OTR'])
  expect(tiposOfrecidos('xx').slice(0, 2)).toEqual(['PAS', 'OTR'])
  expect(new Set(tiposOfrecidos('mx')).size).toBe(tiposOfrecidos('mx').length)
  ponerMoneda({ ...SOL, pais: 'cl' })
  const { control } = tipoDocumento
  const options = control.tipo === 'seleccion' ? control.opciones : []
  expect(options[0]).toEqual({ valor: 'RUT', etiqueta: 'RUT de Chile' })
  expect(options.find(({ valor }) => valor === 'DNI')?.etiqueta).toBe('DNI del Perú')
  expect(['pe', 'es', 'us', 'pa'].map(fiscalDePais)).toEqual(['RUC', 'NIF', 'EIN', 'OTR'])
})

test.each([
  ['es', '612 345 678', '+34612345678'],
  ['es', '987654321', null],
  ['cl', '9 8765 4321', '+56987654321'],
  ['ar', '11 2345-6789', '+5491123456789'],
  ['ec', '099 123 4567', '+593991234567'],
  ['ve', '0412-1234567', '+584121234567'],
  ['co', '300 123 4567', '+573001234567'],
  ['mx', '55 1234 5678', '+525512345678'],
  ['us', '(212) 555-0123', '+12125550123'],
  ['bo', '71234567', '+59171234567'],
  ['xx', '612345678', null],
  ['es', '+51 987 654 321', '+51987654321'],
])('R-386: in %s the mobile %s is %s', (pais, typed, kept) => {
  ponerMoneda({ ...SOL, pais })
  expect(limpiarCelular(typed)).toBe(kept)
  expect(limpiarCelular(ejemploDeCelular(pais))).not.toBeNull()
})
