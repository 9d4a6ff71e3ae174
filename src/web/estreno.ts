/** Key of this browser: its house has not had its first operation yet, on which it is congratulated. */
export const ESTRENA = 'dashboard:estrena'
