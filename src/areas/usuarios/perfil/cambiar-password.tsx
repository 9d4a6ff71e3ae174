import { useMemo } from 'react'
import { z } from 'zod'
import { useSave } from '../../../web/api/save.ts'
import { Formulario } from '../../../web/crud/formulario/formulario.tsx'
import { useSesion } from '../../../web/sesion/sesion.ts'
import { camposPassword, contratoPerfil } from '../contract/perfil.ts'
import { dosVeces } from '../contract/repetida.ts'
import { campoPrueba } from '../contract.ts'

const { campo, repetida, distinta } = dosVeces('Contraseña nueva')
const CAMPOS = { actual: camposPassword.actual, nueva: campo, repetida }

/** The repetition is checked here only; it is not sent. */
const schema = z
  .object({
    actual: CAMPOS.actual.schema,
    codigo: campoPrueba.schema,
    nueva: CAMPOS.nueva.schema,
    repetida: z.string(),
  })
  .refine(({ nueva, repetida }) => nueva === repetida, distinta)

/** Changes the user's own password. `temporal`: the current one was given by an administrator. */
export function CambiarPassword(props: { temporal?: boolean; alCambiar?: () => void }) {
  const { temporal = false, alCambiar } = props
  const { save, saving, error } = useSave(contratoPerfil.password)
  const conCodigo = useSesion().usuario?.segundo_factor ?? false
  const inicial = useMemo(
    () => ({ actual: '', ...(conCodigo && { codigo: '' }), nueva: '', repetida: '' }),
    [conCodigo],
  )
  const campos = useMemo(() => {
    const { actual, nueva, repetida } = CAMPOS
    const etiqueta = temporal ? 'Contraseña temporal' : actual.etiqueta
    const conEtiqueta = { ...actual, etiqueta }
    return { actual: conEtiqueta, ...(conCodigo && { codigo: campoPrueba }), nueva, repetida }
  }, [temporal, conCodigo])
  return (
    <Formulario
      campos={campos}
      schema={schema}
      inicial={inicial}
      guardar={({ actual, codigo, nueva }: { actual: string; codigo?: string; nueva: string }) =>
        save({ body: { actual, nueva, ...(codigo !== undefined && { codigo }) } })
      }
      alGuardar={() => alCambiar?.()}
      guardando={saving}
      error={error}
      limpia
      accion="Cambiar contraseña"
    />
  )
}
