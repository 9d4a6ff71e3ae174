import { IconCalculator, IconHome, IconLogout, IconMenu2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ComponentType, Suspense, useCallback, useState } from 'react'
import { nombreVisible, type Usuario } from '../sesion/sesion.ts'
import { parte } from '../sin-linea/parte.tsx'
import classes from './barra.module.css'
import { EnVivo } from './en-vivo.tsx'
import { SelectorEsquema } from './esquema-menu.tsx'
import { EnlaceBarra, GrupoMenu } from './grupo.tsx'
import { type Menu, menuDe } from './menu.ts'

const Cajon = parte(() => import('./cajon.tsx'))

interface Props {
  menu: Menu
  usuario: Usuario
  salir: () => void
  abrirCalculadora?: () => void
  herramientas?: ComponentType
}

/** The navigation bar; a drawer on narrow screens. */
export function Barra({ menu, usuario, salir, abrirCalculadora, herramientas }: Props) {
  const Herramientas = herramientas
  const { grupos, enlaces } = menuDe(menu, usuario)
  return (
    <nav aria-label="Principal" className={`${classes.barra} no-imprime`}>
      <BotonCajon grupos={grupos} enlaces={enlaces} salir={salir} usuario={usuario} />
      <Link to="/dashboard" className={classes.marca} aria-label="Cambista">
        <Logo />
        <span>Cambista</span>
      </Link>
      <div className={classes.nav}>
        <Link to="/dashboard" className={classes.icono} aria-label="Inicio" title="Inicio">
          <IconHome size={19} aria-hidden="true" />
        </Link>
        {abrirCalculadora && (
          <button
            type="button"
            className={classes.icono}
            aria-label="Calculadora"
            aria-haspopup="dialog"
            title="Calculadora"
            onClick={abrirCalculadora}
          >
            <IconCalculator size={19} aria-hidden="true" />
          </button>
        )}
        <div className={classes.ancho}>
          {grupos.map((grupo) => (
            <GrupoMenu key={grupo.titulo} {...grupo} />
          ))}
          {enlaces.map((entrada) => (
            <EnlaceBarra key={entrada.nombre} {...entrada} />
          ))}
        </div>
      </div>
      <div className={classes.derecha}>
        {Herramientas && <Herramientas />}
        <SelectorEsquema />
        <Link to="/perfil" className={classes.usuario} title="Mi perfil">
          <span className={classes.nombre}>{nombreVisible(usuario)}</span>
          <span className={classes.rol}>{usuario.role.nombre}</span>
        </Link>
        <button type="button" className={classes.salir} onClick={salir}>
          <IconLogout size={17} aria-hidden="true" />
          <span>Salir</span>
        </button>
      </div>
      <EnVivo />
    </nav>
  )
}

function BotonCajon(props: ReturnType<typeof menuDe> & { usuario: Usuario; salir: () => void }) {
  const [estado, setEstado] = useState<'nunca' | 'abierto' | 'cerrado'>('nunca')
  const cerrar = useCallback(() => setEstado('cerrado'), [])
  return (
    <>
      <button
        type="button"
        className={`${classes.icono} ${classes.angosto}`}
        aria-label="Abrir menú"
        aria-haspopup="dialog"
        onClick={() => setEstado('abierto')}
      >
        <IconMenu2 size={20} aria-hidden="true" />
      </button>
      {estado !== 'nunca' && (
        <Suspense>
          <Cajon {...props} abierto={estado === 'abierto'} cerrar={cerrar} />
        </Suspense>
      )}
    </>
  )
}

function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <rect width="32" height="32" rx="8" className={classes.logo} />
      <path
        d="M8 13h13l-4-4m7 10H11l4 4"
        fill="none"
        stroke="#fff"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
