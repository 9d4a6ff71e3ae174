import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { useAnswer } from '../../../web/api/query.ts'
import { useSalida } from '../../../web/crud/formulario/salida.tsx'
import { Fallo } from '../../../web/crud/lista/lista.tsx'
import { Cargando } from '../../../web/crud/pagina/cargando.tsx'
import { Pagina } from '../../../web/crud/pagina/pagina.tsx'
import { Ficha } from '../../../web/crud/valores.tsx'
import { useBusqueda } from '../../../web/marco/navegacion.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { contratoRoles, type RolFila } from '../contract/roles.ts'
import { ExigirFactorCasa } from '../factor/exigir.tsx'
import { type Borrador, cambiado, RolEditor } from './editor.tsx'
import { RolNuevo } from './nuevo.tsx'
import classes from './roles.module.css'

/** All roles, with the permissions of the selected one. */
export default function Roles() {
  const { data, error, refetch } = useAnswer(contratoRoles.listar)
  const [{ rol }, cambiar] = useBusqueda()
  const edita = usePuede('roles:editar')
  const [creando, setCreando] = useState(false)
  // Drafts by role and version: selecting another role keeps them, and they do not overwrite a change by somebody else.
  const [borradores, setBorradores] = useState<Record<string, Borrador>>({})
  const key = ({ slug, version }: RolFila) => `${slug} ${version}`
  const borradorDe = (rol: RolFila) => borradores[key(rol)] ?? rol
  /** The draft that was saved a moment ago: its role is on its way in its new version. */
  const guardado = useRef<string | null>(null)
  const salida = useSalida(
    () =>
      data?.some((each) => key(each) !== guardado.current && cambiado(each, borradorDe(each))) ??
      false,
    () => borradores,
  )
  if (error && !data) return <Fallo error={error} reintentar={() => void refetch()} />
  if (!data) return <Cargando />
  const elegido = data.find(({ slug }) => slug === rol) ?? data[0]
  return (
    <Pagina
      titulo="Roles y permisos"
      migas={[{ texto: 'Usuarios', ruta: 'usuarios' }]}
      acciones={edita && <Button onClick={() => setCreando(true)}>Nuevo rol</Button>}
    >
      <ExigirFactorCasa edita={edita} />
      <div className={classes.partes}>
        <nav aria-label="Roles" className={classes.roles}>
          <ul>
            {data.map((each) => (
              <li key={each.slug}>
                <button
                  type="button"
                  className="plano"
                  aria-current={each.slug === elegido?.slug}
                  onClick={() => cambiar({ rol: each.slug }, 'push')}
                >
                  <span className="fuerte">{each.nombre}</span>
                  <span className="nota">{cuantos(each)}</span>
                  {!each.estatus && <Ficha>Retirado</Ficha>}
                  {cambiado(each, borradorDe(each)) && <Ficha tono="aviso">Sin guardar</Ficha>}
                </button>
              </li>
            ))}
          </ul>
        </nav>
        {elegido && (
          <RolEditor
            key={key(elegido)}
            rol={elegido}
            edita={edita}
            borrador={borradorDe(elegido)}
            alGuardar={() => {
              guardado.current = key(elegido)
            }}
            cambiar={(borrador) => setBorradores({ ...borradores, [key(elegido)]: borrador })}
          />
        )}
      </div>
      <RolNuevo
        abierto={creando}
        roles={data}
        cerrar={() => setCreando(false)}
        alCrear={(slug) => cambiar({ rol: slug }, 'push')}
      />
      {salida.dialogo}
    </Pagina>
  )
}

function cuantos({ usuarios }: RolFila): string {
  return usuarios === 1 ? '1 usuario' : `${usuarios} usuarios`
}
