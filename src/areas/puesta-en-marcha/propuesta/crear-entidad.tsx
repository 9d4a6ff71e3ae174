import { callWith } from '../../../web/api/api.ts'
import { entidades } from '../../entidades-financieras/contract.ts'
import { contrato as tiposPagos } from '../../tipos-pagos/contract.ts'
import type { Entidad } from '../rules/juego.ts'

/** Creates an entity; of the ways to pay that it supports it names those that the house has by then. */
export async function crearEntidad(entidad: Entidad) {
  const there = new Set((await callWith(tiposPagos.listar, {})).map(({ codigo }) => codigo))
  const formas = entidad.formas.filter(({ forma }) => there.has(forma))
  return callWith(entidades.contrato.crear, { body: { ...entidad, formas, servicio: 'operativo' } })
}
