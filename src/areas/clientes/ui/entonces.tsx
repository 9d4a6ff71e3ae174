import type { ReactNode } from 'react'
import type { FichaDeDocumento } from '../../../core/documento/declaracion.ts'

/** What a document says of its client, with what is said of him today where that is something else. */
export function conHoy(entonces: string, hoy: string): ReactNode {
  return entonces === hoy ? (
    entonces
  ) : (
    <>
      {entonces} <span className="tenue">{`(hoy: ${hoy})`}</span>
    </>
  )
}

const quien = ({ nombre, documento }: FichaDeDocumento['hoy']) => `${nombre} · ${documento}`
const como = ({ nivel, riesgo, pep }: FichaDeDocumento['hoy']) =>
  [nivel ?? 'nivel no guardado', `riesgo ${riesgo}`, ...(pep ? ['PEP'] : [])].join(' · ')

/** Who he is today, after the document that he had then: nothing new when nothing changed. */
export const hoyDe = ({ entonces, hoy }: FichaDeDocumento) =>
  entonces.nombre === hoy.nombre ? hoy.documento : quien(hoy)

/** His name and document then. */
export const quienEra = ({ entonces, hoy }: FichaDeDocumento) => conHoy(quien(entonces), quien(hoy))

/** The facts of the client then: address, level, risk and exposure. */
export function fueEntonces({
  entonces,
  hoy,
  reconstruida,
}: FichaDeDocumento): [titulo: string, valor: ReactNode][] {
  const sinDato = 'sin dirección'
  return [
    ['Dirección del cliente', conHoy(entonces.direccion ?? sinDato, hoy.direccion ?? sinDato)],
    [
      'Conocimiento del cliente',
      <>
        {conHoy(como(entonces), como(hoy))}
        {reconstruida && ' · reconstruido de la auditoría'}
      </>,
    ],
  ]
}
