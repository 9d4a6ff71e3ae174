import { useState } from 'react'
import { useSave } from '../../../web/api/save.ts'
import { BotonConfirmar } from '../../../web/crud/boton-confirmar.tsx'
import { Seleccion } from '../../../web/crud/lista/seleccion.tsx'
import { type ClienteDetalle, contrato, ESTADOS, type Estado } from '../contract.ts'
import classes from './ficha.module.css'

const EFECTO: Record<Estado, string> = {
  activo: 'Podrá operar sin avisos.',
  observado:
    'Desde el monto que pide identificarlo no operará hasta que vuelva a activo. Quien lo atienda verá que está observado.',
  bloqueado: 'No podrá operar hasta que se le reactive.',
  inactivo: 'No podrá operar. Sus datos y operaciones se conservan.',
}

/** Observes, blocks, sets aside or brings back a client, with the reason that the audit keeps. */
export function CambiarEstado({ cliente }: { cliente: ClienteDetalle }) {
  const others = Object.entries(ESTADOS).filter(([valor]) => valor !== cliente.estado)
  const first = cliente.estado === 'activo' ? 'observado' : 'activo'
  const [elegido, setElegido] = useState<Estado>(first)
  const estado = elegido === cliente.estado ? first : elegido
  const { save, saving } = useSave(contrato.estado)
  return (
    <BotonConfirmar
      titulo={`Estado de ${cliente.nombre}`}
      accion="Cambiar estado"
      motivoMinimo={5}
      peligro={estado === 'bloqueado' || estado === 'inactivo'}
      ocupado={saving}
      alConfirmar={(motivo) => save({ params: { id: cliente.id }, body: { estado, motivo } })}
    >
      <Seleccion
        etiqueta="Nuevo estado"
        className={classes.estado}
        opciones={others.map(([valor, etiqueta]) => ({ valor, etiqueta }))}
        valor={estado}
        alElegir={(valor) => valor && setElegido(valor as Estado)}
      />
      <p>{EFECTO[estado]}</p>
    </BotonConfirmar>
  )
}
