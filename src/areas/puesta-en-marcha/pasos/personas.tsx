import { Button } from '@mantine/core'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useAnswer } from '../../../web/api/query.ts'
import { Fallo } from '../../../web/crud/lista/lista.tsx'
import { Cargando } from '../../../web/crud/pagina/cargando.tsx'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import { usePuede, useSesion } from '../../../web/sesion/sesion.ts'
import { campos, camposRol, contrato } from '../../usuarios/contract.ts'
import { CrearPersona } from '../../usuarios/ui/crear-persona.tsx'
import { Plantillas } from '../../usuarios/ui/plantillas.tsx'
import classes from '../puesta-en-marcha.module.css'
import { useSinGuardar } from '../siguiente.tsx'

const { nombres, apellidos, tipo_doc, num_doc, usuario, correo, sucursal_id } = campos
const CAMPOS = { nombres, apellidos, tipo_doc, num_doc, ...camposRol, usuario, correo }

/** How many people are named here; whoever has more sees them in their own page. */
const NOMBRADAS = 50

/** The roles that most houses have, and the people who have them, one after the other. */
export function Personas() {
  const ve = usePuede('roles:editar')
  const a = useAnswer(contrato.listar, { query: { estatus: 'activo', limite: NOMBRADAS } })
  const b = useAnswer(contrato.sucursales)
  const [abierta, setAbierta] = useState<boolean>()
  useSinGuardar('la persona que agrega', abierta === true)
  const failed = [a, b].find((each) => each.error && !each.data)
  if (failed?.error) return <Fallo error={failed.error} reintentar={() => void failed.refetch()} />
  if (!a.data || !b.data) return <Cargando />
  return (
    <>
      {ve && <Plantillas />}
      <section className="pila" aria-labelledby="personas">
        <div className={classes.precios}>
          <h2 id="personas">Personas</h2>
          <p className="tenue">
            {'Ya tiene: '}
            {a.data.items.map(({ id, nombre, rol }, n) => (
              <span key={id}>
                {n > 0 && ', '}
                <Enlace a="detalle-usuario" params={{ id }}>
                  {nombre}
                </Enlace>
                {` (${rol})`}
              </span>
            ))}
            .
          </p>
          {!abierta && (
            <Otra
              sola={a.data.items.length === 1}
              vuelve={abierta !== undefined}
              alAbrir={() => {
                flushSync(() => setAbierta(true))
                document.querySelector<HTMLElement>('[aria-labelledby=personas] input')?.focus()
              }}
            />
          )}
        </div>
        {abierta && (
          <CrearPersona
            campos={b.data.length > 0 ? { ...CAMPOS, sucursal_id } : CAMPOS}
            alCrear={() => setAbierta(false)}
            cancelar={() => setAbierta(false)}
          />
        )}
      </section>
    </>
  )
}

interface OtraProps {
  /** Nobody else is there yet. */
  sola: boolean
  /** Whoever comes from the form, which had the focus. */
  vuelve: boolean
  alAbrir: () => void
}

/** One more person: what he needs to begin is asked for here, the rest in his own page. */
function Otra({ sola, vuelve, alAbrir }: OtraProps) {
  const tiene = useSesion().usuario?.segundo_factor
  return (
    <>
      <p className="tenue">
        Una cuenta por persona, con contraseña temporal que cambia al entrar.
        {sola && !tiene && (
          <>
            {' Mientras usted sea el único administrador, active además su '}
            <Enlace a="perfil" search={{ ver: 'factor' }}>
              segundo factor
            </Enlace>
            .
          </>
        )}
      </p>
      <p className="fila">
        <Button variant="default" autoFocus={vuelve} onClick={alAbrir}>
          Agregar una persona
        </Button>
        <Enlace a="usuarios">Ver los usuarios</Enlace>
      </p>
    </>
  )
}
