import { ActionIcon, Checkbox } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { UseFormReturn } from 'react-hook-form'
import { Bandera } from '../../../web/bandera.tsx'
import { type AjustesPizarra, MAX_FILAS, type Opcion } from '../contract.ts'
import classes from './administrar.module.css'

type Form = UseFormReturn<Record<string, unknown>>

/** Chooses the pairs and corridors of the board, and their order. */
export function Eleccion(props: { mercados: AjustesPizarra['mercados']; form: Form }) {
  const { mercados, form } = props
  const mercado = mercados.find(({ id }) => id === form.watch('mercado'))
  return (
    <div className={classes.eleccion}>
      <Grupo titulo="Divisas" campo="pares" form={form} opciones={mercado?.pares ?? []} />
      <Grupo titulo="Envíos" campo="corredores" form={form} opciones={mercado?.corredores ?? []} />
    </div>
  )
}

interface GrupoProps {
  titulo: string
  campo: 'pares' | 'corredores'
  opciones: readonly Opcion[]
  form: Form
}

function Grupo({ titulo, campo, opciones, form }: GrupoProps) {
  const known = new Map(opciones.map((each) => [each.id, each]))
  // Ids of another market are dropped when the market changes.
  const chosen = ((form.watch(campo) ?? []) as number[]).filter((id) => known.has(id))
  const put = (ids: number[]) => form.setValue(campo, ids, { shouldDirty: true })
  const rest = opciones.filter(({ id }) => !chosen.includes(id))
  const rows = [...chosen.flatMap((id) => known.get(id) ?? []), ...rest]
  const error = form.formState.errors[campo]?.message
  function swap(index: number, by: number) {
    const ids = [...chosen]
    const [moved] = ids.splice(index, 1)
    if (moved !== undefined) ids.splice(index + by, 0, moved)
    put(ids)
  }
  return (
    <fieldset className={classes.grupo}>
      <legend>
        {titulo} ({chosen.length} de {MAX_FILAS})
      </legend>
      {error && <p className={classes.error}>{String(error)}</p>}
      {rows.length === 0 && <p className="tenue">Este mercado no tiene ninguno todavía.</p>}
      <ul>
        {rows.map((opcion, index) => {
          const on = index < chosen.length
          return (
            <li key={opcion.id}>
              <Checkbox
                checked={on}
                disabled={!on && chosen.length >= MAX_FILAS}
                label={<Rotulo {...opcion} />}
                onChange={() =>
                  put(on ? chosen.filter((id) => id !== opcion.id) : [...chosen, opcion.id])
                }
              />
              {on && (
                <span className={classes.flechas}>
                  <Flecha
                    que={`Subir ${opcion.nombre}`}
                    tope={index === 0}
                    icono={<IconArrowUp size={15} aria-hidden="true" />}
                    mover={() => swap(index, -1)}
                  />
                  <Flecha
                    que={`Bajar ${opcion.nombre}`}
                    tope={index === chosen.length - 1}
                    icono={<IconArrowDown size={15} aria-hidden="true" />}
                    mover={() => swap(index, 1)}
                  />
                </span>
              )}
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}

function Rotulo({ nombre, imagen, activo }: Opcion) {
  return (
    <span className="junto">
      <Bandera imagen={imagen} />
      <span>
        {nombre}
        {!activo && <span className="tenue"> · inactivo, no se muestra</span>}
      </span>
    </span>
  )
}

function Flecha(props: { que: string; tope: boolean; icono: React.ReactNode; mover: () => void }) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="sm"
      aria-label={props.que}
      title={props.que}
      disabled={props.tope}
      onClick={props.mover}
    >
      {props.icono}
    </ActionIcon>
  )
}
