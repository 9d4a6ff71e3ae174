import { Modal } from '@mantine/core'
import { FormularioBeneficiario } from '../../web/beneficiario/formulario.tsx'
import { Cargando } from '../../web/crud/cargando.tsx'
import { useAnswer } from '../../web/query.ts'
import { useSave } from '../../web/save.ts'
import { campos, contrato } from '../beneficiarios/contract.ts'

interface Props {
  cliente: { id: number; nombre: string }
  moneda: { id: number; nombre: string }
  cerrar: () => void
  creado: (id: number) => void
}

/** Somebody new in the client's agenda, without leaving the order. */
export function DialogoBeneficiario({ abierto, ...props }: Props & { abierto: boolean }) {
  return (
    <Modal
      opened={abierto}
      onClose={props.cerrar}
      title="Nuevo beneficiario"
      size="lg"
      transitionProps={{ duration: 120 }}
    >
      <Cuerpo {...props} />
    </Modal>
  )
}

function Cuerpo({ cliente, moneda, cerrar, creado }: Props) {
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
        const made = await save({ params: { id: cliente.id }, body })
        if (made) creado(made.id)
      }}
      guardando={saving}
      error={error}
      cancelar={cerrar}
      accion="Agregar y elegir"
    />
  )
}
