import { IconHelp } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { Enlace } from '../../web/marco/navegacion.tsx'
import classes from './boton.module.css'

/** Leads from any page to the part of the manual that explains it. */
export function BotonAyuda() {
  const de = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.nombre })
  const propia = de === 'ayuda' || de === 'capitulo-ayuda'
  return (
    <Enlace
      a="ayuda"
      {...(de && !propia && { search: { de } })}
      className={classes.boton}
      aria-label="Ayuda"
      title="Ayuda de esta página"
    >
      <IconHelp size={18} aria-hidden="true" />
    </Enlace>
  )
}
