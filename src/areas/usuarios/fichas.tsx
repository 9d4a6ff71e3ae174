import { Estatus, Ficha } from '../../web/crud/valores.tsx'
import classes from './usuarios.module.css'

/** Whether the user is active, and what else prevents signing in. */
export function EstadoUsuario(props: {
  estatus: boolean
  temporal: boolean
  segundo_factor?: boolean
  bloqueado_hasta?: string | null
}) {
  const { estatus, temporal, segundo_factor, bloqueado_hasta } = props
  return (
    <span className={classes.fichas}>
      <Estatus activo={estatus} />
      {estatus && temporal && <Ficha tono="aviso">Contraseña temporal</Ficha>}
      {segundo_factor && <Ficha tono="info">Segundo factor</Ficha>}
      {bloqueado_hasta && <Ficha tono="negativo">Con intentos fallidos</Ficha>}
    </span>
  )
}
