import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSave } from '../../../web/api/save.ts'
import { Formulario } from '../../../web/crud/formulario/formulario.tsx'
import { Modal } from '../../../web/crud/modal.tsx'
import { copiar } from '../../../web/navegador.ts'
import { campoNombre, contrato } from '../contract.ts'
import { direccionDe } from '../rules/enlace.ts'

const CAMPOS = { nombre: campoNombre }

/** Creates a link and shows its address, only this once. */
export function NuevoEnlace({ abierto, cerrar }: { abierto: boolean; cerrar: () => void }) {
  const [clave, setClave] = useState<string>()
  const { save, saving, error } = useSave(contrato.crearEnlace, { silencio: true })
  function fin() {
    setClave(undefined)
    cerrar()
  }
  return (
    <Modal
      opened={abierto}
      onClose={fin}
      title={clave ? 'Copie el enlace ahora' : 'Nuevo enlace de solo lectura'}
      closeOnClickOutside={!clave}
      size="md"
      transitionProps={{ duration: 120 }}
    >
      {clave ? (
        <Mostrado direccion={direccionDe(location.origin, clave)} cerrar={fin} />
      ) : (
        <Formulario
          campos={CAMPOS}
          schema={contrato.crearEnlace.body}
          guardar={(body) => save({ body })}
          alGuardar={(answer: { clave: string }) => setClave(answer.clave)}
          guardando={saving}
          error={error}
          accion="Crear enlace"
          cancelar={fin}
        />
      )}
    </Modal>
  )
}

function Mostrado({ direccion, cerrar }: { direccion: string; cerrar: () => void }) {
  return (
    <div className="pila">
      <p>
        Ábralo en el televisor. Por seguridad no se vuelve a mostrar: si se pierde, revóquelo y cree
        otro.
      </p>
      <TextInput
        label="Enlace"
        readOnly
        value={direccion}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div className="seguidos">
        <Button data-autofocus onClick={() => void copiar(direccion)}>
          Copiar enlace
        </Button>
        <Button variant="default" onClick={cerrar}>
          Listo
        </Button>
      </div>
    </div>
  )
}
