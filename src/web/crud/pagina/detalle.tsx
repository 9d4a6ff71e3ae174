import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Campos } from '../../../core/fields.ts'
import { useBusqueda } from '../../marco/navegacion.tsx'
import { Celda } from '../lista/celda.tsx'
import classes from './detalle.module.css'
import { Pagina, type PaginaProps } from './pagina.tsx'

/** A tab: what it holds is drawn only while it is open. */
export interface Pestana {
  clave: string
  titulo: string
  contenido: () => ReactNode
}

/**
 * A detail page: breadcrumb, title, state chip, actions, tabs (`Datos` first, `Historial` last where there
 * is one). The open tab is in the address. A single tab is shown without its strip.
 */
export function Detalle({
  pestanas,
  ...pagina
}: Omit<PaginaProps, 'children'> & { pestanas: readonly Pestana[] }) {
  const [{ ver }, cambiar] = useBusqueda()
  const first = pestanas[0]?.clave
  const open = pestanas.find(({ clave }) => clave === ver)?.clave ?? first ?? null
  if (pestanas.length === 1) return <Pagina {...pagina}>{pestanas[0]?.contenido()}</Pagina>
  return (
    <Pagina {...pagina}>
      <Tabs
        value={open}
        keepMounted={false}
        onChange={(clave) => cambiar({ ver: clave === first ? undefined : (clave ?? undefined) })}
      >
        <Tabs.List className={classes.pestanas}>
          {pestanas.map(({ clave, titulo }) => (
            <Tabs.Tab key={clave} value={clave}>
              {titulo}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {pestanas.map(({ clave, contenido }) => (
          <Tabs.Panel key={clave} value={clave} pt="md">
            {contenido()}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Pagina>
  )
}

/** Name and value pairs for reading. */
export function Datos({ pares }: { pares: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={classes.datos}>
      {pares.map(([titulo, valor]) => (
        <div key={titulo}>
          <dt>{titulo}</dt>
          <dd>{valor}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The fields of a row for reading. */
export function DatosDe({ campos, fila }: { campos: Campos; fila: Record<string, unknown> }) {
  const pares = Object.entries(campos).map(
    ([nombre, campo]) =>
      [campo.etiqueta, <Celda key={nombre} campo={campo} valor={fila[nombre]} />] as const,
  )
  return <Datos pares={pares} />
}
