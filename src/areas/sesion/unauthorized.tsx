import { ROL_ADM } from '../../core/permisos.ts'
import { puedeAbrir } from '../../web/barra/menu.ts'
import { Mensaje } from '../../web/marco/mensaje.tsx'
import { Enlace, useBusqueda } from '../../web/marco/navegacion.tsx'
import { pantallaLlamada } from '../../web/marco/screens.ts'
import { useSesion } from '../../web/sesion/sesion.ts'

/** Why a screen does not open and who can change that; or that it does, for whoever comes here all the same. */
export default function Unauthorized() {
  const [{ desde = '' }] = useBusqueda()
  const { usuario } = useSesion()
  if (!usuario) return null
  const asked = pantallaLlamada(desde)
  const what = asked ? `«${asked.titulo}»` : 'esta pantalla'
  const may = asked ? puedeAbrir(asked, usuario) : usuario.role.slug === ROL_ADM
  const rol = `Su rol, ${usuario.role.nombre},`
  return (
    <Mensaje
      titulo={may ? 'Tiene permiso' : 'No tiene permiso para esta pantalla'}
      accion={puedeAbrir('dashboard', usuario) && <Enlace a="dashboard">Ir al inicio</Enlace>}
    >
      {may
        ? `${rol} puede abrir ${asked ? what : 'todas las pantallas'}.`
        : `${rol} no puede abrir ${what}: pida a un administrador que agregue ese permiso a su rol.`}
    </Mensaje>
  )
}
