import { Ficha, NumeroCorto } from '../../../web/crud/valores.tsx'
import type { Movimiento } from '../movimientos/contract.ts'

/** The number of a document, which is not broken at its hyphens. */
const NUMERO = /([A-Z]{1,4}-\d{4}-\d+)/

/** What moved; `breve`: the number without its year, as in a row of a phone. */
export function Concepto({ fila, breve }: { fila: Movimiento; breve?: boolean }) {
  const { concepto, reversa_de } = fila
  return (
    <>
      {concepto.split(NUMERO).map((part) =>
        NUMERO.test(part) ? (
          <span key={part} className="cortado">
            {breve ? (
              <>
                {part.slice(0, part.indexOf('-') + 1)}
                <NumeroCorto numero={part} />
              </>
            ) : (
              part
            )}
          </span>
        ) : (
          part
        ),
      )}{' '}
      {reversa_de !== null && <Ficha tono="aviso">Reversa</Ficha>}
    </>
  )
}
