import { z } from 'zod'
import { catalogo } from '../../core/catalog.ts'
import { type Contract, endpoint } from '../../core/contract.ts'
import { entero, monto, opcional, seleccion, texto } from '../../core/fields.ts'

/** The drawings shipped with the app; a currency's `imagen` is one of these names, never an address. */
export const IMAGENES = {
  ar: 'Argentina',
  bo: 'Bolivia',
  br: 'Brasil',
  cl: 'Chile',
  co: 'Colombia',
  ec: 'Ecuador',
  es: 'España',
  eu: 'Unión Europea',
  mx: 'México',
  pe: 'Perú',
  tether: 'Tether',
  us: 'Estados Unidos',
  ve: 'Venezuela',
  zelle: 'Zelle',
} as const

export const monedas = catalogo({
  area: 'monedas',
  palabras: { singular: 'moneda', plural: 'monedas', genero: 'f' },
  campos: {
    nombre: texto('Nombre', { max: 60 }),
    iso: texto('ISO', {
      max: 5,
      patron: /^[A-Z0-9]{3,5}$/,
      mensaje: 'Escriba de 3 a 5 letras mayúsculas o números.',
      ayuda: 'Código de 3 a 5 letras: USD, PEN, USDT.',
    }),
    simbolo: texto('Símbolo', { max: 6 }),
    decimales: entero('Decimales', { min: 0, max: 8 }),
    imagen: opcional(seleccion('Imagen', IMAGENES)),
    redondeo_efectivo: opcional(
      monto('Redondeo mínimo de efectivo', {
        ayuda: 'La menor pieza que se entrega, por ejemplo 0.10.',
      }),
    ),
  },
  lista: ['nombre', 'iso', 'simbolo', 'decimales', 'redondeo_efectivo'],
  busca: ['nombre', 'iso'],
  permisos: { ver: 'monedas:ver', editar: 'monedas:editar' },
})

/** A currency inside the answers of other areas: what it takes to show an amount of it. */
export const monedaBreve = z.object({
  id: z.int(),
  nombre: z.string(),
  imagen: z.string().nullable(),
  simbolo: z.string(),
  iso: z.string(),
  decimales: z.int(),
})
/** An active currency, as the selects and the calculator show it. */
export type MonedaActiva = z.infer<typeof monedaBreve>

export const contrato = {
  ...monedas.contrato,
  lista: endpoint({
    method: 'GET',
    path: '/monedas/lista',
    acceso: 'sesion',
    resumen: 'Monedas activas, para los selectores',
    response: z.array(monedaBreve),
  }),
} satisfies Contract
