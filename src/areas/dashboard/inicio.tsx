import { Pagina } from '../../web/crud/pagina.tsx'
import { puedeAbrir } from '../../web/menu.ts'
import { Enlace } from '../../web/navegacion.tsx'
import { screenOf } from '../../web/screens.ts'
import { nombreVisible, useSesion } from '../../web/sesion.ts'
import classes from './inicio.module.css'

/** What people come here to do, most frequent first; only what exists and the role may open is shown. */
const TAREAS = [
  ['nueva-compra-venta', 'Registrar una compra o venta', 'Caja: recibir y entregar divisas'],
  ['compras-ventas', 'Ver compras y ventas', 'Buscar, imprimir o anular una operación'],
  ['tipos-cambios', 'Ver tipos de cambio', 'Tasas que se cotizan al cliente'],
  ['pares-divisas', 'Publicar precios', 'Compra y venta de cada par por mercado'],
  ['clientes', 'Buscar un cliente', 'Datos, documentos y nivel'],
  ['cuentas', 'Ver saldos', 'Cajas, bancos y billeteras'],
  ['posiciones', 'Ver posiciones', 'Cantidad y costo de cada divisa'],
  ['monedas', 'Monedas', 'Lo que se compra, se vende y se envía'],
  ['tipos-pagos', 'Tipos de pago', 'Cómo entra y sale el dinero'],
  ['entidades-financieras', 'Entidades financieras', 'Bancos, billeteras y su estado de servicio'],
] as const

/** The first page after signing in: the tasks of this role. */
export default function Inicio() {
  const { usuario } = useSesion()
  if (!usuario) return null
  const tareas = TAREAS.filter(([nombre]) => screenOf(nombre) && puedeAbrir(nombre, usuario))
  return (
    <Pagina titulo={`Hola, ${nombreVisible(usuario)}`} nota="¿Qué va a hacer?">
      <ul className={classes.tareas}>
        {tareas.map(([nombre, titulo, detalle]) => (
          <li key={nombre}>
            <Enlace a={nombre} className={classes.tarea}>
              <span className={classes.titulo}>{titulo}</span>
              <span className={classes.detalle}>{detalle}</span>
            </Enlace>
          </li>
        ))}
      </ul>
    </Pagina>
  )
}
