import { Bandera } from '../../../web/bandera.tsx'
import { quieto } from '../../../web/crud/quieto.tsx'
import { Duda } from '../../../web/duda/duda.tsx'
import { TIPOS, type Tipo } from '../contract/opciones.ts'
import { tasasDe } from './calculo/calculo.ts'
import type { Borrador, Opciones } from './calculo/tipos.ts'
import classes from './mostrador.module.css'

const KEYS = { compra: 'F2', venta: 'F4', canje: 'F6' } as const
const WORDS = { compra: 'Compramos', venta: 'Vendemos', canje: 'Cambiamos' } as const

/** Choice of the operation type and the currency: radio groups, used with the arrow keys. */
export const TipoYDivisa = quieto(function TipoYDivisa({
  opciones,
  elegido,
  choose,
}: {
  opciones: Opciones
  elegido: Pick<Borrador, 'tipo' | 'divisa_id' | 'contramoneda_id'>
  choose: (tipo: Tipo, values?: Partial<Borrador>) => void
}) {
  const tasas = tasasDe(opciones, elegido.tipo)
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
              checked={elegido.tipo === tipo}
              onChange={() => choose(tipo)}
            />
            <span>{TIPOS[tipo]}</span>
            <kbd>{KEYS[tipo]}</kbd>
          </label>
        ))}
      </fieldset>
      <fieldset className="radios">
        <legend>
          {WORDS[elegido.tipo]}
          {elegido.tipo === 'canje' && <Duda en="mostrador#canje" sobre="canje" />}
        </legend>
        {tasas.map(({ divisa, contramoneda }) => (
          <label key={`${divisa.id}-${contramoneda.id}`}>
            <input
              type="radio"
              name="divisa"
              checked={
                elegido.divisa_id === divisa.id && elegido.contramoneda_id === contramoneda.id
              }
              onChange={() =>
                choose(elegido.tipo, { divisa_id: divisa.id, contramoneda_id: contramoneda.id })
              }
            />
            <Bandera imagen={divisa.imagen} />
            <span>
              {elegido.tipo === 'canje' ? `${divisa.iso} → ${contramoneda.iso}` : divisa.iso}
              <span className="solo-lectores"> {divisa.nombre}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </div>
  )
})
