import type { Permiso } from '../../../core/permisos.ts'
import { ACCIONES, type Accion, admite, type Estado } from '../rules.ts'

/** What decides on what may be done to an order. */
export interface OrdenParaMover {
  estado: Estado
  observada: string | null
  usuario_id: number
  pagador_id: number | null
  /** Some payment of the client stands verified: annulling gives money back. */
  con_devolucion: boolean
  por_verificar: boolean
  /** The client may still pay something, in a way that is taken now. */
  por_cobrar: boolean
  /** Some payout stands. */
  con_pagos: boolean
}

interface Actor {
  usuario_id: number
  puede: (permiso: Permiso) => boolean
}

type Regla = (orden: OrdenParaMover, actor: Actor) => boolean

const propia: Regla = ({ pagador_id }, { usuario_id }) => pagador_id === usuario_id
const devuelve: Regla = (_, { puede }) => puede('ordenes:devolver')

/** Who may do what, besides the table of states: the same that the database asks when it is done. */
const REGLAS: Record<Accion, Regla> = {
  crear: () => false,
  vencer: () => false,
  cobrar: (o, { puede }) => puede('ordenes:crear') && o.por_cobrar,
  verificar: (o, { puede }) => puede('ordenes:cobrar') && o.por_verificar,
  rechazar: (o, { puede }) => puede('ordenes:cobrar') && o.por_verificar,
  recotizar: (_, { puede }) => puede('ordenes:crear'),
  beneficiario: (o, a) => a.puede('ordenes:crear') && (o.estado !== 'en_proceso' || devuelve(o, a)),
  tomar: (_, { puede }) => puede('ordenes:pagar'),
  relevar: (o, a) => a.puede('ordenes:pagar') && devuelve(o, a) && !propia(o, a),
  soltar: (o, a) => a.puede('ordenes:pagar') && (propia(o, a) || devuelve(o, a)) && !o.con_pagos,
  pagar: (o, a) => a.puede('ordenes:pagar') && propia(o, a) && o.observada === null,
  rebotar: (o, a) => devuelve(o, a) && o.con_pagos,
  observar: (o, { puede }) => puede('ordenes:observar') && o.observada === null,
  resolver: (o, { puede }) => puede('ordenes:observar') && o.observada !== null,
  anular: (o, a) =>
    a.puede('ordenes:anular') &&
    !o.con_pagos &&
    (devuelve(o, a) || (o.usuario_id === a.usuario_id && !o.con_devolucion)),
}

/** What this person may do to this order now. */
export function accionesDe(orden: OrdenParaMover, actor: Actor): Accion[] {
  return (Object.keys(ACCIONES) as Accion[]).filter(
    (accion) => admite(accion, orden.estado) && REGLAS[accion](orden, actor),
  )
}
