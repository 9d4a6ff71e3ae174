import { BotonEnlace } from '../../../web/crud/boton-enlace.tsx'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { Plantillas } from '../../usuarios/ui/plantillas.tsx'
import classes from '../puesta-en-marcha.module.css'

/** The roles that most houses have, and the people who have them. */
export function Personas() {
  const ve = usePuede('roles:editar')
  return (
    <>
      {ve && <Plantillas />}
      <section className={classes.precios} aria-labelledby="personas">
        <h2 id="personas">Personas</h2>
        <p className="tenue">
          Una cuenta por persona, con contraseña temporal que cambia al entrar. Si usted es el único
          administrador, active además su{' '}
          <Enlace a="perfil" search={{ ver: 'factor' }}>
            segundo factor
          </Enlace>
          .
        </p>
        <p className="fila">
          <BotonEnlace a="nuevo-usuario" variant="default">
            Crear una persona
          </BotonEnlace>
          <Enlace a="usuarios">Ver los usuarios</Enlace>
        </p>
      </section>
    </>
  )
}
