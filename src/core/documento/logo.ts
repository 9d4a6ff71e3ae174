import { z } from 'zod'
import { type Archivo, archivoBajado, archivoSubido, endpoint } from '../contract.ts'

/** Pictures of banks and wallets: small, and no SVG, which may hold programs. */
export const LOGO = {
  tipos: ['image/jpeg', 'image/png', 'image/webp'],
  maximo: 64 * 1024,
  /** Longest side, in pixels. */
  lado: 512,
} as const satisfies Archivo & { lado: number }

/** A stored logo: the digest of its bytes. What it names never changes. */
export const logoSchema = z.string({ error: 'Elija una imagen.' }).regex(/^[0-9a-f]{64}$/, {
  error: 'Elija una imagen.',
})

/** By what an entity is recognised: its name, and its logo or null. */
export const marca = z.object({ nombre: z.string(), logo: z.string().nullable() })
export type Marca = z.infer<typeof marca>

export const logos = {
  subirLogo: endpoint({
    method: 'POST',
    path: '/entidades-financieras/logos',
    acceso: 'entidades-financieras:editar',
    resumen: 'Guarda la imagen que llevará una entidad',
    sube: LOGO,
    body: archivoSubido,
    status: 201,
    response: z.object({ logo: z.string(), message: z.string() }),
  }),
  bajarLogo: endpoint({
    method: 'GET',
    path: '/entidades-financieras/logos/:sha256',
    acceso: 'sesion',
    resumen: 'La imagen de una entidad; la de una dirección nunca cambia',
    params: z.strictObject({ sha256: logoSchema }),
    baja: LOGO.tipos,
    inmutable: true,
    response: archivoBajado,
  }),
}
