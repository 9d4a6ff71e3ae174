import type { Permiso } from '../../../core/permisos.ts'
import type { Paso } from '../../dashboard/contract.ts'

/** A step of the way from an empty house to its first ticket. */
export interface PasoDeCasa {
  clave: string
  titulo: string
  /** Why it is asked. */
  porque: string
  /** The step of the dashboard that says whether it is done; null: nobody needs it, so that nothing waits for it. */
  hecho: Paso | null
  permiso: Permiso
}

export const PASOS_DE_CASA = [
  {
    clave: 'casa',
    titulo: 'La casa',
    porque: 'Su nombre y su número de contribuyente salen en cada ticket, contrato y reporte.',
    hecho: 'empresa',
    permiso: 'ajustes:editar',
  },
  {
    clave: 'sucursales',
    titulo: 'Sucursales',
    porque:
      'Si atiende en varios locales, escriba cada uno, también el principal: cada persona ve lo del suyo. Si es uno solo, siga.',
    hecho: null,
    permiso: 'sucursales:editar',
  },
  {
    clave: 'catalogos',
    titulo: 'Bancos y formas de pago',
    porque:
      'Lo que en cada país todos escriben igual, para elegirlo de una lista. Se cambia ahora, con el lápiz, o después, en su página.',
    hecho: 'pagos',
    permiso: 'tipos-pagos:editar',
  },
  {
    clave: 'limites',
    titulo: 'Límites',
    porque:
      'Desde qué monto se identifica al cliente y cuándo decide otra persona. Estos ya rigen: cambie los que no sean los suyos.',
    hecho: null,
    permiso: 'ajustes:editar',
  },
  {
    clave: 'precios',
    titulo: 'Primeros precios',
    porque: 'De ellos salen las tasas del mostrador y las de cada corredor.',
    hecho: 'tasas',
    permiso: 'pares-divisas:editar',
  },
  {
    clave: 'cajas',
    titulo: 'Cajas y bancos',
    porque:
      'Lo que hay hoy, contado en cada caja y según cada banco: desde ahí el libro lleva lo que entra y lo que sale.',
    hecho: 'cuentas',
    permiso: 'cuentas:editar',
  },
  {
    clave: 'personas',
    titulo: 'Roles y personas',
    porque:
      'Cada uno entra con su cuenta y hace solo lo suyo. Lo que cuida el dinero lo aprueba otra persona: cree al menos un segundo administrador.',
    hecho: 'usuarios',
    permiso: 'usuarios:editar',
  },
  {
    clave: 'listo',
    titulo: 'Primera operación',
    porque: 'Una compra o una venta, con su ticket.',
    hecho: 'operacion',
    permiso: 'dashboard:ver',
  },
] as const satisfies readonly PasoDeCasa[]

export type ClaveDePaso = (typeof PASOS_DE_CASA)[number]['clave']
