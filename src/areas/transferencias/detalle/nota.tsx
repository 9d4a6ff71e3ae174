import { Textarea } from '@mantine/core'
import { campos } from '../contract/registro.ts'

interface Props {
  campo: 'nota' | 'nota_diferencia'
  etiqueta: string
  valor: string
  cambiar: (valor: string) => void
}

/** What a difference is explained with: at least the characters that the server asks for. */
export function Nota({ campo, etiqueta, valor, cambiar }: Props) {
  const { minimo, maximo } = campos[campo].control
  return (
    <Textarea
      label={etiqueta}
      description={`Al menos ${minimo} caracteres.`}
      withAsterisk
      rows={2}
      maxLength={maximo}
      value={valor}
      onChange={({ currentTarget }) => cambiar(currentTarget.value)}
    />
  )
}
