/** Warning of forms that move money, for `pendiente` of `useSave`: a send before a reload has no known outcome. */
export function AvisoPendiente() {
  return (
    <p role="status" className="recuadro" data-tono="aviso">
      Antes se envió una operación desde este formulario y no llegó la respuesta. Revise la lista:
      si ya está registrada, no la registre otra vez.
    </p>
  )
}
