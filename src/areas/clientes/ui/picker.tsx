import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { z } from 'zod'
import type { Endpoint } from '../../../core/contract.ts'
import type { Segmento } from '../../../core/dinero/tramos.ts'
import type { Campos } from '../../../core/fields.ts'
import { quieto } from '../../../web/crud/quieto.tsx'
import { Boton } from '../../../web/operacion/partes.tsx'
import classes from './cliente.module.css'
import { useEncontrados, useHallados } from './hallados.ts'
import type { ClienteHallado } from './hallados-lista.tsx'
import { ClienteNuevo } from './nuevo.tsx'
import { useNuevo } from './use-nuevo.ts'

const LISTA = 'clientes-hallados'

/** The chosen client, or the search text while none is chosen. */
export interface EleccionCliente {
  cliente: { id: number; nombre: string; segmento?: Segmento | undefined } | null
  busqueda: string
}

/** The endpoints of the client area that the picker calls, from its contract. */
export interface AreaClientes {
  campos: Campos
  buscar: Endpoint<z.ZodType<{ term: string }>, z.ZodType, z.ZodType, z.ZodType<ClienteHallado[]>>
  crear: Endpoint
}

/** Chooses the client: nobody, an existing one by name or document, or a new one. */
export const ClientePicker = quieto(function ClientePicker(props: {
  valor: EleccionCliente
  cambiar: (valor: EleccionCliente) => void
  area: AreaClientes
  placeholder: string
  required?: boolean
}) {
  const { valor, cambiar, area } = props
  const change = (next: Partial<EleccionCliente>) => cambiar({ ...valor, ...next })
  const typed = valor.busqueda.trim()
  const [term] = useDebouncedValue(typed, 200)
  const enter = useRef(false) // Pressed before the answer: who types a document means its only owner.
  const caja = useRef<HTMLInputElement>(null)
  const [opened, setOpened] = useState(false)
  const nuevo = useNuevo(area, (cliente) => change({ cliente, busqueda: '' }))
  const [marcado, setMarcado] = useState(0) // Which of those found Enter takes.
  const Hallados = useHallados(opened)
  const { data, isFetching, isError } = useEncontrados(area.buscar, term)
  const choose = (id: number) => {
    const { nombre, num_doc, segmento } = data?.find((c) => c.id === id) ?? {}
    if (!nombre) return
    change({ cliente: { id, nombre: `${nombre} · ${num_doc}`, segmento }, busqueda: '' })
    setOpened(false)
  }
  const arrived = useEffectEvent(() => {
    setMarcado(0)
    // An answer to the first digits alone: the one that Enter waits for is still to come.
    if (term !== typed) return
    const [only, other] = data ?? []
    if (enter.current && only && !other) choose(only.id)
    enter.current = false
  })
  useEffect(() => void (data && arrived()), [data])
  useEffect(() => {
    if (isError) enter.current = false
  }, [isError])
  const quitar = () => change({ cliente: null })
  const shown = opened && typed.length > 1 && term.length > 1
  const listed = shown && Hallados
  const press = (event: KeyboardEvent) => {
    const { key } = event
    if (event.nativeEvent.isComposing) return
    if (valor.cliente && (key === 'Backspace' || key === 'Delete')) quitar()
    if (key === 'Escape') setOpened(false)
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      setOpened(true)
      const count = data?.length ?? 0
      if (opened && count > 0) setMarcado((marcado + (key === 'ArrowDown' ? 1 : count - 1)) % count)
    }
    if (key !== 'Enter') return
    const taken = shown ? data?.[marcado] : undefined
    enter.current = !taken && (term !== typed || isFetching)
    if (taken) choose(taken.id)
    if (taken || enter.current) event.preventDefault()
  }
  return (
    <div className={classes.cliente}>
      <TextInput
        ref={caja}
        id="campo-cliente"
        label={
          <>
            Cliente <kbd>F8</kbd>
          </>
        }
        placeholder={props.placeholder}
        withAsterisk={props.required ?? false}
        autoComplete="off"
        aria-haspopup="listbox"
        aria-controls={listed ? LISTA : undefined}
        aria-activedescendant={listed && data?.[marcado] ? `${LISTA}-${marcado}` : undefined}
        data-mantine-stop-propagation={opened || undefined}
        value={valor.cliente ? valor.cliente.nombre : valor.busqueda}
        readOnly={valor.cliente !== null}
        rightSection={valor.cliente && <CloseButton aria-label="Quitar cliente" onClick={quitar} />}
        onChange={(event) => {
          enter.current = false
          change({ busqueda: event.currentTarget.value })
          setOpened(true)
        }}
        onKeyDown={press}
        onBlur={() => setOpened(false)}
      />
      {shown && Hallados && (
        <Hallados
          id={LISTA}
          caja={caja}
          clientes={data ?? []}
          marcado={marcado}
          buscando={isFetching}
          elegir={choose}
          cerrar={() => setOpened(false)}
        />
      )}
      {!valor.cliente && (
        <Boton className="al-borde" variant="subtle" size="compact-sm" onClick={nuevo.abrir}>
          Cliente nuevo
        </Boton>
      )}
      <ClienteNuevo
        area={area}
        abierto={nuevo.abierto}
        buscado={typed}
        leido={nuevo.leido}
        cerrar={nuevo.cerrar}
        creado={(cliente) => {
          change({ cliente, busqueda: '' })
          nuevo.cerrar()
          caja.current?.focus()
        }}
      />
    </div>
  )
})
