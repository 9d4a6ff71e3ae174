import { Button, type ButtonProps } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Destino, enRuta } from '../marco/navegacion.tsx'
import { direccion, type Ruta, screenOf } from '../marco/screens.ts'
import { quieto } from './quieto.tsx'

/** A link to a screen that looks like a button: the primary action of a page. Renders nothing without that screen. */
export const BotonEnlace = quieto(function BotonEnlace<R extends Ruta>({
  a,
  params,
  search,
  children,
  ...rest
}: ButtonProps & Destino<R> & { children: ReactNode }) {
  if (!screenOf(a)) return null
  return (
    <Button
      {...rest}
      renderRoot={(props) => (
        <Link {...props} to={direccion(a, params)} search={enRuta(search ?? {})} />
      )}
    >
      {children}
    </Button>
  )
})
