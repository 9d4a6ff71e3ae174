/** What is said of a number that `parseMonto` does not read. */
export const ILEGIBLE = 'No se entiende el número. Use punto para los decimales: 1,500.50.'
