/** A text of `minimo` to `maximo` characters, counted without leading and trailing blanks. */
export interface ControlTexto {
  tipo: 'texto'
  minimo: number
  maximo: number
  lineas?: number
  autocompletar?: string
}
