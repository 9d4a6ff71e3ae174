import { Button, type ButtonProps } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ruta, screenOf } from '../screens.ts'

/** A link to a screen that looks like a button: the primary action of a page. Absent with its screen. */
export function BotonEnlace({
  a,
  params,
  search,
  children,
  ...rest
}: ButtonProps & {
  /** Route name. */
  a: string
  params?: Record<string, string | number>
  search?: Record<string, string | undefined>
  children: ReactNode
}) {
  if (!screenOf(a)) return null
  return (
    <Button
      {...rest}
      renderRoot={(props) => (
        <Link {...props} to={ruta(a, params)} search={(search ?? {}) as never} />
      )}
    >
      {children}
    </Button>
  )
}
