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
  borrador,
  choose,
}: {
  opciones: Opciones
  borrador: Borrador
  choose: (tipo: Tipo, values?: Partial<Borrador>) => void
}) {
  const tasas = tasasDe(opciones, borrador.tipo)
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
              checked={borrador.tipo === tipo}
              onChange={() => choose(tipo)}
            />
            <span>{TIPOS[tipo]}</span>
            <kbd>{KEYS[tipo]}</kbd>
          </label>
        ))}
      </fieldset>
      <fieldset className="radios">
        <legend>{WORDS[borrador.tipo]}</legend>
        {tasas.map(({ divisa, contramoneda }) => (
          <label key={`${divisa.id}-${contramoneda.id}`}>
            <input
              type="radio"
              name="divisa"
              checked={
                borrador.divisa_id === divisa.id && borrador.contramoneda_id === contramoneda.id
              }
              onChange={() =>
                choose(borrador.tipo, { divisa_id: divisa.id, contramoneda_id: contramoneda.id })
              }
            />
            <Bandera imagen={divisa.imagen} />
            <span>
              {borrador.tipo === 'canje' ? `${divisa.iso} → ${contramoneda.iso}` : divisa.iso}
              <span className="solo-lectores"> {divisa.nombre}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </div>
  )
}
