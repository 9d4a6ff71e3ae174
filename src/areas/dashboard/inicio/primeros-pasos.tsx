import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react'
import { useEffect } from 'react'
import { puedeAbrir } from '../../../web/barra/menu.ts'
import { Estrenada } from '../../../web/estrenada.tsx'
import { ESTRENA } from '../../../web/estreno.ts'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import type { RutaCon } from '../../../web/marco/screens.ts'
import type { Usuario } from '../../../web/sesion/sesion.ts'
import { PASOS, type Paso } from '../contract.ts'
import classes from './inicio.module.css'

type Busqueda = Record<string, string>

const paso = (clave: string) => ['puesta-en-marcha', { paso: clave }] as const

const PALABRAS: Record<
  Paso,
  readonly [titulo: string, detalle: string, pantalla: RutaCon, search?: Busqueda]
> = {
  empresa: [
    'Decir quién es la casa',
    'Nombre, documento tributario y dirección de cada ticket.',
    ...paso('casa'),
  ],
  cuentas: [
    'Abrir las cajas',
    'Una por cada moneda que maneja en efectivo, con lo que contó.',
    ...paso('cajas'),
  ],
  pagos: [
    'Elegir bancos y tipos de pago',
    'De una lista por país; también billetes y monedas.',
    ...paso('catalogos'),
  ],
  tasas: [
    'Publicar las tasas',
    'Precios de compra y venta, y los tipos de cambio.',
    ...paso('precios'),
  ],
  usuarios: ['Crear los usuarios', 'Uno por persona, con su rol y su caja.', ...paso('personas')],
  operacion: [
    'Registrar la primera operación',
    'Una compra, una venta o una orden, con su caja abierta.',
    ...paso('listo'),
  ],
}

/** The steps to set up a new house, and, from its first operation on, what comes next. */
export default function PrimerosPasos(props: { hechos: readonly Paso[] | null; usuario: Usuario }) {
  const { hechos, usuario } = props
  return (
    <>
      {hechos?.includes('operacion') !== false && <Estrenada />}
      {hechos && <Pasos hechos={hechos} usuario={usuario} />}
    </>
  )
}

/** A step is done when the database shows it. */
function Pasos({ hechos, usuario }: { hechos: readonly Paso[]; usuario: Usuario }) {
  const next = PASOS.find((paso) => !hechos.includes(paso))
  const opera = hechos.includes('operacion')
  useEffect(() => {
    if (!opera) localStorage.setItem(ESTRENA, 'sí')
  }, [opera])
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
          const [titulo, detalle, pantalla, search] = PALABRAS[paso]
          const done = hechos.includes(paso)
          const Icono = done ? IconCircleCheckFilled : IconCircleDashed
          return (
            <li key={paso} data-hecho={done || undefined} data-toca={paso === next || undefined}>
              <Icono size={20} aria-hidden="true" />
              <span>
                {puedeAbrir(pantalla, usuario) ? (
                  <Enlace a={pantalla} {...(search && { search })}>
                    {titulo}
                  </Enlace>
                ) : (
                  titulo
                )}
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
