import { puedeAbrir } from '../../../web/barra/menu.ts'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import type { Usuario } from '../../../web/sesion/sesion.ts'
import classes from './inicio.module.css'

/** What people come here to do, most frequent first; only what exists and the role may open is shown. */
const TAREAS = [
  ['nueva-compra-venta', 'Registrar una compra o venta'],
  ['nueva-orden', 'Crear una orden'],
  ['ordenes', 'Ver órdenes'],
  ['compras-ventas', 'Ver compras y ventas'],
  ['pares-divisas', 'Publicar precios'],
  ['clientes', 'Buscar un cliente'],
  ['cuentas', 'Ver saldos'],
  ['mi-caja', 'Abrir o cerrar mi caja'],
  ['transferencias', 'Ver transferencias'],
  ['cierres', 'Caja y cierres'],
] as const

/** The way to the tasks of this role: the first thing after the bar, by keyboard too. */
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
