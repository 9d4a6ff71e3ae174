import { TextInput } from '@mantine/core'
import { IconFilter, IconSearch } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { type Endpoint, type Escrita, MAX_BUSCAR } from '../../../core/contract.ts'
import type { Campo } from '../../../core/fields.ts'
import { escritaPara, PRIMERA, useBusqueda } from '../../marco/navegacion.tsx'
import { DecimalInput } from '../formulario/decimal-input.tsx'
import { FechaInput } from '../formulario/fecha-input.tsx'
import { BotonDias } from './arreglo/boton-dias.tsx'
import classes from './lista.module.css'
import { useOpciones } from './referencias.ts'
import { Seleccion } from './seleccion.tsx'

const DEBOUNCE_MS = 250

interface PorPalabras<K extends string> {
  tipo: 'opciones'
  clave: K
  titulo: string
  opciones: readonly { valor: string; etiqueta: string }[]
}

/** A filter as data; its value lives in the address under `clave`, one of `K`. */
export type Filtro<K extends string = string> =
  | PorPalabras<K>
  /** Choices of a `seleccion` or `referencia` field. */
  | { tipo: 'campo'; clave: K; campo: Campo }
  /** Business days from–to, under `desde` and `hasta`. */
  | ('desde' | 'hasta' extends K ? { tipo: 'fechas' } : never)
  /** From and to an amount, under `monto_min` and `monto_max`. */
  | ('monto_min' | 'monto_max' extends K ? { tipo: 'montos' } : never)

/** A filter that this call takes. */
export type FiltroDe<E> = Filtro<keyof Escrita<E> & string>

/** A filter by one of several values, with the label of each. */
export function filtroDe<const K extends string>(
  clave: K,
  titulo: string,
  palabras: Readonly<Record<string, string>> | Iterable<readonly [valor: string, etiqueta: string]>,
): PorPalabras<K> {
  const pairs = Symbol.iterator in palabras ? [...palabras] : Object.entries(palabras)
  const opciones = pairs.map(([valor, etiqueta]) => ({ valor, etiqueta }))
  return { tipo: 'opciones', clave, titulo, opciones }
}

/** The filter by `estatus`, for rows that can be inactive. */
export const FILTRO_ESTATUS = filtroDe('estatus', 'Estatus', {
  activo: 'Activos',
  inactivo: 'Inactivos',
})

/**
 * The filters in the address, as the request for totals takes them: without paging, sorting and grouping.
 */
export function useFiltrado<E extends Endpoint>(endpoint: E): Escrita<E> {
  const [{ cursor: _c, pagina: _p, limite: _l, orden: _o, vista: _v, grupo: _g, ...typed }] =
    useBusqueda()
  const set = Object.entries(typed).filter((pair): pair is [string, string] => Boolean(pair[1]))
  return escritaPara(endpoint, Object.fromEntries(set))
}

/** The keys of a filter in the address. */
function claves(filtro: Filtro): string[] {
  if (filtro.tipo === 'fechas') return ['desde', 'hasta']
  if (filtro.tipo === 'montos') return ['monto_min', 'monto_max']
  return [filtro.clave]
}

/**
 * Search and filters in one row, all stored in the address. On a phone the filters are behind a button that
 * shows how many are active, so that the list comes first.
 */
export function Filtros({
  filtros,
  buscar,
}: {
  filtros: readonly Filtro[]
  /** Label of the search box; no box when left out. */
  buscar?: string | undefined
}) {
  const [busqueda] = useBusqueda()
  const [open, setOpen] = useState(false)
  const id = useId()
  const keys = filtros.flatMap(claves)
  const active = keys.filter((clave) => busqueda[clave]).length
  return (
    <search className={classes.filtros}>
      {buscar && <Buscador titulo={buscar} />}
      {keys.length > 0 && (
        <button
          type="button"
          className={`boton ${classes.plegar}`}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <IconFilter size={16} aria-hidden="true" />
          {active === 0 ? 'Filtros' : `Filtros (${active})`}
        </button>
      )}
      <div id={id} className={classes.campos} data-plegado={!open || undefined}>
        {filtros.map((filtro) => {
          if (filtro.tipo === 'fechas') return <Fechas key="fechas" />
          if (filtro.tipo === 'montos') return <Montos key="montos" />
          if (filtro.tipo === 'campo') return <PorCampo key={filtro.clave} {...filtro} />
          return <PorOpciones key={filtro.clave} {...filtro} />
        })}
      </div>
    </search>
  )
}

function Buscador({ titulo }: { titulo: string }) {
  const [{ buscar = '' }, cambiar] = useBusqueda()
  const [typed, setTyped] = useState(buscar)
  const sent = useRef(buscar)

  // Navigating back changes the address: the box follows, unless it made the change itself.
  useEffect(() => {
    if (buscar === sent.current) return
    sent.current = buscar
    setTyped(buscar)
  }, [buscar])

  useEffect(() => {
    const text = typed.trim()
    if (text === sent.current) return
    const timer = setTimeout(() => {
      sent.current = text
      cambiar({ buscar: text, ...PRIMERA })
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  })

  return (
    <TextInput
      type="search"
      className={classes.buscador}
      aria-label={titulo}
      // The drawing of a glass says what it does: its narrow box has room for what is looked for.
      placeholder={titulo.replace(/^Buscar por (.)/, (_, first: string) => first.toUpperCase())}
      maxLength={MAX_BUSCAR}
      leftSection={<IconSearch size={16} aria-hidden="true" />}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        const settled = typed.trim() === sent.current
        if (event.key !== 'ArrowDown' && (event.key !== 'Enter' || !settled)) return
        event.preventDefault()
        document.querySelector<HTMLElement>('#contenido tbody tr[tabindex="0"]')?.focus()
      }}
    />
  )
}

function PorCampo({ clave, campo }: { clave: string; campo: Campo }) {
  const { control } = campo
  const { options } = useOpciones(control)
  const opciones =
    control.tipo === 'seleccion'
      ? control.opciones
      : options.map(({ value, label }) => ({ valor: value, etiqueta: label }))
  return <PorOpciones clave={clave} titulo={campo.etiqueta} opciones={opciones} />
}

function PorOpciones(props: {
  clave: string
  titulo: string
  opciones: readonly { valor: string; etiqueta: string }[]
}) {
  const { clave, titulo, opciones } = props
  const [busqueda, cambiar] = useBusqueda()
  return (
    <Seleccion
      className={classes.filtro}
      etiqueta={titulo}
      vacia={titulo}
      opciones={opciones}
      valor={busqueda[clave]}
      alElegir={(valor) => cambiar({ [clave]: valor, ...PRIMERA }, 'push')}
    />
  )
}

function Fechas() {
  const [{ desde, hasta }, cambiar] = useBusqueda()
  const put = (clave: string) => (value: string | null) => {
    if (value === null || isDay(value)) cambiar({ [clave]: value ?? undefined, ...PRIMERA })
  }
  return (
    <>
      <FechaInput
        className={classes.fecha}
        aria-label="Desde"
        placeholder="Desde"
        value={desde}
        onChange={put('desde')}
      />
      <FechaInput
        className={classes.fecha}
        aria-label="Hasta"
        placeholder="Hasta"
        value={hasta}
        onChange={put('hasta')}
      />
      <BotonDias />
    </>
  )
}

function Montos() {
  const [{ monto_min, monto_max }, cambiar] = useBusqueda()
  const put = (clave: string) => (value: string | null) => {
    if (value === null || /^\d{1,18}(\.\d{1,8})?$/.test(value)) {
      cambiar({ [clave]: value ?? undefined, ...PRIMERA })
    }
  }
  const shared = { className: classes.monto, decimales: 2 }
  return (
    <>
      <DecimalInput
        {...shared}
        aria-label="Monto desde"
        placeholder="Monto desde"
        value={monto_min}
        onChange={put('monto_min')}
      />
      <DecimalInput
        {...shared}
        aria-label="Monto hasta"
        placeholder="Monto hasta"
        value={monto_max}
        onChange={put('monto_max')}
      />
    </>
  )
}

/** Whether the text is an existing day; a half-typed one is not sent. */
function isDay(text: string): boolean {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined
  return date !== undefined && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
