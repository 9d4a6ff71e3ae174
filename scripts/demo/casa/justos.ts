/**
 * Documents of the clients of the whole demo who come on a few days of a month only, so that what they moved in it is just
 * under an amount from which the house asks for more, or just over it.
 */
export const JUSTOS: ReadonlySet<string> = new Set([
  '41000014',
  '41000015',
  '41000016',
  '41000017',
  '20999000020',
  '20999000038',
])
