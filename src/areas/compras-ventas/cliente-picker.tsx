import { Button, CloseButton, Combobox, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
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
  const [typed, setTyped] = useState('')
  const [creating, setCreating] = useState(false)
  const [term] = useDebouncedValue(typed.trim(), 200)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const { data = [], isFetching } = useAnswer(
    clientes.buscar,
    { params: { term } },
    { activa: term.length > 1 },
  )
  const choose = (id: number) => {
    const found = data.find((c) => c.id === id)
    if (found) change({ cliente: { id: found.id, nombre: `${found.nombre} · ${found.num_doc}` } })
    setTyped('')
    combobox.closeDropdown()
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
            value={draft.cliente ? draft.cliente.nombre : typed}
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
              setTyped(event.currentTarget.value)
              combobox.openDropdown()
            }}
            onBlur={() => combobox.closeDropdown()}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={term.length < 2}>
          <Combobox.Options>
            {data.map((c) => (
              <Combobox.Option key={c.id} value={String(c.id)}>
                <span className={classes.opcionCliente}>
                  <span>{c.nombre}</span>
                  <span>
                    {c.tipo_doc} {c.num_doc}
                  </span>
                </span>
              </Combobox.Option>
            ))}
            {data.length === 0 && (
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
        cerrar={() => setCreating(false)}
        creado={(cliente) => {
          change({ cliente })
          setCreating(false)
        }}
      />
    </div>
  )
}
