import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Pagina } from '../../web/crud/pagina/pagina.tsx'
import { ruta } from '../../web/marco/screens.ts'
import classes from './cierres.module.css'

const SECCIONES = [
  ['cierres', 'Días'],
  ['cierres-cajas', 'Cajas'],
  ['cierres-diferencias', 'Faltantes y sobrantes'],
  ['cierres-arqueos', 'Arqueos'],
] as const

/** Frame of the lists of tills and days: one page with one list at a time. */
export function Secciones({ acciones, children }: { acciones?: ReactNode; children: ReactNode }) {
  return (
    <Pagina titulo="Caja y cierres" acciones={acciones}>
      <nav className={classes.secciones} aria-label="Secciones de caja y cierres">
        {SECCIONES.map(([nombre, texto]) => (
          <Link
            key={nombre}
            to={ruta(nombre)}
            activeOptions={{ exact: true, includeSearch: false }}
          >
            {texto}
          </Link>
        ))}
      </nav>
      {children}
    </Pagina>
  )
}
