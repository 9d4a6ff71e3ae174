import { useState } from 'react'
import { Confirmar } from '../../web/crud/dialogo.tsx'
import { Modal } from '../../web/crud/modal.tsx'
import { usePuede } from '../../web/sesion/sesion.ts'
import type { Beneficiario } from './contract.ts'
import { Edicion, Nuevo } from './edicion.tsx'
import { Lectura } from './lectura.tsx'

interface Props {
  cliente_id: number
  abierto: number | 'nuevo' | null
  beneficiario: Beneficiario | undefined
  cerrar: () => void
}

/** Dialog for a beneficiary: view, edit or create. Asks for confirmation before it discards typed values. */
export function Ficha(props: Props) {
  const { abierto, beneficiario, cerrar } = props
  const edita = usePuede('beneficiarios:editar')
  const [editando, setEditando] = useState(false)
  const [cambiado, setCambiado] = useState(false)
  const [pregunta, setPregunta] = useState(false)
  const salir = () => {
    setPregunta(false)
    setCambiado(false)
    setEditando(false)
    cerrar()
  }
  const dejar = () => (cambiado ? setPregunta(true) : salir())
  const typed = {
    alCambiar: () => setCambiado(true),
    alGuardar: () => setCambiado(false),
    cancelar: dejar,
    listo: salir,
  }
  const titulo = abierto === 'nuevo' ? 'Nuevo beneficiario' : (beneficiario?.nombre ?? '')
  return (
    <>
      <Modal
        opened={abierto === 'nuevo' || beneficiario !== undefined}
        onClose={dejar}
        title={titulo}
        size="lg"
        transitionProps={{ duration: 120 }}
      >
        {abierto === 'nuevo' && <Nuevo cliente_id={props.cliente_id} {...typed} />}
        {beneficiario &&
          (editando ? (
            <Edicion beneficiario={beneficiario} {...typed} />
          ) : (
            <Lectura
              beneficiario={beneficiario}
              {...(edita && { editar: () => setEditando(true) })}
            />
          ))}
      </Modal>
      <Confirmar
        abierto={pregunta}
        titulo="¿Salir sin guardar?"
        accion="Salir sin guardar"
        cancelar="Seguir aquí"
        peligro
        alConfirmar={salir}
        alCancelar={() => setPregunta(false)}
      >
        Lo que escribió de este beneficiario no se guardó.
      </Confirmar>
    </>
  )
}
