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

/** Links to the tasks of this role; first in keyboard order after the bar. */
export function Tareas({ usuario }: { usuario: Usuario }) {
  return (
    <nav aria-label="Tareas">
      <ul className={classes.tareas}>
        {TAREAS.filter(([nombre]) => puedeAbrir(nombre, usuario)).map(([nombre, titulo]) => (
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
