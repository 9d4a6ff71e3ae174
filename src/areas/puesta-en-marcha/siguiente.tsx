import {
  createContext,
  type MouseEvent,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type UseFormReturn, useFormState } from 'react-hook-form'
import { useBusqueda } from '../../web/marco/navegacion.tsx'
import classes from './puesta-en-marcha.module.css'

/** What is typed in a form of a step and not saved. */
interface Pendiente {
  /** Its name in a sentence. */
  que: string
  /** Sends it; without it, it is only named. */
  guardar?: () => void
}

interface Camino {
  /** Says what a form holds that is not saved; null: nothing. */
  poner: (clave: string, pendiente: Pendiente | null) => void
  /** What was on its way is saved, or was refused. */
  terminar: (guardado: boolean) => void
}

const Contexto = createContext<Camino>({ poner: () => {}, terminar: () => {} })

/** A form that is only named when the step is left with something typed in it. */
export function useSinGuardar(que: string, cambiado: boolean): void {
  const { poner } = useContext(Contexto)
  useEffect(() => {
    poner(que, cambiado ? { que } : null)
    return () => poner(que, null)
  }, [que, cambiado, poner])
}

/** Within a form: it is saved when the step is left by its button, and the way goes on once it is. */
export function GuardaAlSeguir({ form }: { form: UseFormReturn<Record<string, unknown>> }) {
  const { poner, terminar } = useContext(Contexto)
  const { isDirty, isSubmitting } = useFormState({ control: form.control })
  const aqui = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const guardar = () => aqui.current?.closest('form')?.requestSubmit()
    poner('formulario', isDirty ? { que: 'este paso', guardar } : null)
    return () => poner('formulario', null)
  }, [isDirty, poner])
  const sent = useRef(false)
  useEffect(() => {
    if (!isDirty || (sent.current && !isSubmitting)) terminar(!isDirty)
    sent.current = isSubmitting
  }, [isDirty, isSubmitting, terminar])
  return <span ref={aqui} hidden />
}

interface Props {
  children: ReactNode
  /** The links to other steps and away. */
  enlaces: ReactNode
}

/** A step, and below it the links that lead on, which leave nothing behind without a word. */
export function Siguiente({ children, enlaces }: Props) {
  const [, cambiar] = useBusqueda()
  const pendientes = useRef(new Map<string, Pendiente>())
  const destino = useRef<string>(undefined)
  const [dicho, setDicho] = useState('')
  const ir = useEffectEvent((paso: string) => cambiar({ paso }, 'push'))
  const camino = useMemo<Camino>(
    () => ({
      poner: (clave, pendiente) => {
        if (pendiente) pendientes.current.set(clave, pendiente)
        else pendientes.current.delete(clave)
      },
      terminar: (guardado) => {
        const paso = destino.current
        destino.current = undefined
        if (paso === undefined) return
        if (guardado) ir(paso)
        else setDicho('Este paso no se guardó: corrija lo que se señala, o elija otro paso arriba.')
      },
    }),
    [],
  )
  function seguir(event: MouseEvent) {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const paso = link && new URL(link.href).searchParams.get('paso')
    if (!paso || event.ctrlKey || event.metaKey || event.shiftKey) return
    const all = [...pendientes.current.values()]
    const porGuardar = all.find(({ guardar }) => guardar)
    const frase = `Todavía no guardó ${all.map(({ que }) => que).join(', ')}. Lo escrito se queda aquí: guárdelo, o pulse otra vez para seguir.`
    if (all.length === 0 || (!porGuardar && dicho === frase)) return
    event.preventDefault()
    event.stopPropagation()
    if (!porGuardar) {
      setDicho(frase)
      return
    }
    setDicho('')
    destino.current = paso
    porGuardar.guardar?.()
  }
  return (
    <Contexto value={camino}>
      {children}
      <p className={classes.siguiente} onClickCapture={seguir}>
        {enlaces}
      </p>
      <p role="status" className="alerta">
        {dicho}
      </p>
    </Contexto>
  )
}
