import { Button } from '@mantine/core'
import { useState } from 'react'
import { useAnswer } from '../../web/api/query.ts'
import { alGuardarse, useSave } from '../../web/api/save.ts'
import { Cargando } from '../../web/crud/pagina/cargando.tsx'
import { type Beneficiario, campos, contrato } from './contract.ts'
import classes from './ficha.module.css'
import { valoresDe } from './ui/campos.ts'
import { FormularioBeneficiario } from './ui/formulario.tsx'

interface Props {
  alCambiar: () => void
  /** Called at the instant of the success; `listo`, once the list has it. */
  alGuardar: () => void
  cancelar: () => void
  listo: () => void
}

const STALE = { stale: ['clientes', 'beneficiarios'] } as const

/** Form for a new beneficiary of a client. */
export function Nuevo({ cliente_id, alGuardar, listo, ...rest }: Props & { cliente_id: number }) {
  const { data } = useAnswer(contrato.opciones)
  const { save, saving, error } = useSave(contrato.crear, STALE)
  if (!data) return <Cargando />
  return (
    <FormularioBeneficiario
      {...rest}
      campos={campos}
      schema={contrato.crear.body}
      opciones={data}
      inicial={{ tipo_doc: 'CVE' }}
      guardar={async (body) => {
        const send = () => save({ params: { id: cliente_id }, body })
        if (await alGuardarse(alGuardar, send)) listo()
      }}
      guardando={saving}
      error={error}
      accion="Agregar beneficiario"
    />
  )
}

/** Form that edits a beneficiary; on a conflicting change the user chooses between his values and the stored ones. */
export function Edicion({
  beneficiario,
  alGuardar,
  listo,
  ...rest
}: Props & { beneficiario: Beneficiario }) {
  const { data } = useAnswer(contrato.opciones)
  const { save, saving, error, clear } = useSave(contrato.editar, STALE)
  // While somebody edits, a newer row must not replace the base of his edit: the server detects the conflict.
  const [base, setBase] = useState(beneficiario)
  const [vez, setVez] = useState(0)
  const conflicto = error?.body.codigo === 'VERSION'
  if (!data) return <Cargando />
  return (
    <>
      {conflicto && (
        <div role="alert" className={classes.conflicto} data-tono="aviso">
          <p>{error.message}</p>
          <Button
            variant="default"
            onClick={() => {
              setBase(beneficiario)
              setVez(vez + 1)
              clear()
            }}
          >
            Ver lo guardado
          </Button>
        </div>
      )}
      <FormularioBeneficiario
        key={vez}
        {...rest}
        campos={campos}
        schema={contrato.crear.body}
        opciones={data}
        inicial={valoresDe(base)}
        guardar={async (body) => {
          const given = { ...(body as object), version: base.version }
          const send = () => save({ params: { id: base.id }, body: given as never })
          if (await alGuardarse(alGuardar, send)) listo()
        }}
        guardando={saving}
        error={conflicto ? null : error}
        accion="Guardar"
      />
    </>
  )
}
