import { IconHelp } from '@tabler/icons-react'
import { Enlace } from '../marco/navegacion.tsx'
import classes from './duda.module.css'

/**
 * A «?» beside what is hard. It opens the section of the manual that explains it (`chapter#anchor`) in a tab of its own,
 * so that what is typed here stays. `sobre` says of what, in its name.
 */
export function Duda({ en, sobre }: { en: `${string}#${string}`; sobre: string }) {
  const [capitulo = '', ancla = ''] = en.split('#')
  const name = `Ayuda: ${sobre}`
  return (
    <Enlace
      a="capitulo-ayuda"
      params={{ capitulo }}
      hash={ancla}
      target="_blank"
      className={`${classes.duda} no-imprime`}
      aria-label={name}
      title={`${name} (otra pestaña)`}
    >
      <IconHelp size={16} aria-hidden="true" />
    </Enlace>
  )
}
