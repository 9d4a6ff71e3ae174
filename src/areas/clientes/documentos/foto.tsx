import { useEffect, useState } from 'react'
import { bajar, comoDatos } from '../../../web/api/archivos.ts'
import { Modal } from '../../../web/crud/modal.tsx'
import vista from '../../../web/crud/pagina/adjuntos.module.css'
import { contratoDocumentos } from '../contract/documentos.ts'
import classes from '../ui/cliente.module.css'

const QUE = 'Documento de identidad'

/**
 * The picture of his identity document, to compare with who stands there; pressed, it opens large. Each look is written
 * into the audit.
 */
export default function FotoCliente({ adjunto, nombre }: { adjunto: number; nombre: string }) {
  const [leida, setLeida] = useState<{ de: number; datos: string } | null>(null)
  const [abierta, setAbierta] = useState(false)
  useEffect(() => {
    const gone = new AbortController()
    bajar(contratoDocumentos.bajarAdjunto, { params: { id: adjunto } }, gone.signal)
      .then(comoDatos)
      // Without it the place stays empty: the client's page says why it cannot be read.
      .then(
        (datos) => gone.signal.aborted || setLeida({ de: adjunto, datos }),
        () => {},
      )
    return () => gone.abort()
  }, [adjunto])
  const datos = leida?.de === adjunto ? leida.datos : null
  return (
    <>
      <button
        type="button"
        className={classes.foto}
        aria-label={`${QUE} de ${nombre}`}
        title="Ver grande"
        disabled={datos === null}
        onClick={() => setAbierta(true)}
      >
        {datos && <img src={datos} alt="" />}
      </button>
      <Modal
        opened={abierta}
        onClose={() => setAbierta(false)}
        title={`${QUE}: ${nombre}`}
        size="lg"
        transitionProps={{ duration: 120 }}
      >
        {datos && <img src={datos} alt={`${QUE} de ${nombre}`} className={vista.vista} />}
      </Modal>
    </>
  )
}
