import { Button, CloseButton, Combobox, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useAnswer } from '../../web/query.ts'
import { contrato as clientes } from '../clientes/contract.ts'
import { ClienteNuevo } from './cliente-nuevo.tsx'
import classes from './mostrador.module.css'
import type { Borrador, Opciones } from './mostrador-tipos.ts'

/** Who the client is: nobody (an occasional one), somebody found by name or document, or somebody new. */
export function ClientePicker({
  draft,
  change,
  opciones,
}: {
  draft: Borrador
  change: (values: Partial<Borrador>) => void
  opciones: Opciones
}) {
  const [creating, setCreating] = useState(false)
  const typed = draft.busqueda.trim()
  const [term] = useDebouncedValue(typed, 200)
  // Enter before the answer is here: whoever types a document and goes on means its only owner.
  const enter = useRef(false)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const { data, isFetching } = useAnswer(
    clientes.buscar,
    { params: { term } },
    { activa: term.length > 1 },
  )
  const choose = (id: number) => {
    const found = data?.find((c) => c.id === id)
    if (!found) return
    change({
      cliente: { id: found.id, nombre: `${found.nombre} · ${found.num_doc}` },
      busqueda: '',
    })
    combobox.closeDropdown()
  }
  const arrived = useEffectEvent(() => {
    const only = data?.length === 1 ? data[0] : undefined
    if (enter.current && only && term === typed) choose(only.id)
    else combobox.selectFirstOption()
    enter.current = false
  })
  useEffect(() => {
    if (data) arrived()
  }, [data])
  const press = (key: string) => {
    if (draft.cliente && (key === 'Backspace' || key === 'Delete')) change({ cliente: null })
    if (key === 'Enter') enter.current = term !== typed || isFetching
  }
  return (
    <div className={classes.cliente}>
      <Combobox store={combobox} onOptionSubmit={(value) => choose(Number(value))}>
        <Combobox.Target>
          <TextInput
            id="campo-cliente"
            label={
              <>
                Cliente <kbd>F8</kbd>
              </>
            }
            placeholder={`Ocasional (menos de US$ ${opciones.umbral_usd})`}
            autoComplete="off"
            value={draft.cliente ? draft.cliente.nombre : draft.busqueda}
            readOnly={draft.cliente !== null}
            rightSection={
              draft.cliente && (
                <CloseButton
                  aria-label="Quitar cliente"
                  onClick={() => change({ cliente: null })}
                />
              )
            }
            onChange={(event) => {
              enter.current = false
              change({ busqueda: event.currentTarget.value })
              combobox.openDropdown()
            }}
            onKeyDown={({ key }) => press(key)}
            onBlur={() => combobox.closeDropdown()}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={typed.length < 2 || term.length < 2}>
          <Combobox.Options>
            {data?.map((c) => (
              <Combobox.Option key={c.id} value={String(c.id)}>
                <span className={classes.opcionCliente}>
                  <span>{c.nombre}</span>
                  <span>
                    {c.tipo_doc} {c.num_doc}
                  </span>
                </span>
              </Combobox.Option>
            ))}
            {!data?.length && (
              <Combobox.Empty>
                {isFetching ? 'Buscando…' : 'Nadie con ese nombre o documento.'}
              </Combobox.Empty>
            )}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      {!draft.cliente && (
        <Button variant="subtle" size="compact-sm" onClick={() => setCreating(true)}>
          Cliente nuevo
        </Button>
      )}
      <ClienteNuevo
        abierto={creating}
        buscado={typed}
        cerrar={() => setCreating(false)}
        creado={(cliente) => {
          change({ cliente, busqueda: '' })
          setCreating(false)
          document.getElementById('campo-cliente')?.focus()
        }}
      />
    </div>
  )
}
