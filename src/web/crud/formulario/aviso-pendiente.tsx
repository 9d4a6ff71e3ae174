/** For forms that move money, when `useSave` says `pendiente`: what was sent before a reload is unknown. */
export function AvisoPendiente() {
  return (
    <p role="status" className="recuadro" data-tono="aviso">
      Antes se envió una operación desde este formulario y no llegó la respuesta. Revise la lista:
      si ya está registrada, no la registre otra vez.
    </p>
  )
}
