import { useMemo, useState } from 'react'
import { monedaFuncional } from '../../../core/dinero/moneda.ts'
import type { Campo } from '../../../core/fields.ts'
import { useSave } from '../../../web/api/save.ts'
import { CampoForm } from '../../../web/crud/formulario/campo.tsx'
import { Formulario } from '../../../web/crud/formulario/formulario.tsx'
import { Pagina } from '../../../web/crud/pagina/pagina.tsx'
import { useIr, useVolver } from '../../../web/marco/navegacion.tsx'
import { useSesion } from '../../../web/sesion/sesion.ts'
import { campoPrueba, campos, camposRol, contrato, suPassword } from '../contract.ts'
import classes from '../usuarios.module.css'
import { ClaveTemporal } from './clave-temporal.tsx'
import { CuentasCampo } from './cuentas-campo.tsx'
import { SECCIONES } from './secciones.ts'

const CAMPOS = { ...campos, ...camposRol }

const PASSWORD: Campo = {
  schema: suPassword,
  etiqueta: 'Su contraseña',
  control: { tipo: 'clave' },
  requerido: true,
  ayuda: 'Confirme con su contraseña: un usuario nuevo tiene acceso a la casa.',
}

const GRUPOS = [
  SECCIONES.persona,
  { ...SECCIONES.trabajo, campos: ['rol_slug', ...SECCIONES.trabajo.campos] },
]

/** A new user; the temporary password is shown once after saving. */
export default function NuevoUsuario() {
  const { save, saving, error } = useSave(contrato.crear)
  const [hecho, setHecho] = useState<{ id: number; clave: string } | null>(null)
  const ir = useIr()
  const volver = useVolver('usuarios')
  const conCodigo = useSesion().usuario?.segundo_factor
  const inicial = useMemo(
    () => ({
      tipo_doc: monedaFuncional().pais === 'pe' ? 'DNI' : 'PAS',
      desvio_pct: '0',
      cuentas: [],
      password: '',
    }),
    [],
  )
  return (
    <Pagina titulo="Nuevo usuario" migas={[{ texto: 'Usuarios', ruta: 'usuarios' }]}>
      <Formulario
        campos={CAMPOS}
        schema={contrato.crear.body}
        inicial={inicial}
        secciones={GRUPOS}
        guardar={(body) => save({ body })}
        alGuardar={({ id, password_temporal }: { id: number; password_temporal: string }) =>
          setHecho({ id, clave: password_temporal })
        }
        guardando={saving}
        error={error}
        accion="Crear usuario"
        cancelar={volver}
      >
        <CuentasCampo />
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
        cerrar={() => hecho && ir('detalle-usuario', { id: hecho.id })}
      />
    </Pagina>
  )
}
