import { describe, expect, test } from 'vitest'
import { COLUMNAS } from './contract/columnas.ts'
import { canonico, conColumna, conMotivos, eleccionDe, faltan } from './rules/archivo.ts'
import { faltaEncabezado, reconocer } from './rules/columnas.ts'
import { recordado } from './rules/memoria.ts'
import { decimalesDe, iguales, leerCelda, leerFecha, leerNumero, poner, valorEn } from './rules.ts'

test.each([
  ['1500', null, '1500'],
  ['1500.5', null, '1500.5'],
  ['1500,5', null, '1500.5'],
  ['1,500.00', null, '1500.00'],
  ['1.500,00', null, '1500.00'],
  ['1,234,567', null, '1234567'],
  ['1.234.567,8', null, '1234567.8'],
  ['1,500', 'punto', '1500'],
  ['1,500', 'coma', '1.500'],
  ['3.745', 'punto', '3.745'],
  ['3.745', 'coma', '3745'],
  ['0.745', 'coma', '0.745'],
  ['.5', null, '0.5'],
  [',5', null, '0.5'],
  ['S/ 1,200.00', null, '1200.00'],
  ['S/.50', null, '50'],
  ['US$ 50', null, '50'],
  ['30 %', null, '30'],
  ['-5', null, '-5'],
] as const)('%s with decimal %s is %s', (typed, decimales, expected) => {
  expect(leerNumero(typed, decimales)).toEqual({ valor: expected })
})

test.each(['1e5', '=1+1', '1,50,00', '12.34.5', 'mil'])(
  '%s is not a number: it is left for the field to refuse',
  (typed) => {
    expect(leerNumero(typed, 'punto')).toEqual({ valor: typed })
  },
)

test('an ambiguous number is reported as ambiguous', () => {
  expect(leerNumero('1,500', null)).toHaveProperty('msg')
  expect(decimalesDe(['1,500', '2'])).toBeNull()
  expect(decimalesDe(['1,500', '12,5'])).toBe('coma')
  expect(decimalesDe(['1.5', '1,5'])).toBeNull()
})

test.each([
  ['25/03/1990', '1990-03-25'],
  ['5-3-1990', '1990-03-05'],
  ['1990/3/5', '1990-03-05'],
  ['25/03/1990 00:00:00', '1990-03-25'],
  ['25/03/90', '25/03/90'],
])('the date %s is %s', (typed, expected) => {
  expect(leerFecha(typed)).toBe(expected)
})

describe('cells', () => {
  const control = (clave: string) => {
    const found = COLUMNAS.clientes.find((columna) => columna.clave === clave)
    if (!found) throw new Error(clave)
    return found.campo.control
  }
  test.each([
    ['tipo_persona', 'PERSONA JURÍDICA', 'juridica'],
    ['tipo_persona', 'N', 'natural'],
    ['tipo_doc', 'Carnet de extranjería', 'CE'],
    ['tipo_doc', 'dni', 'DNI'],
    ['segmento', 'Público', 'publico'],
    ['pep', 'Sí', true],
    ['pep', 'x', true],
    ['pep', 'NO', false],
    ['pep', 'quizás', 'quizás'],
    ['etiquetas', 'a | b', ['a', 'b']],
  ])('%s: %s', (clave, typed, expected) => {
    expect(leerCelda(control(clave), typed, null)).toEqual({ valor: expected })
  })
})

test('columns are recognised by our words, the API’s and those of other programs', () => {
  const titles = ['NÚMERO DE DOCUMENTO *', 'num_doc', 'E-mail', 'Beneficiario 1: Nombre', 'x', '']
  expect(reconocer(titles, COLUMNAS.clientes)).toEqual([
    'num_doc',
    'num_doc',
    'correo',
    'beneficiarios_finales.0.nombre',
    null,
    null,
  ])
})

test.each(Object.entries(COLUMNAS))('%s: no word names two columns', (_, columnas) => {
  const wrong = columnas.flatMap(({ clave, titulo, alias }) =>
    [titulo, clave, ...alias].filter((word) => reconocer([word], columnas)[0] !== clave),
  )
  expect(wrong).toEqual([])
})

test('repeated or missing titles are reported', () => {
  expect(faltaEncabezado(['num_doc', 'num_doc'], COLUMNAS.clientes)).toEqual([
    'Hay dos columnas de «Número de documento»: deje una.',
    'Falta la columna «Persona», «Tipo de documento», «Celular», «Segmento».',
  ])
})

describe('a file in the browser', () => {
  const tabla = {
    encabezado: ['DNI', 'documento', 'x', 'Motivo'],
    filas: [{ linea: 2, celdas: ['1', '2', '3', '', 'de más'] }],
  }
  test('takes the first of two equal columns until the other is chosen', () => {
    const eleccion = eleccionDe(tabla, COLUMNAS.clientes)
    expect(eleccion.claves).toEqual(['num_doc', null, null, null])
    expect(conColumna(eleccion, 1, 'num_doc').claves).toEqual([null, 'num_doc', null, null])
  })
  test('is sent with our titles, the fixed values and the cells in excess', () => {
    const eleccion = {
      claves: ['num_doc', null, null, null],
      fijos: { segmento: 'Público', num_doc: '9' },
    }
    expect(canonico(tabla, eleccion)).toBe('segmento,num_doc\r\nPúblico,1,de más\r\n')
    expect(faltan(eleccion, COLUMNAS.clientes).map(({ clave }) => clave)).toEqual([
      'tipo_persona',
      'tipo_doc',
      'celular',
    ])
  })
  test('has one reason in each bad row, in the last column', () => {
    expect(conMotivos(tabla, new Map([[1, 'Mal.']]))).toEqual([
      ['DNI', 'documento', 'x', 'Motivo'],
      ['1', '2', '3', 'Mal.'],
    ])
  })
})

test('reading and writing by path, and equality of values', () => {
  const body = {}
  poner(body, 'a.1.b', 'x')
  poner(body, 'c', 1)
  expect(body).toEqual({ a: [undefined, { b: 'x' }], c: 1 })
  expect([valorEn(body, 'a.1.b'), valorEn(body, 'z.1')]).toEqual(['x', undefined])
  expect([iguales('1500.00', '1500'), iguales('', null), iguales('1', '10')]).toEqual([
    true,
    true,
    false,
  ])
  expect(iguales('1500', '15')).toBe(false)
  expect(iguales(['a'], ['a'])).toBe(true)
})

describe('titles', () => {
  const leer = (...titulos: string[]) => reconocer(titulos, COLUMNAS.clientes)

  test.each([
    ['RUC/DNI/Documento', 'num_doc'],
    ['DNI o RUC', 'num_doc'],
    ['N.º de documento', 'num_doc'],
    ['Fecha del nacimiento', 'fecha_nac'],
    ['CELULAR (WhatsApp)', 'celular'],
    ['Dirección', 'direccion'],
  ])('«%s» is %s', (titulo, clave) => {
    expect(leer(titulo)).toEqual([clave])
  })

  test('whose names are of two columns are not guessed', () => {
    expect(leer('Apellidos y nombres', 'Nombres / Apellidos')).toEqual([null, null])
  })

  test('of a file that was read before mean what they meant, in any order (R-274)', () => {
    const mapas = [
      {
        encabezado: ['Id', 'Nombres', 'Apodo', 'x', 'x'],
        claves: ['num_doc', 'apellidos', 'ya_no', 'notas', null],
      },
    ]
    const again = (...titulos: string[]) => recordado(titulos, mapas, COLUMNAS.clientes)
    expect(again('x', 'NOMBRES', 'x', 'Ápodo', 'id')).toEqual([
      'notas',
      'apellidos',
      null,
      null,
      'num_doc',
    ])
    expect(again('Id', 'Nombres', 'Apodo', 'x')).toBeNull()
  })
})
