/** The call by which any signed-in user reads the house's data for printed documents. */
export const CASA = '/ajustes/casa'

/** Whose papers they are. */
export interface Casa {
  razon_social: string
  ruc: string
}
