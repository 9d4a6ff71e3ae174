import { Link } from '@tanstack/react-router'
import { enRuta } from '../../../web/marco/navegacion.tsx'
import { ruta } from '../../../web/marco/screens.ts'
import { useSesion } from '../../../web/sesion/sesion.ts'
import classes from '../cierres.module.css'
import type { Dia } from '../contract.ts'

/** The same day of the whole house and of each branch, for whoever tells them apart; nothing in a house with one. */
export function Sucursales({ dia }: { dia: Dia }) {
  const { sucursales = [] } = useSesion().usuario ?? {}
  if (sucursales.length < 2) return null
  const todas = [{ id: undefined, nombre: 'Toda la casa' }, ...sucursales]
  return (
    <nav className={`${classes.secciones} no-imprime`} aria-label="El mismo día por sucursal">
      {todas.map(({ id, nombre }) => (
        <Link
          key={nombre}
          to={ruta('cierre-dia', { fecha: dia.fecha })}
          search={enRuta(id ? { sucursal_id: String(id) } : {})}
          activeOptions={{ exact: true, includeSearch: true }}
        >
          {nombre}
        </Link>
      ))}
    </nav>
  )
}
