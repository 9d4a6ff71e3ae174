import { IconLock } from '@tabler/icons-react'
import { type EntradaVisible, menuDe, menuRegistrado, puedeAbrir } from '../../../web/barra/menu.ts'
import { Modal } from '../../../web/crud/modal.tsx'
import { allScreens } from '../../../web/marco/screens.ts'
import classes from './roles.module.css'

/** The bar as somebody with this role sees it, and the screens that open for him. */
export function VerComo(props: {
  abierto: boolean
  rol: { slug: string; nombre: string }
  permisos: readonly string[]
  cerrar: () => void
}) {
  const { abierto, rol, permisos, cerrar } = props
  const who = { role: rol, permisos: [...permisos] }
  const { grupos, enlaces } = menuDe(menuRegistrado(), who)
  const open = allScreens().filter(
    (screen) =>
      screen.nombre !== 'unauthorized' &&
      screen.acceso !== 'publico' &&
      screen.acceso !== 'ingreso' &&
      !screen.path.includes('$') &&
      puedeAbrir(screen, who),
  )
  return (
    <Modal
      opened={abierto}
      onClose={cerrar}
      title={`La barra de ${rol.nombre}`}
      size="lg"
      transitionProps={{ duration: 120 }}
    >
      {grupos.length + enlaces.length === 0 ? (
        <p>No ve ningún menú: solo el inicio de la barra, la calculadora y su perfil.</p>
      ) : (
        <div className={classes.menus}>
          {[
            ...grupos,
            ...(enlaces.length > 0 ? [{ titulo: 'Enlaces', entradas: enlaces }] : []),
          ].map(({ titulo, entradas }) => (
            <section key={titulo}>
              <h3>{titulo}</h3>
              <ul>
                {entradas.map((entrada) => (
                  <Entrada key={entrada.nombre} {...entrada} />
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
      <section className={classes.abre}>
        <h3>Pantallas que abre ({open.length})</h3>
        <p>{open.map(({ titulo }) => titulo).join(' · ')}</p>
      </section>
    </Modal>
  )
}

function Entrada({ texto, cerrada }: EntradaVisible) {
  return (
    <li data-cerrada={cerrada || undefined}>
      {texto}
      {cerrada && (
        <>
          {' '}
          <IconLock size={13} aria-hidden="true" />
          <span className="solo-lectores">(sin permiso)</span>
        </>
      )}
    </li>
  )
}
