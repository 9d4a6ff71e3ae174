import { type ReactNode, useEffect, useRef } from 'react'
import { type UseFormReturn, useFormState, useWatch } from 'react-hook-form'
import { useAnswer } from '../../../web/api/query.ts'
import { contrato } from '../contract.ts'
import { dichoDeZona, faltaZona, zonasDe } from '../rules/zonas.ts'

interface Valores {
  pais_casa: string
  zona_horaria: string
  /** What follows the warning. */
  children?: ReactNode
}

/** The warning that zone and country of the house disagree; nothing while they agree. */
export function AvisoZona({ pais_casa, zona_horaria, children }: Valores) {
  const { data } = useAnswer(contrato.paises)
  const nombre = data?.find(({ id }) => id === pais_casa)?.nombre
  const aviso = nombre && faltaZona(pais_casa, nombre, zona_horaria)
  if (!aviso) return null
  return (
    <p className="recuadro" role="status" data-tono="aviso">
      {aviso}
      {children}
    </p>
  )
}

interface Props {
  form: UseFormReturn<Record<string, unknown>>
  /** Warns only of what is typed: the page itself says what is saved. */
  siCambia?: boolean
  /** Takes the country that the form has now, a setter that stays the same: its words are those of the other fields. */
  alElegir: (pais: string) => void
}

/**
 * In a form with country and zone: another country proposes its zone while nobody has chosen one in this form, and the
 * form says when both disagree.
 */
export function ZonaDePais({ form, siCambia, alElegir }: Props) {
  const { control, setValue } = form
  const [pais, zona] = useWatch({ control, name: ['pais_casa', 'zona_horaria'] }) as string[]
  const { dirtyFields } = useFormState({ control })
  const { data } = useAnswer(contrato.paises)
  const antes = useRef({ pais, zona })
  const propuesta = useRef<string>(undefined)
  const escogida = useRef(false)
  useEffect(() => {
    const { pais: otro, zona: otra } = antes.current
    antes.current = { pais, zona }
    // The first values are those that are saved.
    if (otra && zona !== otra) escogida.current = zona !== propuesta.current
    const suya = pais && otro && pais !== otro && !escogida.current ? zonasDe(pais)[0] : undefined
    if (!suya) return
    propuesta.current = suya
    setValue('zona_horaria', suya, { shouldDirty: true })
  }, [pais, zona, setValue])
  useEffect(() => {
    if (pais) alElegir(pais)
  }, [pais, alElegir])
  if (!pais || !zona) return null
  const nombre = data?.find(({ id }) => id === pais)?.nombre
  const varias = nombre && zona === propuesta.current && dichoDeZona(pais, nombre)
  return (
    <>
      {varias && <p role="status">{varias}</p>}
      {(!siCambia || dirtyFields.pais_casa || dirtyFields.zona_horaria) && (
        <AvisoZona pais_casa={pais} zona_horaria={zona} />
      )}
    </>
  )
}
