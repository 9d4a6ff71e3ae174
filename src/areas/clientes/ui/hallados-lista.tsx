import { Combobox, useCombobox } from '@mantine/core'
import { type Ref, type RefObject, useEffect, useImperativeHandle } from 'react'
import type { ClienteResumen } from '../contract.ts'
import classes from './cliente.module.css'

/** A client as the search returns him. */
export interface ClienteHallado {
  id: number
  nombre: string
  tipo_doc: string
  num_doc: string
  segmento: ClienteResumen['segmento']
}

export interface HalladosProps {
  /** The list's id; a row's is that with its place. */
  id: string
  /** The input, which stays what it is: letters typed while this comes keep their place. */
  caja: RefObject<HTMLInputElement | null>
  clientes: readonly ClienteHallado[]
  marcado: number
  buscando: boolean
  elegir: (id: number) => void
  cerrar: () => void
}

/** The clients found, under the input. */
export default function Hallados(props: HalladosProps) {
  const { id, caja, clientes, marcado } = props
  const store = useCombobox({ opened: true, onDropdownClose: props.cerrar })
  // biome-ignore lint/correctness/useExhaustiveDependencies: other clients are other rows
  useEffect(() => {
    document.getElementById(`${id}-${marcado}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, marcado, clientes])
  return (
    <Combobox store={store} onOptionSubmit={(value) => props.elegir(Number(value))}>
      <Combobox.DropdownTarget>
        <Caja caja={caja} />
      </Combobox.DropdownTarget>
      <Combobox.Dropdown>
        <Combobox.Options id={id}>
          {clientes.map((c, index) => (
            <Combobox.Option
              key={c.id}
              id={`${id}-${index}`}
              value={String(c.id)}
              selected={index === marcado}
              aria-selected={index === marcado}
            >
              <span className={classes.opcionCliente}>
                <span>{c.nombre}</span>
                <span>
                  {c.tipo_doc} {c.num_doc}
                </span>
              </span>
            </Combobox.Option>
          ))}
          {clientes.length === 0 && (
            <Combobox.Empty>
              {props.buscando ? 'Buscando…' : 'Nadie con ese nombre o documento.'}
            </Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

/** Draws nothing: it names the input as what the list stands under. */
function Caja({ caja, ref }: { caja: HalladosProps['caja']; ref?: Ref<HTMLInputElement | null> }) {
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => caja.current)
  return null
}
