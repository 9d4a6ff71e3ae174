import { columnaTexto } from '../../../web/crud/lista/columna.tsx'
import type { Columna } from '../../../web/crud/lista/tabla.tsx'
import { Ficha } from '../../../web/crud/valores.tsx'
import type { Regla } from '../contract/reglas.ts'
import { ESTADOS_REGLA, EstadoRegla } from '../fichas.tsx'
import { alcance, calculo, deQuien, type Monedas, rolDe, vigencia } from '../palabras.ts'

/** Words that the list is sorted by. */
const texto = (
  clave: string,
  titulo: string,
  of: (r: Regla) => string,
  aparte?: Partial<Columna<Regla>>,
) => columnaTexto(clave, titulo, of, { orden: of, ...aparte })

export function columnasReglas(monedas: Monedas): Columna<Regla>[] {
  return [
    texto('beneficiario', 'Beneficiario', deQuien, {
      celda: (r) => (
        <>
          {deQuien(r)} {r.edicion > 1 && <Ficha>{`Versión ${r.edicion}`}</Ficha>}
        </>
      ),
      principal: true,
      amplia: true,
    }),
    texto('rol', 'Rol', rolDe),
    texto('alcance', 'Aplica a', (r) => alcance(monedas, r)),
    texto('calculo', 'Gana', calculo, { amplia: true }),
    texto('vigencia', 'Vigencia', vigencia, { orden: ({ desde }) => desde }),
    texto('estado', 'Estado', ({ estado }) => ESTADOS_REGLA[estado], {
      celda: ({ estado }) => <EstadoRegla estado={estado} />,
    }),
  ]
}
