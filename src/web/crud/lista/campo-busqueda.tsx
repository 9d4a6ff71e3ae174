import { Select, TagsInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type Ref, useState } from 'react'
import { request } from '../../api/http.ts'
import { usePalabras, wordsOf } from './referencias.ts'

type Row = Record<string, unknown> & { id: number }

interface Props {
  id: string
  label: string
  value: unknown
  onChange: (value: unknown) => void
  recurso: string
  ref?: Ref<HTMLInputElement & HTMLTextAreaElement> | undefined
  required?: boolean
  description?: string | undefined
  error?: string | boolean
  disabled?: boolean | undefined
}

/** Selects a row of a collection too long to list: the user types to search, then chooses. */
export function BusquedaControl({
  value,
  onChange,
  recurso,
  muestra,
  tipo: _,
  ...rest
}: Props & { muestra: readonly string[]; tipo: string }) {
  const [typed, setTyped] = useState('')
  const [term] = useDebouncedValue(typed.trim(), 200)
  const chosen = usePalabras(recurso, muestra, value)
  // The text in the box after a choice is not a search.
  const asks = term.length > 1 && term !== chosen
  const { data = [], isFetching } = useQuery({
    queryKey: [`/${recurso}/search/${term}`, {}],
    queryFn: ({ signal }) =>
      request<Row[]>('GET', `/${recurso}/search/_`, { query: { term }, signal }),
    enabled: asks,
  })
  const found = asks ? data.filter((row) => row.id !== value) : []
  const data_ = [
    ...(typeof value === 'number' ? [{ value: String(value), label: chosen ?? '…' }] : []),
    ...found.map((row) => ({ value: String(row.id), label: wordsOf(row, muestra) })),
  ]
  return (
    <Select
      {...rest}
      searchable
      clearable={!rest.required}
      data={data_}
      // The server has already searched: ignoring accents, by document and by phone.
      filter={({ options }) => options}
      value={typeof value === 'number' ? String(value) : null}
      onChange={(id) => onChange(id === null ? null : Number(id))}
      onSearchChange={setTyped}
      placeholder="Busque por nombre o número"
      nothingFoundMessage={asks && !isFetching ? 'Nadie con ese nombre o número.' : undefined}
    />
  )
}

/** Free labels; those already in use are suggested. */
export function EtiquetasControl({
  value,
  onChange,
  recurso,
  tipo: _,
  ...rest
}: Props & { tipo: string }) {
  const { data = [] } = useQuery({
    queryKey: [`/${recurso}`, {}],
    queryFn: ({ signal }) => request<string[]>('GET', `/${recurso}`, { signal }),
    staleTime: 60_000,
  })
  const words = Array.isArray(value) ? value.map(String) : []
  return (
    <TagsInput
      {...rest}
      data={data}
      value={words}
      onChange={onChange}
      maxTags={10}
      splitChars={[',', ';']}
      acceptValueOnBlur
      placeholder={words.length === 0 ? 'Escriba y pulse Enter' : ''}
    />
  )
}
