import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Campos } from '../../../core/fields.ts'
import { useBusqueda, useCodigo } from '../../marco/navegacion.tsx'
import { useTitulo } from '../../marco/titulo.ts'
import { useReciente } from '../../paleta/recientes.ts'
import { Celda } from '../lista/celda.tsx'
import classes from './detalle.module.css'
import { Pagina, type PaginaProps } from './pagina.tsx'

/** A tab; its content is rendered only while it is open. */
export interface Pestana {
  clave: string
  titulo: string
  contenido: () => ReactNode
}

/**
 * A detail page: breadcrumb, title, state chip, actions, tabs (`Datos` or a summary first, `Historial` last where there
 * is one). The open tab is in the address. A single tab is shown without its strip.
 */
export function Detalle({
  pestanas,
  ...pagina
}: Omit<PaginaProps, 'children'> & { pestanas: readonly Pestana[] }) {
  const [busqueda, cambiar] = useBusqueda()
  const deFila = useCodigo() !== undefined
  useTitulo(deFila ? pagina.titulo : undefined)
  useReciente(deFila ? pagina.titulo : undefined)
  const first = pestanas[0]?.clave
  const open = pestanas.find(({ clave }) => clave === busqueda.ver)?.clave ?? first ?? null
  /** The filters of a list in one tab are not those of the next. */
  const abrir = (clave: string | null) =>
    cambiar({
      ...Object.fromEntries(Object.keys(busqueda).map((key) => [key, undefined])),
      ver: clave === first ? undefined : (clave ?? undefined),
    })
  if (pestanas.length === 1) return <Pagina {...pagina}>{pestanas[0]?.contenido()}</Pagina>
  return (
    <Pagina {...pagina}>
      <Tabs value={open} keepMounted={false} onChange={abrir}>
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

/** The line with the branch of a document, where the house tells branches apart. */
export const parSucursal = ({ sucursal }: { sucursal?: string | null | undefined }) =>
  sucursal === undefined ? [] : [['Sucursal', sucursal ?? 'Ninguna'] as const]
