import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { ILEGIBLE } from '../../../core/dinero/ilegible.ts'
import { formatDecimal, parseMonto } from '../../../core/formato.ts'
import { quieto } from '../quieto.tsx'

export interface DecimalInputProps
  extends Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue' | 'type'> {
  /** Plain decimal text, or null when empty. */
  value: string | null | undefined
  /** Plain decimal text; null when empty; the text as typed when it cannot be read (the schema refuses it). */
  onChange: (value: string | null) => void
  /** Minimum number of decimals shown after the field loses the focus. */
  decimales?: number
  /** The value is a rate: `3,560` is refused with a reason, since it may mean 3.560 or 3560. */
  tasa?: boolean
}

/**
 * An amount or a rate. Understands `1500`, `1,500.00`, `1500.5` and arithmetic (`1200+350`); formats on
 * blur; refuses a decimal comma with a reason. Reports every keystroke, so previews follow typing.
 */
export const DecimalInput = quieto(function DecimalInput({
  value,
  onChange,
  decimales = 0,
  tasa = false,
  error,
  onFocus,
  onBlur,
  ...rest
}: DecimalInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const [before, setBefore] = useState(value)
  if (value !== before) {
    setBefore(value)
    // The form cleared the value while the field has the focus: drop the typed text.
    if (!value && typed?.trim()) setTyped(null)
  }
  const shown = typed ?? (value ? display(value, decimales, tasa) : '')
  const unreadable =
    typed === null && !!value && parseMonto(value, { tasa }) === null && !isPlain(value)

  return (
    <TextInput
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      value={shown}
      error={error ?? (unreadable ? ILEGIBLE : undefined)}
      styles={{ input: { textAlign: 'right', fontVariantNumeric: 'tabular-nums' } }}
      onFocus={(event) => {
        event.currentTarget.select()
        onFocus?.(event)
      }}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped(text)
        onChange(text.trim() === '' ? null : (parseMonto(text, { tasa }) ?? text))
      }}
      onBlur={(event) => {
        setTyped(null)
        onBlur?.(event)
      }}
    />
  )
})

function isPlain(text: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(text)
}

function display(value: string, decimales: number, tasa: boolean): string {
  const places = Math.max(decimales, value.split('.')[1]?.length ?? 0)
  // A whole rate is shown without thousands separator, because the field refuses a comma.
  return !isPlain(value) || (tasa && places === 0) ? value : formatDecimal(value, places)
}
