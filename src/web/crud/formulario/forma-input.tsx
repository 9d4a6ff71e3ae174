import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { formaEnPalabras } from '../../../core/documento/forma.ts'
import { formaDePalabras } from '../../../core/documento/forma-escrita.ts'

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** The stored expression, or what was typed where it is none. */
  value: string
  onChange: (value: unknown) => void
  /** The value of a field in which nothing is written. */
  vacia: unknown
}

/** What account numbers look like: typed and shown in words, kept as an expression. */
export default function FormaInput({ value, onChange, vacia, onBlur, ...rest }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextInput
      {...rest}
      value={typed ?? formaEnPalabras(value)}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped(text)
        onChange(text === '' ? vacia : formaDePalabras(text))
      }}
      onBlur={(event) => {
        setTyped(null)
        onBlur?.(event)
      }}
    />
  )
}
