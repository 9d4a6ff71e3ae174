import { Mensaje } from '../../web/mensaje.tsx'
import { puedeAbrir } from '../../web/menu.ts'
import { Enlace, useBusqueda } from '../../web/navegacion.tsx'
import { allScreens, screenOf } from '../../web/screens.ts'
import { useSesion } from '../../web/sesion.ts'

/** Why the screen did not open, and what this role can open instead. */
export default function Unauthorized() {
  const [{ desde = '' }] = useBusqueda()
  const { usuario } = useSesion()
  if (!usuario) return null
  const asked = screenOf(desde)
  const open = allScreens().filter(
    ({ nombre, path, acceso }) =>
      acceso !== 'publico' &&
      acceso !== 'ingreso' &&
      nombre !== 'unauthorized' &&
      !path.includes('$') &&
      puedeAbrir(nombre, usuario),
  )
  return (
    <Mensaje titulo="No tiene permiso para esta pantalla">
      <p>
        {asked
          ? `Su rol, ${usuario.role.nombre}, no puede abrir «${asked.titulo}».`
          : `Su rol, ${usuario.role.nombre}, no puede abrir esta pantalla.`}{' '}
        Si la necesita para su trabajo, pídala a un administrador.
      </p>
      {open.length > 0 ? (
        <>
          <p>Lo que sí puede abrir:</p>
          <ul>
            {open.map(({ nombre, titulo }) => (
              <li key={nombre}>
                <Enlace a={nombre}>{titulo}</Enlace>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p>Por ahora puede usar la calculadora, en la barra.</p>
      )}
    </Mensaje>
  )
}
