import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { logos, type Marca } from '../../core/documento/logo.ts'
import { iniciales } from '../../core/texto/iniciales.ts'
import { bajar, comoDatos } from '../api/archivos.ts'
import classes from './logo.module.css'

/** The picture of a digest, which never changes: asked for once, and then the browser's own. */
function useImagen(sha256: string | null) {
  return useQuery({
    // No path of the area: what changes there changes no picture, so nothing asks for it again.
    queryKey: ['logo', sha256],
    queryFn: async ({ signal }) =>
      comoDatos(await bajar(logos.bajarLogo, { params: { sha256: sha256 ?? '' } }, signal)),
    enabled: sha256 !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    // An ornament: where it does not come, the initials stand there.
    retry: false,
  })
}

/** The logo of a bank or wallet beside its name, or its initials on a tint; as large with as without. */
export function Logo({ marca, tamano = 20 }: { marca: Marca; tamano?: 20 | 40 }) {
  const { data, isError } = useImagen(marca.logo)
  const drawn = marca.logo !== null && !isError
  return (
    <span
      className={classes.logo}
      data-tamano={tamano}
      data-imagen={drawn || undefined}
      aria-hidden="true"
    >
      {drawn ? data && <img src={data} alt="" /> : iniciales(marca.nombre)}
    </span>
  )
}

/** A name with the logo of its bank or wallet in front; the name alone where there is none, as with cash. */
export function ConLogo({
  marca,
  children,
}: {
  marca: Marca | null | undefined
  children: ReactNode
}) {
  if (!marca) return children
  return (
    <span className={classes.con}>
      <Logo marca={marca} />
      <span>{children}</span>
    </span>
  )
}
