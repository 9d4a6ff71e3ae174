import { Pagina } from '../../../web/crud/pagina/pagina.tsx'
import { useIr, useVolver } from '../../../web/marco/navegacion.tsx'
import { campos, camposRol } from '../contract.ts'
import { CrearPersona } from '../ui/crear-persona.tsx'
import { CuentasCampo } from './cuentas-campo.tsx'
import { SECCIONES } from './secciones.ts'

const CAMPOS = { ...campos, ...camposRol }

const GRUPOS = [
  SECCIONES.persona,
  { ...SECCIONES.trabajo, campos: ['rol_slug', ...SECCIONES.trabajo.campos] },
]

/** A new user, with all that is said of one. */
export default function NuevoUsuario() {
  const ir = useIr()
  const volver = useVolver('usuarios')
  return (
    <Pagina titulo="Nuevo usuario" migas={[{ texto: 'Usuarios', ruta: 'usuarios' }]}>
      <CrearPersona
        campos={CAMPOS}
        secciones={GRUPOS}
        alCrear={(id) => ir('detalle-usuario', { id })}
        cancelar={volver}
      >
        <CuentasCampo />
      </CrearPersona>
    </Pagina>
  )
}
