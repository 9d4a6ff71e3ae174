/** What a field of a file can say: of the batch, of the house's account, of one payment. */
export type Dato =
  | 'lote'
  | 'ordenes'
  | 'total'
  | 'cuenta_propia'
  | 'titular'
  | 'titular_doc'
  | 'n'
  | 'orden'
  | 'nombre'
  | 'tipo_doc'
  | 'num_doc'
  | 'entidad'
  | 'cuenta'
  | 'monto'
  | 'moneda'

/**
 * One column of a record. A text is cut at its width; digits and amounts never are, and are filled with zeros on the left:
 * what does not fit refuses its order.
 */
export type Columna =
  | { fijo: string }
  | { texto: Dato; ancho: number }
  /** `espacios`: begins at the left and is filled with spaces instead. */
  | { digitos: Dato; ancho: number; relleno?: 'espacios' }
  /** An amount without a point: its last `decimales` digits are the fraction. */
  | { importe: 'total' | 'monto'; ancho: number; decimales: number }
  | { fecha: 'AAAAMMDD' | 'DDMMAAAA' }
  /** A code of the bank for a value of ours; a value without a code refuses the order. */
  | { codigo: Dato; valores: Readonly<Record<string, string>> }
  /** The code of the kind of destination, of `destinos`. */
  | { destino: true }
  /** The sum of the last `ancho` digits of all accounts, ours included, as a check. */
  | { suma: 'cuentas'; ancho: number }

/** Accounts that the file can pay: how they look, whose bank they are at, and the bank's code for them. */
export interface Destino {
  cuenta: RegExp
  /** `propia`: at the bank of the file; `cualquiera`: at any bank of its country. */
  entidad: 'propia' | 'cualquiera'
  codigo: string
}

/** The format of a bank's file for mass payments, as data. */
export interface Formato {
  nombre: string
  /** Our account is at this bank; its code as in the catalogue of entities. */
  banco: { pais: string; codigo: string }
  /** Currencies that it pays, by ISO code, with the bank's code of each. */
  monedas: Readonly<Record<string, string>>
  destinos: readonly Destino[]
  extension: string
  codificacion: 'ascii' | 'latin1'
  /** Between columns: empty where they have fixed widths. */
  separador: '' | ';' | '|'
  finDeLinea: '\r\n' | '\n'
  registros: {
    cabecera: readonly (readonly Columna[])[]
    detalle: readonly Columna[]
    cierre: readonly (readonly Columna[])[]
  }
}
