import type { InputHTMLAttributes, Ref } from 'react'

/** The picker of one file, which a button opens. It is emptied at once, so that the same file may be chosen again. */
export function EntradaArchivo({
  etiqueta,
  alElegir,
  ...input
}: Pick<InputHTMLAttributes<HTMLInputElement>, 'accept' | 'capture'> & {
  ref: Ref<HTMLInputElement>
  etiqueta: string
  alElegir: (file: File) => void
}) {
  return (
    <input
      {...input}
      type="file"
      hidden
      aria-label={etiqueta}
      onChange={({ currentTarget }) => {
        const file = currentTarget.files?.[0]
        if (file) alElegir(file)
        currentTarget.value = ''
      }}
    />
  )
}
