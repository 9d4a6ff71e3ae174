import { Button, CloseButton, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { z } from 'zod'
import { type Endpoint, fillPath } from '../../../core/contract.ts'
import type { Campos } from '../../../core/fields.ts'
import { callWith } from '../../../web/api/api.ts'
import classes from './cliente.module.css'
import { ClienteNuevo } from './nuevo.tsx'
import { CAMPO, useLista } from './picker-llegada.ts'

/** A client as the search returns him. */
export interface ClienteHallado {
  id: number
  nombre: string
  tipo_doc: string
  num_doc: string
}

/** The chosen client, or the search text while none is chosen. */
export interface EleccionCliente {
  cliente: { id: number; nombre: string } | null
  busqueda: string
}

/** The endpoints of the client area that the picker calls, from its contract. */
export interface AreaClientes {
  campos: Campos
  buscar: Endpoint<z.ZodType<{ term: string }>, z.ZodType, z.ZodType, z.ZodType<ClienteHallado[]>>
  crear: Endpoint
}

/** Chooses the client: nobody, an existing one by name or document, or a new one. */
export function ClientePicker(props: {
  valor: EleccionCliente
  cambiar: (valor: EleccionCliente) => void
  area: AreaClientes
  placeholder: string
  required?: boolean
}) {
  const { valor, cambiar, area } = props
  const change = (next: Partial<EleccionCliente>) => cambiar({ ...valor, ...next })
  const [creating, setCreating] = useState(false)
  const typed = valor.busqueda.trim()
  const [term] = useDebouncedValue(typed, 200)
  // Enter before the answer: a user who types a document means its only owner.
  const enter = useRef(false)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const { data, isFetching } = useQuery({
    queryKey: [fillPath(area.buscar.path, { term }), {}],
    queryFn: ({ signal }) => callWith(area.buscar, { params: { term } }, { signal }),
    enabled: term.length > 1,
  })
  const choose = (id: number) => {
    const found = data?.find((c) => c.id === id)
    if (!found) return
    const nombre = `${found.nombre} · ${found.num_doc}`
    change({ cliente: { id, nombre }, busqueda: '' })
    combobox.closeDropdown()
  }
  const arrived = useEffectEvent(() => {
    const only = data?.length === 1 ? data[0] : undefined
    if (enter.current && only && term === typed) choose(only.id)
    else combobox.selectFirstOption()
    enter.current = false
  })
  const { Lista, traer } = useLista(() => typed && combobox.openDropdown())
  useEffect(() => {
    if (data && Lista) arrived()
  }, [data, Lista])
  const quitar = () => change({ cliente: null })
  const press = (key: string) => {
    if (valor.cliente && (key === 'Backspace' || key === 'Delete')) quitar()
    if (key === 'Enter') enter.current = term !== typed || isFetching
  }
  const input = (
    <TextInput
      id={CAMPO}
      label={
        <>
          Cliente <kbd>F8</kbd>
        </>
      }
      placeholder={props.placeholder}
      withAsterisk={props.required ?? false}
      autoComplete="off"
      value={valor.cliente ? valor.cliente.nombre : valor.busqueda}
      readOnly={valor.cliente !== null}
      rightSection={valor.cliente && <CloseButton aria-label="Quitar cliente" onClick={quitar} />}
      onChange={(event) => {
        enter.current = false
        change({ busqueda: event.currentTarget.value })
        combobox.openDropdown()
      }}
      onFocus={traer}
      onKeyDown={({ key }) => press(key)}
      onBlur={() => combobox.closeDropdown()}
    />
  )
  return (
    <div className={classes.cliente}>
      {Lista ? (
        <Lista
          combobox={combobox}
          hallados={data}
          oculta={typed.length < 2 || term.length < 2}
          buscando={isFetching}
          elegir={choose}
        >
          {input}
        </Lista>
      ) : (
        input
      )}
      {!valor.cliente && (
        <Button variant="subtle" size="compact-sm" onClick={() => setCreating(true)}>
          Cliente nuevo
        </Button>
      )}
      <ClienteNuevo
        area={area}
        abierto={creating}
        buscado={typed}
        cerrar={() => setCreating(false)}
        creado={(cliente) => {
          change({ cliente, busqueda: '' })
          setCreating(false)
          document.getElementById(CAMPO)?.focus()
        }}
      />
    </div>
  )
}
