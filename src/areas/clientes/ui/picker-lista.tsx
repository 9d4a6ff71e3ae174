import { Combobox, type ComboboxStore } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './cliente.module.css'
import type { ClienteHallado } from './picker.tsx'

export interface PickerListaProps {
  combobox: ComboboxStore
  /** The input. */
  children: ReactNode
  hallados: readonly ClienteHallado[] | undefined
  /** Too little is typed to search for. */
  oculta: boolean
  buscando: boolean
  elegir: (id: number) => void
}

/** The clients found, below the input. */
export default function PickerLista(props: PickerListaProps) {
  const { combobox, children, hallados, oculta, buscando, elegir } = props
  return (
    <Combobox store={combobox} onOptionSubmit={(value) => elegir(Number(value))}>
      <Combobox.Target>{children}</Combobox.Target>
      <Combobox.Dropdown hidden={oculta}>
        <Combobox.Options>
          {hallados?.map((c) => (
            <Combobox.Option key={c.id} value={String(c.id)}>
              <span className={classes.opcionCliente}>
                <span>{c.nombre}</span>
                <span>
                  {c.tipo_doc} {c.num_doc}
                </span>
              </span>
            </Combobox.Option>
          ))}
          {!hallados?.length && (
            <Combobox.Empty>
              {buscando ? 'Buscando…' : 'Nadie con ese nombre o documento.'}
            </Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
