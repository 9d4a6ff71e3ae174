import { z } from 'zod'
import {
  archivoBajado,
  archivoSubido,
  type Contract,
  endpoint,
  guardado,
  idParam,
  instante,
} from '../contract.ts'
import { textoPlano } from '../texto/texto.ts'
import { COMPROBANTE } from './comprobante.ts'

/** The key in the fragment of an address, which browsers never send; null when there is none. */
export function llaveDeTelefono(fragmento: string): string | null {
  return /^#?llave=([\w-]{43})$/.exec(fragmento)?.[1] ?? null
}

/** The address that the QR code holds. `origen` is the one at which this browser reached the house. */
export function direccionDeTelefono(origen: string, llave: string): string {
  return `${origen}/telefono#llave=${llave}`
}

/** Whether a phone could reach this name: that of the machine itself means the phone to a phone. */
export function alcanzable(nombre: string): boolean {
  return !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(nombre)
}

/** Calls by which a phone without a session hands over one file to the screen that showed the QR code. */
export const contratoTelefono = {
  abrir: endpoint({
    method: 'POST',
    path: '/telefono/enlaces',
    acceso: 'sesion',
    resumen:
      'Abre un enlace por el que un teléfono puede enviar un archivo, una vez y por unos minutos',
    status: 201,
    response: guardado.extend({ llave: z.string(), vence_en: instante }),
  }),
  estado: endpoint({
    method: 'GET',
    path: '/telefono/enlaces/:id',
    acceso: 'sesion',
    resumen: 'Si ya llegó el archivo de un enlace propio',
    params: idParam,
    response: z.object({
      estado: z.enum(['espera', 'llego', 'cerrado']),
      nombre: z.string().nullable(),
    }),
  }),
  archivo: endpoint({
    method: 'GET',
    path: '/telefono/enlaces/:id/archivo',
    acceso: 'sesion',
    resumen: 'El archivo que llegó por un enlace propio',
    params: idParam,
    baja: COMPROBANTE.tipos,
    response: archivoBajado,
  }),
  cerrar: endpoint({
    method: 'POST',
    path: '/telefono/enlaces/:id/cerrar',
    acceso: 'sesion',
    resumen: 'Cierra un enlace propio y borra lo que llegó por él',
    params: idParam,
    response: guardado,
  }),
  publico: endpoint({
    method: 'GET',
    path: '/telefono/abierto',
    acceso: 'publico',
    resumen: 'A quién llegará el archivo; la llave va en x-token',
    response: z.object({ casa: z.string(), vence_en: instante }),
    pausada: true,
  }),
  recibir: endpoint({
    method: 'POST',
    path: '/telefono/archivo',
    acceso: 'publico',
    resumen: 'Entrega el archivo de un teléfono; la llave va en x-token',
    sube: COMPROBANTE,
    query: z.strictObject({ nombre: textoPlano(1, 120) }),
    body: archivoSubido,
    status: 201,
    response: guardado,
    pausada: true,
  }),
} satisfies Contract
