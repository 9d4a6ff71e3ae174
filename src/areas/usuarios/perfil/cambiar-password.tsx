import { useMemo } from 'react'
import { z } from 'zod'
import { PASSWORD_ACONSEJADO, PASSWORD_MIN } from '../../../core/password.ts'
import { useSave } from '../../../web/api/save.ts'
import { Formulario } from '../../../web/crud/formulario/formulario.tsx'
import { camposPassword, contratoPerfil } from '../contract/perfil.ts'

const CAMPOS = {
  actual: camposPassword.actual,
  nueva: {
    ...camposPassword.nueva,
    ayuda: `Al menos ${PASSWORD_MIN} caracteres; mejor ${PASSWORD_ACONSEJADO}. Varias palabras juntas se recuerdan bien.`,
  },
  repetida: {
    ...camposPassword.nueva,
    schema: z.string({ error: 'Repita la contraseña nueva.' }),
    etiqueta: 'Repita la contraseña nueva',
  },
}

/** What is sent has no second copy: that one is for whoever types. */
const schema = z
  .object({ actual: CAMPOS.actual.schema, nueva: CAMPOS.nueva.schema, repetida: z.string() })
  .refine(({ nueva, repetida }) => nueva === repetida, {
    error: 'No es igual a la contraseña nueva.',
    path: ['repetida'],
  })

/** Changes one's own password. `temporal`: the current one is the one that an administrator gave. */
export function CambiarPassword(props: { temporal?: boolean; alCambiar?: () => void }) {
  const { temporal = false, alCambiar } = props
  const { save, saving, error } = useSave(contratoPerfil.password)
  const inicial = useMemo(() => ({ actual: '', nueva: '', repetida: '' }), [])
  const campos = temporal
    ? { ...CAMPOS, actual: { ...CAMPOS.actual, etiqueta: 'Contraseña temporal' } }
    : CAMPOS
  return (
    <Formulario
      campos={campos}
      schema={schema}
      inicial={inicial}
      guardar={({ actual, nueva }: { actual: string; nueva: string }) =>
        save({ body: { actual, nueva } })
      }
      alGuardar={() => alCambiar?.()}
      guardando={saving}
      error={error}
      limpia
      accion="Cambiar contraseña"
    />
  )
}
