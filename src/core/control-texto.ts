/** A text of `minimo` to `maximo` characters, counted without leading and trailing blanks. */
export interface ControlTexto {
  tipo: 'texto'
  minimo: number
  maximo: number
  lineas?: number
  /** A regular expression, shown and typed in words (`documento/forma.ts`). */
  forma?: boolean
  /** Opens something: it is not kept in the browser while it is typed. */
  secreto?: boolean
  autocompletar?: string
}
