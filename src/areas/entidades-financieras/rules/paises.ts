/** Whether an entity serves a country: its own, or one that it names besides. Twin of SQL `entidades_en_pais`. */
export function atiende(
  { pais, paises = [] }: { pais: string; paises?: readonly string[] },
  en: string,
): boolean {
  return pais === en || paises.includes(en)
}
