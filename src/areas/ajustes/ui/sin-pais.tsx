import type { AnswerOf } from '../../../core/contract.ts'
import type { contrato } from '../contract.ts'

/** Why the house cannot move to the countries that are not offered: each reason once. */
export function SinPais({ paises }: { paises: AnswerOf<typeof contrato.paises> }) {
  const motivos = new Set(paises.flatMap(({ motivo }) => motivo ?? []))
  return [...motivos].map((motivo) => (
    <p key={motivo} className="tenue">
      {motivo}
    </p>
  ))
}
