import { deSuOrden } from './contract.ts'
import { PapelDeLaCasa } from './papel.tsx'

/** Where a client's remittance is: its link stands in the message that the house sends him. */
export default function Seguimiento() {
  return (
    <PapelDeLaCasa
      titulo="Seguimiento de su envío"
      guia="Escriba el número de su orden y el código que están en su recibo."
      accion="Ver mi envío"
      otro="Ver otro envío"
      campos={deSuOrden}
    />
  )
}
