import { Secreto } from '../../../web/crud/secreto/secreto.tsx'

/** Shows a temporary password, the only time it can be read. */
export function ClaveTemporal(props: { clave: string | null; nombre: string; cerrar: () => void }) {
  return (
    <Secreto
      titulo="Contraseña temporal"
      secreto={props.clave}
      copiado="Copiada."
      guardado="Ya la anoté"
      dictado
      cerrar={props.cerrar}
    >
      Désela a {props.nombre} en persona. No se vuelve a mostrar; al ingresar deberá cambiarla por
      la suya.
    </Secreto>
  )
}
