import { CloseButton } from '@mantine/core'
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react'
import { useState } from 'react'
import { puedeAbrir } from '../../../web/barra/menu.ts'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import type { Usuario } from '../../../web/sesion/sesion.ts'
import classes from '../inicio/inicio.module.css'
import type { Prueba } from '../rules/pruebas.ts'
import { PALABRAS, palabrasDe } from './palabras.tsx'

interface Props {
  pruebas: readonly { clave: Prueba; hecho: boolean }[]
  usuario: Usuario
}

/** Five things that this person may try in the demo; each is marked once the audit shows that he did. */
export default function PruebeEsto({ pruebas, usuario }: Props) {
  const key = `pruebeEsto-${usuario.id}`
  const [away, setAway] = useState(() => localStorage.getItem(key) !== null)
  if (away) return null
  const dedo = matchMedia('(hover: none) and (pointer: coarse)').matches
  const done = pruebas.filter(({ hecho }) => hecho).length
  const next = pruebas.find(({ hecho }) => !hecho)
  return (
    <section className={classes.panel} aria-labelledby="pruebe-esto">
      <div className={classes.guia}>
        <h2 id="pruebe-esto">Pruebe esto</h2>
        <span className="tenue">
          {done} de {pruebas.length}, un minuto cada una
        </span>
        <CloseButton
          aria-label="No mostrar más «Pruebe esto»"
          onClick={() => {
            localStorage.setItem(key, 'no')
            setAway(true)
          }}
        />
      </div>
      <ol className={classes.pasos}>
        {pruebas.map(({ clave, hecho }) => {
          const [, , pantalla, search] = PALABRAS[clave]
          const [titulo, detalle] = palabrasDe(clave, dedo)
          const Icono = hecho ? IconCircleCheckFilled : IconCircleDashed
          return (
            <li
              key={clave}
              data-hecho={hecho || undefined}
              data-toca={clave === next?.clave || undefined}
            >
              <Icono size={20} aria-hidden="true" />
              <span>
                {puedeAbrir(pantalla, usuario) ? (
                  <Enlace a={pantalla} {...(search && { search })}>
                    {titulo}
                  </Enlace>
                ) : (
                  titulo
                )}
                {hecho && <span className="solo-lectores">: hecho</span>}
                <span className="tenue">{detalle}</span>
              </span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
