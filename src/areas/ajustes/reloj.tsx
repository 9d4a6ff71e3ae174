import { useMemo } from 'react'
import type { Campos } from '../../core/fields.ts'
import { useAnswer } from '../../web/api/query.ts'
import { useSave } from '../../web/api/save.ts'
import { Formulario } from '../../web/crud/formulario/formulario.tsx'
import { usePuede } from '../../web/sesion/sesion.ts'
import { camposReloj } from './contract/reloj.ts'
import { contrato } from './contract.ts'
import classes from './reloj.module.css'

/** Warns that the machine's clock is not trusted, and lets a person with the permission confirm it. */
export function Reloj() {
  const { data } = useAnswer(contrato.reloj)
  const edita = usePuede('ajustes:editar')
  if (!data?.duda) return null
  return (
    <section className={classes.reloj} aria-label="Hora del equipo">
      <p role="alert">
        <strong>No se registra nada.</strong> {data.duda}
      </p>
      {edita && <Confirmacion pideHora={data.pide_hora} />}
    </section>
  )
}

function Confirmacion({ pideHora }: { pideHora: boolean }) {
  const { save, saving, error } = useSave(contrato.confirmarReloj)
  const inicial = useMemo(() => ({ fecha: null, ...(pideHora && { hora: null }) }), [pideHora])
  const { fecha, hora } = camposReloj
  const campos: Campos = pideHora ? { fecha, hora } : { fecha }
  return (
    <Formulario
      campos={campos}
      schema={contrato.confirmarReloj.body}
      inicial={inicial}
      accion="Confirmar la hora"
      guardar={(body) => save({ body })}
      guardando={saving}
      error={error}
    />
  )
}
