import type { AnswerOf } from '../../../core/contract.ts'
import type { contrato } from '../contract.ts'

/** Why the house cannot move to the countries that are not offered: each reason once, to whoever asks. */
export function SinPais({ paises }: { paises: AnswerOf<typeof contrato.paises> }) {
  const motivos = new Set(paises.flatMap(({ motivo }) => motivo ?? []))
  const dichos = [...motivos].map((motivo) => (
    <p key={motivo} className="tenue">
      {motivo}
    </p>
  ))
  // Where the house can move nowhere, that is what whoever reads its country needs.
  if (dichos.length === 0 || paises.filter(({ estatus }) => estatus).length < 2) return dichos
  return (
    <details>
      <summary>¿Por qué no está mi país?</summary>
      {dichos}
    </details>
  )
}
