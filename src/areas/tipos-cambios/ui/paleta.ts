import { formatTasa } from '../../../core/formato.ts'
import type { Ofrecida } from '../../../web/marco/aportes.ts'
import { direccion } from '../../../web/marco/screens.ts'
import { mejores, palabrasDe } from '../../../web/paleta/busqueda.ts'
import { contrato, type TipoCambio } from '../contract.ts'
import { montosDe, nombreTipo, SIGNOS } from '../palabras.ts'

export const { listar } = contrato

/** The rates in force that the words name by their currencies, country or amounts, each with the way to its page. */
export default function tasas(filas: readonly TipoCambio[], typed: string): Ofrecida[] {
  const words = palabrasDe(typed)
  const names = (tipo: TipoCambio) =>
    `${nombreTipo(tipo)} ${tipo.pais_nombre} ${tipo.divisa_base.nombre} ${tipo.divisa_cotizacion.nombre} tasa`
  return mejores(
    filas.filter(({ estatus }) => estatus),
    words,
    names,
  ).map((tipo) => ({
    texto: nombreTipo(tipo),
    nota: [
      `${SIGNOS[tipo.metodo_calculo]} ${formatTasa(tipo.tasa, tipo.precision)}`,
      tipo.pais_nombre,
      montosDe(tipo),
    ]
      .filter(Boolean)
      .join(' · '),
    a: direccion('detalle-tipo-cambio', { id: tipo.id }),
  }))
}
