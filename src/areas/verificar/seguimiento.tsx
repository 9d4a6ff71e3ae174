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
      fallo="No se encontró su envío:"
      ajeno="Ese número y ese código no son de un envío de esta casa. Revíselos con su recibo o con el mensaje que le envió la casa; si están bien escritos, pregunte a la casa."
      incompleto="A este enlace le falta una parte. Complete aquí el número de su orden y el código: están en su recibo y en el mensaje que le envió la casa."
      propio
      campos={deSuOrden}
    />
  )
}
