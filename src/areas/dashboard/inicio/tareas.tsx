import { type Permiso, puede } from '../../../core/permisos.ts'
import { puedeAbrir } from '../../../web/barra/menu.ts'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import type { Usuario } from '../../../web/sesion/sesion.ts'
import classes from './inicio.module.css'

/**
 * The tasks that start here, the most frequent first; only those that the role may open are shown. All of them stand in
 * one row of a usual screen.
 */
const TAREAS = [
  ['nueva-compra-venta', 'Comprar o vender'],
  ['nueva-orden', 'Nueva orden'],
  ['ordenes', 'Órdenes'],
  ['compras-ventas', 'Compras y ventas'],
  ['pares-divisas', 'Publicar precios'],
  ['clientes', 'Buscar un cliente'],
  ['cuentas', 'Saldos'],
  ['mi-caja', 'Mi caja'],
  ['transferencias', 'Transferencias'],
  ['cierres', 'Cierres'],
] as const

/** What a task takes beyond opening its screen, whose list others may read. */
const HACE: Partial<Record<(typeof TAREAS)[number][0], Permiso>> = {
  'pares-divisas': 'pares-divisas:publicar',
}

/**
 * Links to the tasks that this user can do; first in keyboard order after the bar. `sinCaja`: no till is his, so there is
 * none to open or count.
 */
export function Tareas({ usuario, sinCaja }: { usuario: Usuario; sinCaja: boolean }) {
  const hace = (nombre: (typeof TAREAS)[number][0]) =>
    puedeAbrir(nombre, usuario) &&
    puede(usuario.permisos, HACE[nombre] ?? 'sesion') &&
    !(nombre === 'mi-caja' && sinCaja)
  return (
    <nav aria-label="Tareas">
      <ul className={classes.tareas}>
        {TAREAS.filter(([nombre]) => hace(nombre)).map(([nombre, titulo]) => (
          <li key={nombre}>
            <Enlace a={nombre} className={classes.tarea}>
              {titulo}
            </Enlace>
          </li>
        ))}
      </ul>
    </nav>
  )
}
