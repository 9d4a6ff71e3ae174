import { Suspense } from 'react'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import { useResumenes } from '../../../web/marco/pestanas.tsx'
import type { ClienteDetalle } from '../contract.ts'
import classes from '../ui/cliente.module.css'

/** The first lines of the tabs that other areas add: his last operations, orders and beneficiaries. */
export function Cortos({ cliente: { id, ...fila } }: { cliente: ClienteDetalle }) {
  const cortos = useResumenes('detalle-cliente', id, { id, ...fila })
  if (cortos.length === 0) return null
  return (
    <div className="pila">
      {cortos.map(({ clave, titulo, contenido }) => (
        <section key={clave} className={classes.corto} aria-labelledby={`corto-${clave}`}>
          <div className="fila extremos">
            <h2 id={`corto-${clave}`}>{titulo}</h2>
            <Enlace a="detalle-cliente" params={{ id }} search={{ ver: clave }}>
              Ver todo<span className="solo-lectores"> en {titulo}</span>
            </Enlace>
          </div>
          <Suspense fallback={<div aria-busy="true" />}>{contenido}</Suspense>
        </section>
      ))}
    </div>
  )
}
