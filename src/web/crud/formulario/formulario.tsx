import { zodResolver } from '@hookform/resolvers/zod'
import { Button } from '@mantine/core'
import { type ComponentProps, type FormEvent, type ReactNode, useEffect, useMemo } from 'react'
import { FormProvider, type Resolver, type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'
import type { Campos } from '../../../core/fields.ts'
import type { ApiError } from '../../api/http.ts'
import { INCIERTO } from '../../api/save.ts'
import { hecho } from '../../esquema/diferido.ts'
import '../../esquema/validar.ts'
import { Duda } from '../../duda/duda.tsx'
import { AvisoPendiente } from './aviso-pendiente.tsx'
import { CampoForm } from './campo.tsx'
import { ListaControl } from './campo-lista.tsx'
import { vacioDe } from './campo-vacio.ts'
import { ConflictoVersion } from './conflicto.tsx'
import classes from './formulario.module.css'
import { ResumenErrores, serverErrors } from './resumen-errores.tsx'
import { loQuePierde, useSalida } from './salida.tsx'

type Valores = Record<string, unknown>

/** A titled group of fields. */
export interface Seccion {
  titulo: string
  campos: readonly string[]
  /** The section of the manual that explains them. */
  duda?: ComponentProps<typeof Duda>
}

export interface FormularioProps {
  campos: Campos
  /** Validates the body to send; the endpoint's own schema. */
  schema: z.ZodType
  /** Initial values: a row, or defaults. Values that are not fields (`version`) are sent along. */
  inicial?: Valores
  /** Groups of fields; fields of no group come last. One group without title when omitted. */
  secciones?: readonly Seccion[]
  /** Sends; anything but null means saved. */
  guardar: (valores: never) => Promise<unknown>
  /** Called after a save, when the form no longer counts as changed. */
  alGuardar?: (answer: never) => void
  error?: ApiError | null
  guardando?: boolean
  incierto?: boolean
  /** From `useSave`: an earlier visit sent something whose answer never came. */
  pendiente?: boolean
  /** Text of the button: `Guardar`. */
  accion?: string
  /** Heading of a refusal that names no field: `No se pudo guardar:`. */
  fallo?: string
  cancelar?: () => void
  /** The row as it is stored now, to compare with after a 409 VERSION. */
  actual?: Valores | undefined
  /** Below the fields, inside the form: previews, own fields with `CampoForm`. */
  children?: ReactNode
  /** Clears the form after a save, so that typed passwords are not shown. */
  limpia?: boolean
  /** Renders content that depends on the form, as a preview while typing. */
  conForm?: (form: UseFormReturn<Valores>) => ReactNode
  soloLectura?: boolean
  /**
   * What is typed is kept under this name, besides the page's, and offered back; by default that of its fields.
   * Never a password. Null: nothing is kept, as where a dialog is left with what stood there before.
   */
  borrador?: string | null
}

/**
 * A form from `Campos`: labels above, errors below and in a summary on top that links to them. Focuses the first
 * wrong field, submits on Enter, asks before a changed form is left, and sends only once.
 */
export function Formulario(props: FormularioProps) {
  const { campos, schema, guardando = false, soloLectura = false, error } = props
  const start = useMemo(() => startValues(campos, props.inicial), [campos, props.inicial])
  const form = useForm<Valores>({
    defaultValues: start,
    values: start,
    resetOptions: { keepDirtyValues: true },
    resolver: zodResolver(hecho(schema) as never) as unknown as Resolver<Valores>,
    shouldFocusError: true,
    disabled: soloLectura,
  })
  const { setError, formState } = form
  const conflicto = conflictOf(error, props.actual)
  const guardables = Object.keys(sinClaves(campos, campos))
  const salida = useSalida(
    formState.isDirty && !soloLectura,
    () => sinClaves(campos, form.getValues()),
    soloLectura || guardables.length === 0 || props.borrador === null
      ? undefined
      : (valores) => {
          for (const [nombre, valor] of Object.entries(valores))
            form.setValue(nombre, valor, { shouldDirty: true })
        },
    {
      pierde: loQuePierde(campos, formState.dirtyFields),
      nombre: props.borrador ?? guardables.join(' '),
    },
  )

  useEffect(() => {
    for (const { campo, msg } of error?.body.errors ?? []) {
      if (campo) setError(campo, { type: 'server', message: msg }, { shouldFocus: true })
    }
  }, [error, setError])

  const submit = form.handleSubmit(async (valores) => {
    if (guardando) return
    const answer = await salida.enviar(() => props.guardar(valores as never))
    if (answer === null || answer === undefined) return
    // Keeps the typed values, not the parsed ones, which lack fields and would mark the form as changed.
    form.reset(props.limpia ? start : form.getValues())
    props.alGuardar?.(answer as never)
  })

  return (
    <FormProvider {...form}>
      <form
        noValidate
        className={classes.formulario}
        aria-busy={guardando}
        onSubmit={(event: FormEvent) => void submit(event)}
      >
        {salida.oferta}
        {props.pendiente && <AvisoPendiente />}
        <ResumenErrores
          campos={campos}
          errors={formState.errors}
          otros={conflicto ? [] : serverErrors(error, campos)}
          fallo={props.fallo}
        />
        {conflicto && <ConflictoVersion campos={campos} {...conflicto} />}
        <Grupos {...props} />
        {props.conForm?.(form)}
        {props.children}
        {!soloLectura && <Pie {...props} guardando={guardando} />}
      </form>
      {salida.dialogo}
    </FormProvider>
  )
}

/** The refusal of a stale version with the current row: the refetched one, else the one in the refusal. */
function conflictOf(error: ApiError | null | undefined, fresh: Valores | undefined) {
  if (error?.body.codigo !== 'VERSION') return null
  const actual = fresh ?? (error.body.detalle?.actual as Valores | undefined)
  return actual ? { error, actual } : null
}

function Pie({ guardando, incierto, accion = 'Guardar', cancelar }: FormularioProps) {
  return (
    <div className={classes.pie}>
      <Button type="submit" loading={guardando ?? false}>
        {accion}
      </Button>
      {cancelar && (
        <Button variant="default" onClick={cancelar} disabled={guardando ?? false}>
          Cancelar
        </Button>
      )}
      <span role="status" className="alerta">
        {incierto ? INCIERTO : ''}
      </span>
    </div>
  )
}

function Grupos({ campos, secciones, soloLectura }: FormularioProps) {
  const named = new Set(secciones?.flatMap((seccion) => seccion.campos))
  const rest = Object.keys(campos).filter((nombre) => !named.has(nombre))
  const groups: Seccion[] = [
    ...(secciones ?? []),
    ...(rest.length > 0 ? [{ titulo: '', campos: rest }] : []),
  ]
  return groups.map(({ titulo, campos: nombres, duda }) => (
    <fieldset key={titulo} className={classes.grupo}>
      {titulo ? (
        <legend>
          {titulo} {duda && <Duda {...duda} />}
        </legend>
      ) : null}
      <div className={classes.campos}>
        {nombres.map((nombre) => {
          const campo = campos[nombre]
          if (!campo) return null
          const shared = { nombre, campo, ...(soloLectura && { disabled: true }) }
          return (
            <div key={nombre} className={classes.campo} data-tipo={ancho(campo.control)}>
              {campo.control.tipo === 'lista' ? (
                <ListaControl {...campo.control} {...shared} />
              ) : (
                <CampoForm {...shared} />
              )}
            </div>
          )
        })}
      </div>
    </fieldset>
  ))
}

function ancho(control: Campos[string]['control']): string {
  return control.tipo === 'texto' && control.lineas ? 'ancho' : control.tipo
}

/** What may be kept in the browser of what was typed: its fields, but for passwords and secrets. */
function sinClaves(campos: Campos, valores: Valores): Valores {
  const kept = Object.entries(valores).filter(([nombre]) => {
    const { control } = campos[nombre] ?? {}
    return control && control.tipo !== 'clave' && !(control.tipo === 'texto' && control.secreto)
  })
  return Object.fromEntries(kept)
}

/** Initial values with one for every field. */
function startValues(campos: Campos, inicial: Valores = {}): Valores {
  const blanks = Object.entries(campos).map(([nombre, campo]) => [nombre, vacioDe(campo)])
  return { ...Object.fromEntries(blanks), ...inicial }
}
