import { Select } from '@mantine/core'
import { idOf } from '../../../web/crud/formulario/campo.tsx'
import type { OpcionesPago, Valores } from './campos.ts'

interface Props {
  opciones: OpcionesPago
  valores: Valores
  error: string | undefined
  moneda_id: number | undefined
  elegir: (id: string | null) => void
}

/** How he is paid: the ways in use, by country. */
export function Metodo({ opciones, valores, error, moneda_id, elegir }: Props) {
  const some = opciones.metodos.filter(
    ({ id, estatus, moneda_id: own }) =>
      String(id) === valores.tipo_pago_id ||
      (estatus && (!moneda_id || own === null || own === moneda_id)),
  )
  const groups = Map.groupBy(
    some,
    ({ pais }) => opciones.paises.find(({ id }) => id === pais)?.nombre ?? 'Cualquier país',
  )
  return (
    <Select
      id={idOf('tipo_pago_id')}
      label="Método"
      required
      searchable
      allowDeselect={false}
      placeholder="Elija cómo recibe"
      nothingFoundMessage="Ningún método se llama así."
      error={error}
      data={[...groups].map(([group, items]) => ({
        group,
        items: items.map(({ id, nombre }) => ({ value: String(id), label: nombre })),
      }))}
      value={valores.tipo_pago_id ?? null}
      onChange={elegir}
    />
  )
}
