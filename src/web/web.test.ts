import { afterEach, expect, test, vi } from 'vitest'
import { ApiError, request } from './api/http.ts'
import { probar } from './api/linea.ts'
import { type Menu, menuDe, puedeAbrir } from './barra/menu.ts'
import { parseSearch, stringifySearch } from './marco/navegacion.tsx'
import { destino } from './marco/router.tsx'
import { comoRuta, registerScreens, ruta } from './marco/screens.ts'
import { nombreVisible, type Usuario } from './sesion/sesion.ts'

const usuario = (slug: string, permisos: string[]): Usuario => ({
  id: 1,
  nombres: '  María José ',
  apellidos: 'De la Cruz',
  correo: '',
  role: { slug, nombre: slug },
  permisos,
  debe: null,
})

test('the display name is the first word of each', () => {
  expect(nombreVisible(usuario('adm', []))).toBe('María De')
})

test('search parameters stay text, and empty ones are removed', () => {
  expect(parseSearch('?limite=50&buscar=gar%20c')).toEqual({ limite: '50', buscar: 'gar c' })
  expect(stringifySearch({ a: '', b: undefined, c: '1' })).toBe('?c=1')
  expect(stringifySearch({})).toBe('')
})

test.each([
  ['/?volver=%2Fmonedas%3Festatus%3Dactivo', '/monedas?estatus=activo'],
  ['/?volver=https%3A%2F%2Fevil.example', '/dashboard'],
  ['/?volver=%2F%2Fevil.example', '/dashboard'],
  ['/?volver=%2F%5Cevil.example', '/dashboard'],
  ['/', '/dashboard'],
])('signing in at %s leads to %s', (href, to) => {
  expect(destino(href)).toBe(to)
})

test('adm and mgr see every entry, locked without the permission; others see only their own', () => {
  const component = () => Promise.reject(new Error('not drawn here'))
  registerScreens([
    { nombre: 'cuentas', path: '/cuentas', titulo: 'Cuentas', acceso: 'cuentas:ver', component },
    {
      nombre: 'clientes',
      path: '/clientes',
      titulo: 'Clientes',
      acceso: 'clientes:ver',
      component,
    },
    {
      nombre: 'detalle-cliente',
      path: '/clientes/detalle/$id',
      titulo: '',
      acceso: 'clientes:ver',
      component,
    },
    {
      nombre: 'reporte-posicion',
      path: '/casa',
      titulo: '',
      acceso: 'clientes:ver',
      casa: true,
      component,
    },
  ])
  const menu: Menu = {
    grupos: [
      {
        titulo: 'Administración',
        entradas: [
          { nombre: 'cuentas', texto: 'Cuentas' },
          { nombre: 'clientes', texto: 'Clientes' },
          { nombre: 'usuarios', texto: 'Usuarios' },
          { nombre: 'reporte-posicion', texto: 'De la casa' },
        ],
      },
    ],
    enlaces: [{ nombre: 'ordenes', texto: 'Ordenes' }],
  }
  const seen = (who: Usuario) =>
    menuDe(menu, who).grupos.flatMap(({ entradas }) => entradas.map((e) => [e.nombre, e.cerrada]))
  expect(seen(usuario('mgr', []))).toEqual([
    ['cuentas', true],
    ['clientes', true],
    ['reporte-posicion', true],
  ])
  const caj = usuario('caj', ['clientes:ver'])
  expect(seen(caj)).toEqual([
    ['clientes', false],
    ['reporte-posicion', false],
  ])
  // whoever sees one branch is not offered what is of the whole house, whatever his role.
  const suya = { id: 2, nombre: 'Arequipa' }
  expect(seen({ ...caj, sucursal: suya })).toEqual([['clientes', false]])
  expect(seen({ ...usuario('mgr', []), sucursal: null })).toEqual([
    ['cuentas', true],
    ['clientes', true],
  ])
  expect(puedeAbrir('reporte-posicion', { ...caj, sucursal: suya })).toBe(false)
  expect(puedeAbrir('reporte-posicion', caj)).toBe(true)
  expect(seen(usuario('caj', []))).toEqual([])
  expect(ruta('detalle-cliente', { id: 7 })).toBe('/clientes/detalle/7')
  expect(comoRuta('clientes')).toBe('clientes')
  expect(comoRuta('detalle-cliente', 'id')).toBe('detalle-cliente')
  // No such screen, or one whose path has other parameters.
  expect([
    comoRuta('gastos'),
    comoRuta('detalle-cliente'),
    comoRuta('detalle-cliente', 'fecha'),
    comoRuta('clientes', 'id'),
  ]).toEqual([undefined, undefined, undefined, undefined])
})

afterEach(() => vi.unstubAllGlobals())

test.each([200, 401])(
  'an answer of %i is read to its end, so that its connection is free again',
  async (status) => {
    const answer = new Response('{"ok":true}', { status })
    vi.stubGlobal('fetch', () => Promise.resolve(answer))
    expect([await probar(), answer.bodyUsed]).toEqual([true, true])
  },
)

test('no amount of a refusal breaks after its sign: neither of its sentence nor of its fields', async () => {
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('fetch', async () =>
    Response.json(
      {
        message: 'Quedaría en S/ 0.00.',
        errors: [{ campo: 'monto', msg: 'Según Yape sería de S/ 0.00; hasta US$ 5.00.' }],
      },
      { status: 400 },
    ),
  )
  const refused = await request('POST', '/gastos', {}).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ApiError)
  expect((refused as ApiError).body).toMatchObject({
    message: 'Quedaría en S/\u00a00.00.',
    errors: [{ campo: 'monto', msg: 'Según Yape sería de S/\u00a00.00; hasta US$\u00a05.00.' }],
  })
})
