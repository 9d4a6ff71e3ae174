import { Button, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import type { Permiso } from '../../../core/permisos.ts'
import { alGuardarse, useSave } from '../../../web/api/save.ts'
import { BotonEnlace } from '../../../web/crud/boton-enlace.tsx'
import { camposRol, contratoRoles, type RolFila } from '../contract/roles.ts'
import { ExigirFactor } from '../factor/exigir.tsx'
import { diferencia } from '../rules.ts'
import { ConPassword, type Prueba } from '../ui/con-password.tsx'
import { DiferenciaRol } from './diferencia.tsx'
import { HistorialRol } from './historial.tsx'
import { Matriz } from './matriz.tsx'
import classes from './roles.module.css'
import { VerComo } from './ver-como.tsx'

/** The unsaved changes of a role. */
export type Borrador = Pick<RolFila, 'nombre' | 'permisos'>

export function cambiado(rol: RolFila, { nombre, permisos }: Borrador): boolean {
  const { ganan, pierden } = diferencia(rol.permisos, permisos)
  return ganan.length + pierden.length > 0 || nombre.trim() !== rol.nombre
}

interface Props {
  rol: RolFila
  edita: boolean
  borrador: Borrador
  cambiar: (borrador: Borrador) => void
  /** Called at the instant at which the draft is saved. */
  alGuardar: () => void
}

/** One role: its name, its matrix and a preview; saved after a confirmation of the changes. */
export function RolEditor({ rol, edita, borrador, cambiar, alGuardar }: Props) {
  const { nombre, permisos } = borrador
  const [abierto, setAbierto] = useState<'guardar' | 'ver' | null>(null)
  const { save, saving, error, clear } = useSave(contratoRoles.editar, { stale: ['usuarios'] })
  const cambios = diferencia(rol.permisos, permisos)
  const n = cambios.ganan.length + cambios.pierden.length
  const sucio = cambiado(rol, borrador)
  const fijo = rol.fijo || !edita || !rol.estatus
  const title = useId()

  function leave() {
    clear()
    setAbierto(null)
  }
  async function confirm(prueba: Prueba) {
    const body = {
      nombre: nombre.trim(),
      permisos: [...permisos] as Permiso[],
      version: rol.version,
      ...prueba,
    }
    const send = () => save({ params: { slug: rol.slug }, body })
    if (await alGuardarse(alGuardar, send)) leave()
  }

  return (
    <section className={classes.editor} aria-labelledby={title}>
      <header className={classes.cabecera}>
        <h2 id={title}>{rol.nombre}</h2>
        <div className="fila">
          <BotonEnlace a="usuarios" search={{ rol_slug: rol.slug }} variant="default">
            Ver sus usuarios
          </BotonEnlace>
          <Button variant="default" onClick={() => setAbierto('ver')}>
            Ver como {rol.nombre}
          </Button>
          {edita && !rol.fijo && <Retirar rol={rol} />}
        </div>
      </header>
      {rol.fijo ? (
        <p>Tiene siempre todos los permisos; no se puede cambiar.</p>
      ) : (
        <TextInput
          className={classes.campo}
          label="Nombre"
          value={nombre}
          disabled={fijo}
          maxLength={camposRol.nombre.control.maximo}
          onChange={(event) => cambiar({ permisos, nombre: event.currentTarget.value })}
        />
      )}
      <ExigirFactor rol={rol} edita={edita} />
      <Matriz
        elegidos={permisos}
        soloLectura={fijo}
        cambiar={(next) => cambiar({ nombre, permisos: next })}
      />
      {!fijo && (
        <div className={classes.pie} data-sucio={sucio || undefined}>
          <Button disabled={!sucio || nombre.trim() === ''} onClick={() => setAbierto('guardar')}>
            Revisar y guardar
          </Button>
          <Button
            variant="default"
            disabled={!sucio}
            onClick={() => cambiar({ nombre: rol.nombre, permisos: rol.permisos })}
          >
            Deshacer
          </Button>
          <span role="status">{resumen(n)}</span>
        </div>
      )}
      {!rol.fijo && <HistorialRol slug={rol.slug} />}
      <ConPassword
        abierto={abierto === 'guardar'}
        titulo={`Cambios en ${rol.nombre}`}
        accion="Guardar"
        ancho="lg"
        ocupado={saving}
        error={error}
        alConfirmar={(prueba) => void confirm(prueba)}
        alCancelar={leave}
      >
        <DiferenciaRol {...cambios} usuarios={rol.usuarios} antes={rol.nombre} nombre={nombre} />
      </ConPassword>
      <VerComo
        abierto={abierto === 'ver'}
        rol={{ slug: rol.slug, nombre: nombre.trim() || rol.nombre }}
        permisos={permisos}
        cerrar={() => setAbierto(null)}
      />
    </section>
  )
}

function resumen(n: number): string {
  if (n === 0) return ''
  return n === 1 ? '1 permiso cambiado, sin guardar' : `${n} permisos cambiados, sin guardar`
}

function Retirar({ rol }: { rol: RolFila }) {
  const { save, saving } = useSave(contratoRoles.estatus, { stale: ['usuarios'] })
  if (rol.usuarios > 0) return null
  return (
    <Button
      variant="default"
      loading={saving}
      onClick={() => void save({ params: { slug: rol.slug } })}
    >
      {rol.estatus ? 'Retirar rol' : 'Volver a usar'}
    </Button>
  )
}
