import { Button } from '@mantine/core'
import { useState } from 'react'
import { useAnswer } from '../../../web/api/query.ts'
import { useSave } from '../../../web/api/save.ts'
import { Fallo } from '../../../web/crud/lista/lista.tsx'
import { Cargando } from '../../../web/crud/pagina/cargando.tsx'
import { actualizar } from '../../../web/sesion/sesion.ts'
import { contratoPerfil } from '../contract/perfil.ts'
import { ConPassword, type Prueba } from '../ui/con-password.tsx'
import classes from '../usuarios.module.css'
import { ActivarFactor } from './activar.tsx'
import { Codigos } from './codigos.tsx'

/** The user's own second factor: its state and the number of recovery codes left. */
export function MiFactor() {
  const { data, error, refetch } = useAnswer(contratoPerfil.factor)
  // Enrolment marks the query stale at its end; this state keeps the codes on the page.
  const [activando, setActivando] = useState(false)
  // The session says whether forms ask for a code.
  const changed = () => Promise.all([refetch(), actualizar()])
  if (error && !data) return <Fallo error={error} reintentar={() => void refetch()} />
  if (!data) return <Cargando />
  if (!data.activo && !activando) setActivando(true)
  if (activando) {
    const done = () => {
      setActivando(false)
      void changed()
    }
    return <ActivarFactor alActivar={done} />
  }
  return <Activo {...data} alQuitar={() => void changed()} />
}

function Activo(props: { exigido: boolean; codigos: number; alQuitar: () => void }) {
  const { exigido, codigos, alQuitar } = props
  const [abierto, setAbierto] = useState<'codigos' | 'quitar' | null>(null)
  const [nuevos, setNuevos] = useState<readonly string[] | null>(null)
  const renovar = useSave(contratoPerfil.codigosFactor)
  const quitar = useSave(contratoPerfil.quitarFactor)
  async function renew(prueba: Prueba) {
    const answer = await renovar.save({ body: prueba })
    if (!answer) return
    setAbierto(null)
    setNuevos(answer.codigos)
  }
  async function remove(prueba: Prueba) {
    if (!(await quitar.save({ body: prueba }))) return
    setAbierto(null)
    alQuitar()
  }
  if (nuevos) return <Codigos codigos={nuevos} cerrar={() => setNuevos(null)} />
  return (
    <section className={classes.bloque}>
      <h2>Segundo factor activo</h2>
      <p>
        Al ingresar se le pide el código de su teléfono. Le quedan {codigos} códigos de
        recuperación.{exigido && ' Su rol lo exige: no puede quitarlo.'}
      </p>
      <div className={classes.pie}>
        <Button variant="default" onClick={() => setAbierto('codigos')}>
          Códigos nuevos
        </Button>
        {!exigido && (
          <Button variant="default" onClick={() => setAbierto('quitar')}>
            Quitar
          </Button>
        )}
      </div>
      <ConPassword
        abierto={abierto === 'codigos'}
        titulo="Códigos de recuperación nuevos"
        accion="Cambiar códigos"
        ocupado={renovar.saving}
        error={renovar.error}
        alConfirmar={(prueba) => void renew(prueba)}
        alCancelar={() => setAbierto(null)}
      >
        <p>Los que tiene guardados dejan de valer.</p>
      </ConPassword>
      <ConPassword
        abierto={abierto === 'quitar'}
        titulo="Quitar el segundo factor"
        accion="Quitar"
        peligro
        ocupado={quitar.saving}
        error={quitar.error}
        alConfirmar={(prueba) => void remove(prueba)}
        alCancelar={() => setAbierto(null)}
      >
        <p>Su contraseña sola bastará para ingresar.</p>
      </ConPassword>
    </section>
  )
}
