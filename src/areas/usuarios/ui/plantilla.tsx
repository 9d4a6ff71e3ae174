import { ActionIcon, Checkbox } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { Formulario } from '../../../web/crud/formulario/formulario.tsx'
import { Modal } from '../../../web/crud/modal.tsx'
import { camposRol, cuerpoRol, type PlantillaDeRol } from '../contract/roles.ts'

/** What each template is for. */
const OFICIOS: Record<PlantillaDeRol, string> = {
  mgr: 'Precios, cuentas, aprobaciones y reportes.',
  caj: 'Mostrador, clientes y órdenes; su propia caja.',
  pag: 'Paga las órdenes; no ve costos ni precios.',
  cum: 'Clientes, límites, alertas y registro de operaciones.',
  con: 'Lee y exporta el libro y los reportes.',
}

export interface Fila {
  slug: PlantillaDeRol
  nombre: string
  /** The house has it, with permissions of its own. */
  hay: boolean
}

interface PlantillaProps {
  fila: Fila
  marcada: boolean
  ocupado: boolean
  alMarcar: (marcada: boolean) => void
  alNombrar: () => void
}

/** One template; what the house has already stands there, ticked, and is not changed here. */
export function Plantilla({ fila, marcada, ocupado, alMarcar, alNombrar }: PlantillaProps) {
  const { slug, nombre, hay } = fila
  return (
    <li>
      <Checkbox
        label={nombre}
        description={hay ? 'Ya está' : OFICIOS[slug]}
        checked={hay || marcada}
        disabled={hay || ocupado}
        onChange={(event) => alMarcar(event.currentTarget.checked)}
      />
      {!hay && marcada && (
        <ActionIcon
          variant="subtle"
          color="gray"
          disabled={ocupado}
          aria-label={`Cambiar ${nombre}`}
          title={`Cambiar ${nombre}`}
          onClick={alNombrar}
        >
          <IconPencil size={16} aria-hidden="true" />
        </ActionIcon>
      )}
    </li>
  )
}

interface NombrarProps {
  /** What is being named; null: nothing. */
  fila: Fila | null
  alNombrar: (slug: PlantillaDeRol, nombre: string) => void
  alCerrar: () => void
}

/** Names a role before it is created; what it may do is changed in its own page. */
export function Nombrar({ fila, alNombrar, alCerrar }: NombrarProps) {
  return (
    <Modal
      opened={fila !== null}
      onClose={alCerrar}
      title={fila ? `Cambiar ${fila.nombre} antes de crear` : ''}
      size="sm"
    >
      {fila && (
        <Formulario
          campos={camposRol}
          schema={cuerpoRol}
          inicial={{ nombre: fila.nombre }}
          guardar={async (valores: { nombre: string }) => valores}
          alGuardar={({ nombre }: { nombre: string }) => alNombrar(fila.slug, nombre)}
          accion="Dejarlo así"
          cancelar={alCerrar}
          borrador={null}
        />
      )}
    </Modal>
  )
}
