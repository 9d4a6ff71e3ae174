import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react'
import { puedeAbrir } from '../../../web/barra/menu.ts'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import type { RutaCon } from '../../../web/marco/screens.ts'
import type { Usuario } from '../../../web/sesion/sesion.ts'
import { PASOS, type Paso } from '../contract.ts'
import classes from './inicio.module.css'

const PALABRAS: Record<Paso, readonly [titulo: string, detalle: string, pantalla: RutaCon]> = {
  monedas: ['Revisar las monedas', 'Las que se compran y se venden.', 'monedas'],
  cuentas: [
    'Abrir las cuentas',
    'Una caja en soles y una por cada divisa, con su saldo inicial.',
    'nueva-cuenta',
  ],
  pagos: [
    'Elegir bancos y tipos de pago',
    'De una lista por país; también billetes y monedas.',
    'puesta-en-marcha',
  ],
  tasas: [
    'Publicar las tasas',
    'Precios de compra y venta, y los tipos de cambio.',
    'puesta-en-marcha',
  ],
  usuarios: ['Crear los usuarios', 'Uno por persona, con su rol y su caja.', 'nuevo-usuario'],
  operacion: ['Registrar la primera operación', 'Una compra o una venta.', 'nueva-compra-venta'],
}

/** The steps to set up a new house; a step is done when the database shows it. */
export function PrimerosPasos({ hechos, usuario }: { hechos: readonly Paso[]; usuario: Usuario }) {
  const next = PASOS.find((paso) => !hechos.includes(paso))
  return (
    <section className={classes.panel} aria-labelledby="primeros-pasos">
      <div className={classes.encabezado}>
        <h2 id="primeros-pasos">Primeros pasos</h2>
        <span className="tenue">
          {hechos.length} de {PASOS.length}
        </span>
      </div>
      <progress
        value={hechos.length}
        max={PASOS.length}
        aria-label="Avance de los primeros pasos"
      />
      <ol className={classes.pasos}>
        {PASOS.map((paso) => {
          const [titulo, detalle, pantalla] = PALABRAS[paso]
          const done = hechos.includes(paso)
          const Icono = done ? IconCircleCheckFilled : IconCircleDashed
          return (
            <li key={paso} data-hecho={done || undefined} data-toca={paso === next || undefined}>
              <Icono size={20} aria-hidden="true" />
              <span>
                {puedeAbrir(pantalla, usuario) ? <Enlace a={pantalla}>{titulo}</Enlace> : titulo}
                {done && <span className="solo-lectores">: hecho</span>}
                <span className="tenue">{detalle}</span>
              </span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
