import { CloseButton } from '@mantine/core'
import { useState } from 'react'
import { ESTRENA } from './estreno.ts'
import { Enlace } from './marco/navegacion.tsx'

/**
 * Says once that the house has had its first operation, to whoever took the steps to it, and what comes next: on the
 * page of what was registered and on the first one, until it is closed.
 */
export function Estrenada() {
  const [shown, setShown] = useState(() => localStorage.getItem(ESTRENA) !== null)
  if (!shown) return null
  return (
    <section className="pila tarjeta" aria-label="La casa ya opera">
      <div className="fila extremos">
        <h2>¡Felicitaciones! Su casa ya opera</h2>
        <CloseButton
          aria-label="Cerrar"
          onClick={() => {
            localStorage.removeItem(ESTRENA)
            setShown(false)
          }}
        />
      </div>
      <p>
        Ya tiene su primera operación en el libro. Vea{' '}
        <Enlace a="puesta-en-marcha" search={{ paso: 'listo' }}>
          lo que sigue
        </Enlace>
        .
      </p>
    </section>
  )
}
