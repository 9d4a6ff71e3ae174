import { type ReactNode, useMemo, useState } from 'react'
import { monedaFuncional } from '../../../core/dinero/moneda.ts'
import { documentosDe } from '../../../core/documento/paises/tipos.ts'
import type { Campo, Campos } from '../../../core/fields.ts'
import { useSave } from '../../../web/api/save.ts'
import { CampoForm } from '../../../web/crud/formulario/campo.tsx'
import { Formulario, type Seccion } from '../../../web/crud/formulario/formulario.tsx'
import { useSesion } from '../../../web/sesion/sesion.ts'
import { campoPrueba, contrato, suPassword } from '../contract.ts'
import { ClaveTemporal } from '../ficha/clave-temporal.tsx'
import classes from '../usuarios.module.css'

const PASSWORD: Campo = {
  schema: suPassword,
  etiqueta: 'Su contraseña',
  control: { tipo: 'clave' },
  requerido: true,
  ayuda: 'Confirme con su contraseña: un usuario nuevo tiene acceso a la casa.',
}

interface Props {
  /** What is asked; the rest begins empty, as for a person without limits of his own. */
  campos: Campos
  secciones?: readonly Seccion[]
  /** Once the temporary password was read. */
  alCrear: (id: number) => void
  cancelar: () => void
  /** Before the confirmation. */
  children?: ReactNode
}

/** The form of a new user; his temporary password is shown once after saving. */
export function CrearPersona({ campos, secciones, alCrear, cancelar, children }: Props) {
  const { save, saving, error } = useSave(contrato.crear)
  const [hecho, setHecho] = useState<{ id: number; clave: string } | null>(null)
  const conCodigo = useSesion().usuario?.segundo_factor
  const tipo_doc = documentosDe(monedaFuncional().pais)[0]
  const inicial = useMemo(
    () => ({
      ...{ tipo_doc, celular: null, sucursal_id: null, limite_usd: null, desvio_pct: '0' },
      ...{ cuentas: [], password: '' },
    }),
    [tipo_doc],
  )
  return (
    <>
      <Formulario
        campos={campos}
        schema={contrato.crear.body}
        inicial={inicial}
        {...(secciones && { secciones })}
        guardar={(body) => save({ body })}
        alGuardar={({ id, password_temporal }: { id: number; password_temporal: string }) =>
          setHecho({ id, clave: password_temporal })
        }
        guardando={saving}
        error={error}
        accion="Crear usuario"
        cancelar={cancelar}
      >
        {children}
        <fieldset className={classes.cuentas}>
          <legend>Confirmación</legend>
          <div className={classes.confirmar}>
            <CampoForm nombre="password" campo={PASSWORD} />
            {conCodigo && <CampoForm nombre="codigo" campo={campoPrueba} />}
          </div>
        </fieldset>
      </Formulario>
      <ClaveTemporal
        clave={hecho?.clave ?? null}
        nombre="la persona"
        cerrar={() => hecho && alCrear(hecho.id)}
      />
    </>
  )
}
