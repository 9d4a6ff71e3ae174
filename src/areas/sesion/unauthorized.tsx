import { ROL_ADM } from '../../core/permisos.ts'
import { puedeAbrir } from '../../web/barra/menu.ts'
import { Mensaje } from '../../web/marco/mensaje.tsx'
import { Enlace, useBusqueda } from '../../web/marco/navegacion.tsx'
import { pantallaLlamada } from '../../web/marco/screens.ts'
import { useSesion } from '../../web/sesion/sesion.ts'

/** Why the user may not see a screen and who can change that; with the permission, that the screen is open. */
export default function Unauthorized() {
  const [{ desde = '' }] = useBusqueda()
  const { usuario } = useSesion()
  if (!usuario) return null
  const asked = pantallaLlamada(desde)
  const what = asked ? `«${asked.titulo}»` : 'esta pantalla'
  const may = asked ? puedeAbrir(asked, usuario) : usuario.role.slug === ROL_ADM
  const none = usuario.permisos.length === 0 && usuario.role.slug !== ROL_ADM
  const rol = `Su rol, ${usuario.role.nombre},`
  return (
    <Mensaje
      titulo={may ? 'Tiene permiso' : 'No tiene permiso para esta pantalla'}
      accion={
        puedeAbrir('dashboard', usuario) ? (
          <Enlace a="dashboard">Ir al inicio</Enlace>
        ) : (
          <Enlace a="ayuda">Leer el manual</Enlace>
        )
      }
    >
      {may
        ? `${rol} puede abrir ${asked ? what : 'todas las pantallas'}.`
        : none
          ? `${rol} no puede abrir ${what}: ve el menú, pero todavía no tiene ningún permiso. Un administrador se los da en Usuarios, Roles; hasta entonces, salga y entre con otro usuario.`
          : `${rol} no puede abrir ${what}: pida a un administrador que agregue ese permiso a su rol.`}
    </Mensaje>
  )
}
