import { callWith } from '../../../web/api/api.ts'
import type { AccionLote, Lote } from '../../../web/crud/lista/arreglo/marcas.tsx'
import { nuevoUuid } from '../../../web/navegador.ts'
import { contrato, type FilaOrden } from '../contract.ts'
import type { Monedas } from '../lista/filtros.tsx'
import { type Persona, rapidasDe } from './acciones.ts'
import { MUEVE } from './uso-acciones.tsx'

/** What may be done with several orders: each is taken or released by its own call and its own rule. */
export function loteDe(monedas: Monedas, persona: Persona): Lote<FilaOrden> {
  const tomar: AccionLote<FilaOrden> = {
    clave: 'tomar',
    texto: 'Tomar',
    puede: (fila) => rapidasDe(fila, persona).includes('tomar'),
    hacer: async ({ id }) =>
      (
        await callWith(
          contrato.tomar,
          { params: { id }, body: { relevar: false } },
          { clave: nuevoUuid() },
        )
      ).message,
  }
  const soltar: AccionLote<FilaOrden> = {
    clave: 'soltar',
    texto: 'Soltar',
    nota: 'Por qué las devuelve a la cola',
    puede: (fila) => rapidasDe(fila, persona).includes('soltar'),
    hacer: async ({ id }, nota) =>
      (await callWith(contrato.soltar, { params: { id }, body: { nota } }, { clave: nuevoUuid() }))
        .message,
  }
  return {
    importes: (fila) => [[fila.envia, monedas.get(fila.envia_moneda_id)]],
    acciones: persona.puede('ordenes:pagar') ? [tomar, soltar] : [],
    mueve: ['ordenes', ...MUEVE],
  }
}
