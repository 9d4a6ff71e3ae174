import { useMemo } from 'react'
import { useAnswer } from '../../web/api/query.ts'
import { useSave } from '../../web/api/save.ts'
import { Formulario } from '../../web/crud/formulario/formulario.tsx'
import { usePuede } from '../../web/sesion/sesion.ts'
import { camposReloj } from './contract/reloj.ts'
import { contrato } from './contract.ts'
import classes from './reloj.module.css'

/** Says that the machine's clock is not believed, and lets who may give his word for it. */
export function Reloj() {
  const { data } = useAnswer(contrato.reloj)
  const edita = usePuede('ajustes:editar')
  if (!data?.duda) return null
  return (
    <section className={classes.reloj} aria-label="Hora del equipo">
      <p role="alert">
        <strong>No se registra nada.</strong> {data.duda}
      </p>
      {edita && <Confirmacion />}
    </section>
  )
}

function Confirmacion() {
  const { save, saving, error } = useSave(contrato.confirmarReloj)
  const inicial = useMemo(() => ({ fecha: null }), [])
  return (
    <Formulario
      campos={camposReloj}
      schema={contrato.confirmarReloj.body}
      inicial={inicial}
      accion="Confirmar la hora"
      guardar={(body) => save({ body })}
      guardando={saving}
      error={error}
    />
  )
}
