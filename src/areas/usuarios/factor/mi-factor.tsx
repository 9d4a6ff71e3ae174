import { Button } from '@mantine/core'
import { useState } from 'react'
import { useAnswer } from '../../../web/api/query.ts'
import { useSave } from '../../../web/api/save.ts'
import { Fallo } from '../../../web/crud/lista/lista.tsx'
import { Cargando } from '../../../web/crud/pagina/cargando.tsx'
import { contratoPerfil } from '../contract/perfil.ts'
import { ConPassword } from '../perfil/con-password.tsx'
import classes from '../usuarios.module.css'
import { ActivarFactor } from './activar.tsx'
import { Codigos } from './codigos.tsx'

/** One's own second factor: on, off, how many recovery codes are left. */
export function MiFactor() {
  const { data, error, refetch } = useAnswer(contratoPerfil.factor)
  // Enrolling marks the answer stale at its end; its codes must not vanish with it.
  const [activando, setActivando] = useState(false)
  if (error && !data) return <Fallo error={error} reintentar={() => void refetch()} />
  if (!data) return <Cargando />
  if (!data.activo && !activando) setActivando(true)
  if (activando) {
    const done = () => {
      setActivando(false)
      void refetch()
    }
    return <ActivarFactor alActivar={done} />
  }
  return <Activo {...data} alQuitar={() => void refetch()} />
}

function Activo(props: { exigido: boolean; codigos: number; alQuitar: () => void }) {
  const { exigido, codigos, alQuitar } = props
  const [abierto, setAbierto] = useState<'codigos' | 'quitar' | null>(null)
  const [nuevos, setNuevos] = useState<readonly string[] | null>(null)
  const renovar = useSave(contratoPerfil.codigosFactor)
  const quitar = useSave(contratoPerfil.quitarFactor)
  async function renew(password: string) {
    const answer = await renovar.save({ body: { password } })
    if (!answer) return
    setAbierto(null)
    setNuevos(answer.codigos)
  }
  async function remove(password: string) {
    if (!(await quitar.save({ body: { password } }))) return
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
        alConfirmar={(password) => void renew(password)}
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
        alConfirmar={(password) => void remove(password)}
        alCancelar={() => setAbierto(null)}
      >
        <p>Su contraseña sola bastará para ingresar.</p>
      </ConPassword>
    </section>
  )
}
