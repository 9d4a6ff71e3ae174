import { Bandera } from '../../../web/bandera.tsx'
import { quieto } from '../../../web/crud/quieto.tsx'
import { conCorredor, destinosDe, origenDe, origenesDe } from './calculo/borrador.ts'
import type { BloqueProps, Corredor } from './calculo/tipos.ts'
import { Montos } from './montos.tsx'
import classes from './nueva.module.css'

/** Block 1: the corridor and the amount: typing either side computes the other. */
export function CorredorBloque({ opciones, borrador, calculo, change }: BloqueProps) {
  const { corredor, tramo } = calculo
  return (
    <fieldset className={classes.bloque}>
      <legend>
        <span>1</span> Corredor y montos <kbd>F2</kbd>
      </legend>
      <Corredores
        opciones={opciones}
        elegido={corredor}
        elegir={(next) => change((before) => conCorredor(opciones, before, next))}
      />
      {corredor && tramo && <Montos {...{ borrador, calculo, change, corredor, tramo }} />}
    </fieldset>
  )
}

/** Both ends of the corridor. */
const Corredores = quieto(function Corredores({
  opciones,
  elegido,
  elegir,
}: {
  opciones: BloqueProps['opciones']
  elegido: Corredor | null
  elegir: (corredor: Corredor) => void
}) {
  const origin = elegido && origenDe(elegido)
  return (
    <div className={classes.corredores}>
      <Radios
        nombre="origen"
        titulo="Entrega"
        corredores={origenesDe(opciones)}
        elegido={(each) => origenDe(each) === origin}
        elegir={(each) => elegir(destinosDe(opciones, origenDe(each))[0] ?? each)}
        muestra={({ base, pais_nombre }) => ({ moneda: base, nota: pais_nombre })}
      />
      <Radios
        nombre="destino"
        titulo="Recibe"
        corredores={origin ? destinosDe(opciones, origin) : []}
        elegido={({ clave }) => clave === elegido?.clave}
        elegir={elegir}
        muestra={({ cotizacion }) => ({ moneda: cotizacion, nota: '' })}
      />
    </div>
  )
})

/** A radio group of corridors by one of their currencies, changed with the arrow keys. */
function Radios(props: {
  nombre: string
  titulo: string
  corredores: Corredor[]
  elegido: (corredor: Corredor) => boolean
  elegir: (corredor: Corredor) => void
  muestra: (corredor: Corredor) => { moneda: Corredor['base']; nota: string }
}) {
  return (
    <fieldset className={classes.radios}>
      <legend>{props.titulo}</legend>
      {props.corredores.map((each) => {
        const { moneda, nota } = props.muestra(each)
        return (
          <label key={each.clave}>
            <input
              type="radio"
              name={props.nombre}
              checked={props.elegido(each)}
              onChange={() => props.elegir(each)}
            />
            <Bandera imagen={moneda.imagen} />
            <span>
              {moneda.iso}
              <span className="solo-lectores"> {moneda.nombre}</span>
              {nota && nota !== 'Perú' && <small> {nota}</small>}
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
