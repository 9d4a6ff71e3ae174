/** Where whoever is signed in reads what papers say of the house. */
export const CASA = '/ajustes/casa'

/** Whose papers they are. */
export interface Casa {
  razon_social: string
  ruc: string
}
