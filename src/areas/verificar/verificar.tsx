import { campos } from './contract.ts'
import { PapelDeLaCasa } from './papel.tsx'

/** Checks a printed document: what is shown is to be compared with the paper. */
export default function VerificarPapel() {
  return (
    <PapelDeLaCasa
      titulo="Verificar un documento"
      guia="Escriba el número y el código que están impresos en el ticket, el recibo o la declaración."
      accion="Verificar"
      otro="Verificar otro"
      fallo="No se pudo verificar:"
      incompleto="A este enlace le falta una parte. Escriba el número y el código como están en el papel."
      campos={campos}
    />
  )
}
