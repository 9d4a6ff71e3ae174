import { Bandera } from '../../../web/bandera.tsx'
import { TIPOS, type Tipo } from '../contract/opciones.ts'
import { tasasDe } from './calculo/calculo.ts'
import type { Borrador, Opciones } from './calculo/tipos.ts'
import classes from './mostrador.module.css'

const KEYS = { compra: 'F2', venta: 'F4', canje: 'F6' } as const
const WORDS = { compra: 'Compramos', venta: 'Vendemos', canje: 'Cambiamos' } as const

/** Choice of the operation type and the currency: radio groups, used with the arrow keys. */
export function TipoYDivisa({
  opciones,
  draft,
  choose,
}: {
  opciones: Opciones
  draft: Borrador
  choose: (tipo: Tipo, values?: Partial<Borrador>) => void
}) {
  const rates = tasasDe(opciones, draft.tipo)
  const types = (Object.keys(TIPOS) as Tipo[]).filter((tipo) => tasasDe(opciones, tipo).length > 0)
  return (
    <div className={classes.eleccion}>
      <fieldset className="opciones">
        <legend className="solo-lectores">Operación</legend>
        {types.map((tipo) => (
          <label key={tipo} data-tipo={tipo}>
            <input
              type="radio"
              name="tipo"
              checked={draft.tipo === tipo}
              onChange={() => choose(tipo)}
            />
            <span>{TIPOS[tipo]}</span>
            <kbd>{KEYS[tipo]}</kbd>
          </label>
        ))}
      </fieldset>
      <fieldset className="radios">
        <legend>{WORDS[draft.tipo]}</legend>
        {rates.map(({ divisa, contramoneda }) => (
          <label key={`${divisa.id}-${contramoneda.id}`}>
            <input
              type="radio"
              name="divisa"
              checked={draft.divisa_id === divisa.id && draft.contramoneda_id === contramoneda.id}
              onChange={() =>
                choose(draft.tipo, { divisa_id: divisa.id, contramoneda_id: contramoneda.id })
              }
            />
            <Bandera imagen={divisa.imagen} />
            <span>
              {draft.tipo === 'canje' ? `${divisa.iso} → ${contramoneda.iso}` : divisa.iso}
              <span className="solo-lectores"> {divisa.nombre}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </div>
  )
}
