const MENUDAS = new Set(['de', 'del', 'la', 'las', 'el', 'los', 'y', 'e'])

/** One or two capitals that stand for a name: `Banco de la Nación` → `BN`, `Interbank` → `IN`; `?` without letters. */
export function iniciales(nombre: string): string {
  const words = nombre
    .normalize('NFC')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !MENUDAS.has(word.toLowerCase()))
  const [first = '?', second] = words
  const letters = second
    ? [...first].slice(0, 1).concat([...second][0] ?? '')
    : [...first].slice(0, 2)
  return letters.join('').toUpperCase()
}
