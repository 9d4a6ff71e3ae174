import { Checkbox } from '@mantine/core'
import type { Permiso } from '../../../core/permisos.ts'
import { nombreArea } from '../roles/matriz.tsx'
import { NOMBRES_PERMISOS, palabrasDe } from '../roles/nombres.ts'
import { alternar, porArea } from '../rules.ts'
import classes from './permisos.module.css'

interface Props {
  /** Those that may be chosen. */
  permisos: readonly string[]
  elegidos: readonly string[]
  error?: string | undefined
  cambiar: (elegidos: string[]) => void
}

/** Some permissions to choose from, by area, each in words. */
export function ElegirPermisos({ permisos, elegidos, error, cambiar }: Props) {
  return (
    <fieldset className={classes.permisos} aria-describedby={error ? 'falta-permisos' : undefined}>
      <legend>Permisos</legend>
      {error && (
        <p id="falta-permisos" role="alert">
          {error}
        </p>
      )}
      {[...porArea(permisos)].map(([area, suyos]) => (
        <section key={area} aria-label={nombreArea(area)}>
          {suyos.map((permiso) => (
            <Checkbox
              key={permiso}
              size="xs"
              label={NOMBRES_PERMISOS[permiso as Permiso]}
              checked={elegidos.includes(permiso)}
              onChange={() => cambiar(alternar(elegidos, permiso, permisos))}
            />
          ))}
        </section>
      ))}
    </fieldset>
  )
}

/** Permissions in words, one below the other. */
export function EnPalabras({ permisos }: { permisos: readonly string[] }) {
  return (
    <ul className={classes.lista}>
      {permisos.map((permiso) => (
        <li key={permiso}>{palabrasDe(permiso)}</li>
      ))}
    </ul>
  )
}
