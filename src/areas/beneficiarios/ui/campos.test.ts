import { expect, test } from 'vitest'
import { TIPOS_DOCUMENTO_PAGO } from '../../../core/documento/documentos.ts'
import { pais, referencia, seleccion } from '../../../core/fields.ts'
import {
  campoDocumento,
  camposDelPago,
  conMetodo,
  conPegado,
  cuerpoDe,
  type OpcionesPago,
  reparosDe,
  sinPegado,
  valoresDe,
} from './campos.ts'

const dato = (tipo: 'entidad' | 'documento' | 'telefono' | 'cuenta', obligatorio = true) => ({
  ...{ clave: tipo, etiqueta: tipo, tipo, obligatorio, patron: null, ejemplo: null },
})
const OPCIONES: OpcionesPago = {
  metodos: [
    {
      ...{ id: 1, nombre: 'Pago Móvil', pais: 've', moneda_id: 1, estatus: true },
      campos: [dato('entidad'), dato('telefono'), dato('documento')],
    },
    { id: 2, nombre: 'Nequi', pais: 'co', moneda_id: 4, estatus: true, campos: [dato('telefono')] },
    { id: 3, nombre: 'USDT', pais: null, moneda_id: null, estatus: true, campos: [dato('cuenta')] },
  ],
  entidades: [
    {
      id: 7,
      nombre: 'Banesco',
      alias: null,
      codigo: '0134',
      pais: 've',
      algoritmo: 've20',
      patron: null,
      estatus: true,
    },
    {
      id: 8,
      nombre: 'Cerrado',
      alias: null,
      codigo: '0199',
      pais: 've',
      algoritmo: 'ninguno',
      patron: null,
      estatus: false,
    },
    {
      id: 9,
      nombre: 'Bancolombia',
      alias: null,
      codigo: '007',
      pais: 'co',
      algoritmo: 'ninguno',
      patron: null,
      estatus: true,
    },
  ],
  paises: [
    { id: 've', nombre: 'Venezuela', documentos: ['CVE', 'PAS'] },
    { id: 'co', nombre: 'Colombia', documentos: ['CCO', 'NIT'] },
  ],
  monedas: [{ id: 1, iso: 'VES', nombre: 'Bolívar' }],
}
const BASE = {
  pais: pais(),
  moneda_id: referencia('Moneda', 'monedas'),
  entidad_id: referencia('Banco', 'entidades-financieras'),
}

test('the form has the fields of the way, and the active banks of its country', () => {
  const fields = camposDelPago(BASE, OPCIONES, { tipo_pago_id: '1' })
  expect(Object.keys(fields)).toEqual(['entidad_id', 'campos.telefono'])
  expect(fields.entidad_id?.control).toMatchObject({ opciones: [{ valor: '7' }] })
  const chosen = camposDelPago(BASE, OPCIONES, { tipo_pago_id: '1', entidad_id: '8' })
  expect(chosen.entidad_id?.control).toMatchObject({ opciones: [{ valor: '7' }, { valor: '8' }] })
  // A bank of another country is offered where it serves this one too.
  const otro = { ...OPCIONES.entidades[0], id: 12, pais: 'pe', paises: ['ve'] } as const
  const also = { ...OPCIONES, entidades: [...OPCIONES.entidades, otro] } as OpcionesPago
  expect(camposDelPago(BASE, also, { tipo_pago_id: '1' }).entidad_id?.control).toMatchObject({
    opciones: [{ valor: '7' }, { valor: '12' }],
  })
  // A way that pays anywhere asks for the country and the currency.
  expect(Object.keys(camposDelPago(BASE, OPCIONES, { tipo_pago_id: '3' }))).toEqual([
    'pais',
    'moneda_id',
    'campos.cuenta',
  ])
  expect(camposDelPago(BASE, OPCIONES, {})).toEqual({})
})

test('another way keeps typed values, clears a bank of another country, and proposes the usual document', () => {
  const typed = {
    tipo_pago_id: '1',
    pais: 've',
    entidad_id: '7',
    nombre: 'Ana',
    'campos.telefono': '0414',
  }
  expect(conMetodo(OPCIONES, typed, '2')).toMatchObject({
    ...{ tipo_pago_id: '2', pais: 'co', moneda_id: '4', entidad_id: null, tipo_doc: 'CCO' },
    ...{ nombre: 'Ana', 'campos.telefono': '0414' },
  })
  expect(conMetodo(OPCIONES, { ...typed, num_doc: 'V1', tipo_doc: 'CVE' }, '2').tipo_doc).toBe(
    'CVE',
  )
})

test('a paste fills in the data that it contains and leaves the rest', () => {
  const read = {
    valores: {
      tipo_pago_id: 1,
      pais: 've',
      entidad_id: 7,
      nombre: 'María',
      campos: { telefono: '04141234567' },
    },
    hallado: [],
  }
  expect(
    conPegado(OPCIONES, { alias: 'mamá', num_doc: 'V1', tipo_doc: 'CVE' }, read),
  ).toMatchObject({
    ...{ alias: 'mamá', num_doc: 'V1', tipo_pago_id: '1', entidad_id: '7', moneda_id: '1' },
    ...{ nombre: 'María', 'campos.telefono': '04141234567' },
  })
})

test('another paste clears what the previous one filled in, but not what the user typed', () => {
  const read = { valores: { nombre: 'María', alias: 'mamá', campos: { telefono: '04141234567' } } }
  const after = conPegado(OPCIONES, {}, read)
  expect(sinPegado({ ...after, nombre: 'María Pérez' }, read)).toEqual({
    ...{ nombre: 'María Pérez', alias: null, 'campos.telefono': null },
  })
  // An alias that the user typed stays.
  expect(conPegado(OPCIONES, { alias: 'la jefa' }, read).alias).toBe('la jefa')
})

test('the body is normalized and contains only the fields of this way', () => {
  const typed = {
    ...{
      tipo_pago_id: '2',
      pais: 'co',
      entidad_id: '7',
      nombre: 'Ana',
      tipo_doc: 'CCO',
      num_doc: '123456',
    },
    ...{ 'campos.telefono': '+57 300 123 4567', 'campos.cuenta': '1' },
  }
  expect(cuerpoDe(OPCIONES, typed)).toMatchObject({
    ...{ tipo_pago_id: 2, pais: 'co', moneda_id: 4, entidad_id: null },
    campos: { telefono: '3001234567' },
  })
})

test('values are validated before they are sent', () => {
  expect(reparosDe(OPCIONES, { tipo_pago_id: '1', 'campos.telefono': '12' })).toEqual({
    entidad_id: 'Elija el banco.',
    'campos.telefono': 'Un celular de Venezuela tiene 11 dígitos: 0414 1234567.',
    num_doc: 'Este dato es obligatorio.',
  })
  expect(reparosDe(OPCIONES, {})).toEqual({})
})

test('stored values come back unchanged', () => {
  const b = {
    ...{
      metodo: { id: 1 },
      pais: 've',
      moneda: { id: 1 },
      entidad: { id: 7 },
      nombre: 'Ana',
      tipo_doc: 'CVE',
    },
    ...{ num_doc: 'V123456', alias: null, parentesco: null, campos: { telefono: '04141234567' } },
  }
  const {
    campos,
    tipo_pago_id,
    entidad_id,
    pais: country,
  } = cuerpoDe(OPCIONES, valoresDe(b)) as Record<string, unknown>
  expect([tipo_pago_id, entidad_id, country, campos]).toEqual([
    1,
    7,
    've',
    { telefono: '04141234567' },
  ])
})

test('R-254: documents are those of the country of payment, and the one that is chosen already', () => {
  const base = seleccion('Tipo de documento', TIPOS_DOCUMENTO_PAGO)
  const offered = (valores: Record<string, string>) => {
    const { control } = campoDocumento(base, OPCIONES, valores)
    return control.tipo === 'seleccion' ? control.opciones.map(({ valor }) => valor) : []
  }
  expect(offered({ pais: 'co' })).toEqual(['CCO', 'NIT'])
  expect(offered({ pais: 'co', tipo_doc: 'PAS' })).toEqual(['CCO', 'NIT', 'PAS'])
  expect(offered({ pais: 'cl' })).toEqual(Object.keys(TIPOS_DOCUMENTO_PAGO))
})
