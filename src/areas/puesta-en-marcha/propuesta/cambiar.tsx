import { Formulario } from '../../../web/crud/formulario/formulario.tsx'
import { Modal } from '../../../web/crud/modal.tsx'
import type { Cuerpo, Pieza } from './pieza.tsx'

interface Props {
  /** What is being changed; null: nothing. */
  pieza: Pieza | null
  cuerpo: Cuerpo
  alCambiar: (cuerpo: Cuerpo) => void
  alCerrar: () => void
}

/** Changes a record that a set proposes before it is created: by the fields, and the rules, of its own page. */
export function Cambiar({ pieza, cuerpo, alCambiar, alCerrar }: Props) {
  return (
    <Modal
      opened={pieza !== null}
      onClose={alCerrar}
      title={pieza ? `Cambiar ${pieza.de(cuerpo).titulo} antes de crear` : ''}
      size="lg"
    >
      {pieza && (
        <Formulario
          campos={pieza.campos}
          schema={pieza.schema}
          inicial={cuerpo}
          guardar={async (valores: Cuerpo) => valores}
          alGuardar={alCambiar}
          accion="Dejarlo así"
          cancelar={alCerrar}
          borrador={null}
        />
      )}
    </Modal>
  )
}
