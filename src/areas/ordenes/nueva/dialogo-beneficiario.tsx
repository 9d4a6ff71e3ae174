import { useState } from 'react'
import { useAnswer } from '../../../web/api/query.ts'
import { alGuardarse, useSave } from '../../../web/api/save.ts'
import { Confirmar } from '../../../web/crud/dialogo.tsx'
import { Modal } from '../../../web/crud/modal.tsx'
import { Cargando } from '../../../web/crud/pagina/cargando.tsx'
import { campos, contrato } from '../../beneficiarios/contract.ts'
import { FormularioBeneficiario } from '../../beneficiarios/ui/formulario.tsx'

interface Props {
  cliente: { id: number; nombre: string }
  moneda: { id: number; nombre: string }
  cerrar: () => void
  creado: (id: number) => void
}

/** Adds a beneficiary to the client's agenda without leaving the order. Asks before discarding typed values. */
export function DialogoBeneficiario({ abierto, cerrar, ...props }: Props & { abierto: boolean }) {
  const [cambiado, setCambiado] = useState(false)
  const [pregunta, setPregunta] = useState(false)
  const salir = () => {
    setPregunta(false)
    setCambiado(false)
    cerrar()
  }
  const dejar = () => (cambiado ? setPregunta(true) : salir())
  return (
    <>
      <Modal
        opened={abierto}
        onClose={dejar}
        title="Nuevo beneficiario"
        size="lg"
        transitionProps={{ duration: 120 }}
      >
        <Cuerpo {...props} cerrar={dejar} alCambiar={setCambiado} />
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

function Cuerpo(props: Props & { alCambiar: (cambiado: boolean) => void }) {
  const { cliente, moneda, cerrar, creado, alCambiar } = props
  const { data } = useAnswer(contrato.opciones)
  const { save, saving, error } = useSave(contrato.crear, { stale: ['clientes', 'beneficiarios'] })
  if (!data) return <Cargando />
  const ways = data.metodos.filter((m) => m.estatus && m.moneda_id === moneda.id)
  const only = ways.length === 1 ? ways[0] : undefined
  return (
    <FormularioBeneficiario
      campos={campos}
      schema={contrato.crear.body}
      opciones={data}
      moneda_id={moneda.id}
      inicial={{
        moneda_id: String(moneda.id),
        tipo_doc: 'OTR',
        ...(only && { tipo_pago_id: String(only.id), pais: only.pais }),
      }}
      guardar={async (body) => {
        const made = await alGuardarse(
          () => alCambiar(false),
          () => save({ params: { id: cliente.id }, body }),
        )
        if (made) creado(made.id)
      }}
      guardando={saving}
      error={error}
      cancelar={cerrar}
      alCambiar={() => alCambiar(true)}
      accion="Agregar y elegir"
    />
  )
}
