import { PasswordInput, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { type ReactNode, type Ref, Suspense } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import { unidadDicha } from '../../../core/dinero/moneda.ts'
import { formaEnPalabras } from '../../../core/documento/forma.ts'
import type { Marca } from '../../../core/documento/logo.ts'
import type { Campo } from '../../../core/fields.ts'
import { ConLogo, Logo } from '../../logo/logo.tsx'
import { parte } from '../../sin-linea/parte.tsx'
import { DiaInput } from '../calendario/dia-input.tsx'
import { BusquedaControl, EtiquetasControl } from '../lista/campo-busqueda.tsx'
import { useOpciones } from '../lista/referencias.ts'
import { DecimalInput } from './decimal-input.tsx'

const LogoControl = parte(() => import('../../logo/campo.tsx'))
const FormaInput = parte(() => import('./forma-input.tsx'))

export interface Shared {
  id: string
  label: string
  required: boolean
  description?: string | undefined
  error?: string | undefined
  disabled?: boolean | undefined
  autoFocus?: boolean | undefined
  rightSection?: ReactNode
}

export interface ControlProps extends Shared {
  campo: Campo
  value: unknown
  onChange: (value: unknown) => void
  onBlur?: (() => void) | undefined
  inputRef?: Ref<HTMLInputElement & HTMLTextAreaElement> | undefined
}

/**
 * A core `Campo` inside a `Formulario` (or any react-hook-form `FormProvider`): label above, required
 * marked, help, error below. `nombre` is the key of the value in the form.
 */
export function CampoForm(props: {
  nombre: string
  campo: Campo
  disabled?: boolean
  autoFocus?: boolean
}) {
  const { nombre, campo, disabled, autoFocus } = props
  const { control } = useFormContext()
  return (
    <Controller
      name={nombre}
      control={control}
      render={({ field, fieldState }) => (
        <CampoControl
          campo={campo}
          id={idOf(nombre)}
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          inputRef={field.ref}
          error={fieldState.error?.message}
          disabled={disabled}
          autoFocus={autoFocus}
        />
      )}
    />
  )
}

/** The id of a field's input: the summary of errors links to it. */
export function idOf(nombre: string): string {
  return `campo-${nombre.replaceAll('.', '-')}`
}

/** The same control without a form: value in, value out (filters, dialogs). */
export function CampoControl(
  props: Omit<ControlProps, 'label' | 'required' | 'description'> & { label?: string },
) {
  const { campo } = props
  const { autocompletar } = { autocompletar: undefined, ...campo.control }
  const all: ControlProps = {
    ...props,
    label: props.label ?? campo.etiqueta,
    required: campo.requerido,
    description: campo.ayuda,
  }
  switch (campo.control.tipo) {
    case 'decimal':
      return <DecimalControl {...all} />
    case 'booleano':
      return <BooleanControl {...all} />
    case 'seleccion':
    case 'referencia':
      return <ChoiceControl {...all} />
    case 'busqueda':
      return <BusquedaControl {...shared(all)} {...campo.control} {...both(all)} />
    case 'etiquetas':
      return <EtiquetasControl {...shared(all)} {...campo.control} {...both(all)} />
    case 'logo':
      return (
        <Suspense fallback={<span aria-busy="true" />}>
          <LogoControl {...all} />
        </Suspense>
      )
    default:
      return <TextControl {...all} autocompletar={autocompletar} />
  }
}

/** Properties common to Mantine's inputs; an empty text is null when the field is optional. */
function shared({ campo: _, value: __, onChange: ___, inputRef, error, ...rest }: ControlProps) {
  return { ...rest, ref: inputRef, error: error ?? false }
}

const both = ({ value, onChange }: ControlProps) => ({ value, onChange })

function TextControl(props: ControlProps & { autocompletar: string | undefined }) {
  const { autocompletar, ...own } = props
  const { campo, value, onChange } = own
  const { control } = campo
  if (control.tipo === 'fecha') {
    return (
      <DiaInput
        {...shared(own)}
        value={value as string | null | undefined}
        onChange={onChange}
        desde={control.desde}
        hasta={control.hasta}
      />
    )
  }
  const text = {
    ...shared(own),
    value: value === null || value === undefined ? '' : String(value),
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange(fromText(event.currentTarget.value, campo)),
    autoComplete: autocompletar ?? 'off',
  }
  if (control.tipo === 'clave') return <PasswordInput {...text} autoComplete="new-password" />
  if (control.tipo === 'texto' && control.lineas) {
    return <Textarea {...text} rows={control.lineas} autosize={false} />
  }
  if (control.tipo === 'texto' && control.forma) {
    return (
      <Suspense fallback={<TextInput {...text} value={formaEnPalabras(text.value)} readOnly />}>
        <FormaInput {...text} onChange={onChange} vacia={fromText('', campo)} />
      </Suspense>
    )
  }
  return <TextInput {...text} {...(control.tipo === 'entero' && { inputMode: 'numeric' })} />
}

function fromText(text: string, { control, requerido }: Campo): unknown {
  if (text === '') return requerido && control.tipo !== 'entero' ? '' : null
  return control.tipo === 'entero' && /^(?:\d{1,15}|-[1-9]\d{0,14})$/.test(text)
    ? Number(text)
    : text
}

function DecimalControl(props: ControlProps) {
  const { campo, value, onChange } = props
  const { decimales, tasa, ...own } = { unidad: '', decimales: 0, tasa: false, ...campo.control }
  const unidad = unidadDicha(own.unidad)
  return (
    <DecimalInput
      {...shared(props)}
      value={value as string | null | undefined}
      onChange={onChange}
      // An amount shows its cents; a rate, which has many decimals, only those typed.
      decimales={decimales > 4 ? 0 : Math.min(decimales, 2)}
      tasa={tasa}
      {...(unidad && {
        rightSection: unidad,
        rightSectionPointerEvents: 'none',
        // «US$» does not touch the border.
        rightSectionWidth: unidad.length > 2 ? '2.75rem' : undefined,
      })}
    />
  )
}

function BooleanControl(props: ControlProps) {
  const { required: _, rightSection: __, ref, ...rest } = shared(props)
  return (
    <Switch
      {...rest}
      ref={ref as Ref<HTMLInputElement>}
      checked={props.value === true}
      onChange={(event) => props.onChange(event.currentTarget.checked)}
    />
  )
}

function ChoiceControl(props: ControlProps) {
  const { campo, value, onChange } = props
  const { control } = campo
  const opciones = useOpciones(control, value)
  const fixed = control.tipo === 'seleccion'
  const data = fixed
    ? control.opciones.map(({ valor, etiqueta, marca }) => ({
        value: valor,
        label: etiqueta,
        marca,
      }))
    : opciones.options
  const chosen = value === null || value === undefined ? null : String(value)
  const marcas = new Map<string, Marca>(data.flatMap((o) => (o.marca ? [[o.value, o.marca]] : [])))
  const marca = marcas.get(chosen ?? '')
  const failed = opciones.isError ? 'No se pudo cargar la lista. Vuelva a intentar.' : undefined
  return (
    <Select
      {...shared(props)}
      error={props.error ?? failed ?? false}
      data={data}
      value={chosen}
      onChange={(next) =>
        onChange(next !== null && !fixed && opciones.numeric ? Number(next) : next)
      }
      {...(marcas.size > 0 && {
        leftSection: marca && <Logo marca={marca} />,
        renderOption: ({ option }) => (
          <ConLogo marca={marcas.get(option.value)}>{option.label}</ConLogo>
        ),
      })}
      searchable={!fixed || data.length > 7}
      clearable={!campo.requerido}
      allowDeselect={!campo.requerido}
      placeholder={opciones.isPending ? 'Cargando…' : 'Elija…'}
      onDropdownOpen={() => opciones.isError && void opciones.refetch()}
    />
  )
}
