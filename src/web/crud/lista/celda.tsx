import { Fragment } from 'react'
import { unidadDicha } from '../../../core/dinero/moneda.ts'
import { formaEnPalabras } from '../../../core/documento/forma.ts'
import type { Campo, Campos } from '../../../core/fields.ts'
import { Logo } from '../../logo/logo.tsx'
import { Fecha, Numero, Vacio } from '../valores.tsx'
import { useEtiqueta, usePalabras } from './referencias.ts'

/** Shows the value of a field for reading, in a table or a detail. */
export function Celda({ campo, valor }: { campo: Campo; valor: unknown }) {
  const { control } = campo
  const etiqueta = useEtiqueta(control, valor)
  if (valor === null || valor === undefined || valor === '') return <Vacio />
  if (Array.isArray(valor) && valor.length === 0) return <Vacio />
  switch (control.tipo) {
    case 'booleano':
      return valor ? 'Sí' : 'No'
    case 'fecha':
      return <Fecha valor={String(valor)} />
    case 'decimal':
      return <Decimal valor={String(valor)} unidad={control.unidad} decimales={control.decimales} />
    case 'seleccion':
      return control.opciones.find((opcion) => opcion.valor === valor)?.etiqueta ?? String(valor)
    case 'referencia':
      return etiqueta ?? '…'
    case 'busqueda':
      return <Hallada {...control} valor={valor} />
    case 'etiquetas':
      return (valor as string[]).join(', ')
    case 'lista':
      return <Renglones campos={control.campos} filas={valor as Record<string, unknown>[]} />
    case 'logo':
      return <Logo marca={{ nombre: '', logo: String(valor) }} tamano={40} />
    case 'clave':
      return '••••••'
    case 'texto':
      return control.forma ? formaEnPalabras(String(valor)) : String(valor)
    default:
      return String(valor)
  }
}

/** Nested rows in one line; rows of one reference by their names, with commas. */
function Renglones({ campos, filas }: { campos: Campos; filas: Record<string, unknown>[] }) {
  const [[nombre, solo] = ['', undefined], ...mas] = Object.entries(campos)
  if (solo?.control.tipo === 'referencia' && mas.length === 0) {
    return filas.map((fila, n) => (
      <Fragment key={String(fila[nombre])}>
        {n > 0 && ', '}
        <Celda campo={solo} valor={fila[nombre]} />
      </Fragment>
    ))
  }
  return filas
    .map((fila) =>
      Object.entries(campos)
        .map(([name, own]) => palabraDe(own, fila[name]))
        .filter(Boolean)
        .join(' · '),
    )
    .join('; ')
}

/** The text of a value in a nested row; a false boolean gives none. */
function palabraDe({ control, etiqueta }: Campo, valor: unknown): unknown {
  if (typeof valor === 'boolean') return valor && etiqueta
  if (control.tipo === 'texto' && control.forma) return valor && formaEnPalabras(String(valor))
  if (control.tipo !== 'seleccion') return valor
  return control.opciones.find((opcion) => opcion.valor === valor)?.etiqueta ?? valor
}

function Hallada(props: { recurso: string; muestra: readonly string[]; valor: unknown }) {
  return usePalabras(props.recurso, props.muestra, props.valor) ?? '…'
}

function Decimal(props: { valor: string; decimales: number; unidad: string | undefined }) {
  const { valor, decimales } = props
  const unidad = unidadDicha(props.unidad ?? '')
  const shown = valor.includes('.') ? (valor.split('.')[1]?.replace(/0+$/, '').length ?? 0) : 0
  return (
    <>
      {unidad !== '%' && unidad && `${unidad}\u00a0`}
      <Numero valor={valor} decimales={Math.max(Math.min(decimales, 2), shown)} />
      {unidad === '%' && '\u00a0%'}
    </>
  )
}

/** Alignment of a field: right for numbers, left for text. */
export function alineacion({ control }: Campo): 'left' | 'right' {
  return control.tipo === 'decimal' || control.tipo === 'entero' ? 'right' : 'left'
}
