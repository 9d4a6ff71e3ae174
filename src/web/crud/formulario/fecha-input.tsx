import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { formatFecha } from '../../../core/formato.ts'

export interface FechaInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  /** `2026-11-21`, or null when empty. */
  value: string | null | undefined
  /** ISO day; null when empty; the text as typed when it is no date (the schema refuses it). */
  onChange: (value: string | null) => void
}

/** A day, typed `dd/mm/aaaa`; slashes are inserted. `211126` and `21/11/26` are understood on blur. */
export function FechaInput({ value, onChange, onBlur, ...rest }: FechaInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? (value ? formatDay(value) : '')
  return (
    <TextInput
      placeholder="dd/mm/aaaa"
      {...rest}
      inputMode="numeric"
      autoComplete="off"
      maxLength={'dd/mm/aaaa'.length}
      value={shown}
      onChange={(event) => {
        const text = withSlashes(event.currentTarget.value, shown)
        setTyped(text)
        onChange(text === '' ? null : (toIso(text, false) ?? text))
      }}
      onBlur={(event) => {
        if (typed) onChange(toIso(typed, true) ?? typed)
        setTyped(null)
        onBlur?.(event)
      }}
    />
  )
}

function formatDay(value: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? formatFecha(value) : value
}

/** Adds the slash that follows the day and the month, unless the person is erasing; one typed after it is the same. */
function withSlashes(text: string, before: string): string {
  if (text.length < before.length) return text
  return text
    .replace(/\/{2,}/g, '/')
    .replace(/^(\d{2})$/, '$1/')
    .replace(/^(\d{2}\/\d{2})$/, '$1/')
}

function toIso(text: string, shortYear: boolean): string | null {
  const match = /^(\d{1,2})\/?(\d{1,2})\/?(\d{4}|\d{2})$/.exec(text)
  if (!match) return null
  const [, day = '', month = '', year = ''] = match
  if (year.length === 2 && !shortYear) return null
  const full = year.length === 2 ? `20${year}` : year
  return `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}
