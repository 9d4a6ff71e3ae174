/** Path of the call by which any signed-in user reads the house's name and address for printed documents. */
export const CASA = '/ajustes/casa'

/** The house that issues the printed documents. */
export interface Casa {
  razon_social: string
  ruc: string
}
