import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { KeyboardEvent } from 'react'
import type { CallOf, Endpoint } from '../../core/contract.ts'
import type { Comprobante } from '../../core/documento/comprobante.ts'
import { bajar, comoDatos } from '../api/archivos.ts'
import { download } from '../crud/exportar/descargar.ts'
import { Modal } from '../crud/modal.tsx'
import { Cargando } from '../crud/pagina/cargando.tsx'
import { Fecha } from '../crud/valores.tsx'
import { Enlace } from '../marco/navegacion.tsx'
import type { RutaCon } from '../marco/screens.ts'
import classes from './comprobante.module.css'

/** The call that downloads an area's vouchers, and the screen of the documents that they prove. */
export interface Fuente {
  bajar: Endpoint
  detalle: RutaCon<'id'>
}

/** A voucher's bytes and a URL to show them; a voucher never changes, so it is fetched once. */
export function useArchivo(fuente: Fuente, id: number, activa: boolean) {
  return useQuery({
    queryKey: ['archivo', fuente.bajar.path, id],
    queryFn: async ({ signal }) => {
      const archivo = await bajar(fuente.bajar, { params: { id } } as CallOf<Endpoint>, signal)
      return { archivo, vista: await comoDatos(archivo) }
    },
    staleTime: Number.POSITIVE_INFINITY,
    enabled: activa,
  })
}

/** Shows a voucher large; the arrow keys go to the others of the same payment. */
export function VisorComprobantes({
  comprobantes,
  fuente,
  indice,
  mover,
  cerrar,
}: {
  comprobantes: readonly Comprobante[]
  fuente: Fuente
  indice: number
  mover: (indice: number) => void
  cerrar: () => void
}) {
  const c = comprobantes[indice]
  const step = ({ key }: KeyboardEvent) => {
    const to = indice + (key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0)
    if (comprobantes[to]) mover(to)
  }
  if (!c) return null
  const many = comprobantes.length > 1 ? ` (${indice + 1} de ${comprobantes.length})` : ''
  return (
    <Modal
      opened
      onClose={cerrar}
      title={`${c.nombre}${many}`}
      size="lg"
      onKeyDown={step}
      transitionProps={{ duration: 120 }}
    >
      <Contenido comprobante={c} fuente={fuente} />
    </Modal>
  )
}

function Contenido({ comprobante: c, fuente }: { comprobante: Comprobante; fuente: Fuente }) {
  const { data, error } = useArchivo(fuente, c.id, true)
  return (
    <div className="pila">
      {c.repetidos.length > 0 && (
        <p className="banda" role="alert">
          {'El mismo archivo se usó en '}
          {c.repetidos.map(({ id, numero }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <Enlace a={fuente.detalle} params={{ id }}>
                {numero}
              </Enlace>
            </span>
          ))}
          . Revise si es el mismo pago.
        </p>
      )}
      {error && <p role="alert">{error.message}</p>}
      {!data && !error && <Cargando />}
      {data && c.tipo.startsWith('image/') && (
        <img src={data.vista} alt={`Comprobante ${c.nombre}`} className={classes.grande} />
      )}
      {data && c.tipo === 'application/pdf' && <p>Es un documento PDF: descárguelo para verlo.</p>}
      <div className={classes.pie}>
        <span>
          {`${c.usuario} · ${Math.ceil(c.tamano / 1024)} kB · `}
          <Fecha valor={c.fecha} hora />
        </span>
        {data && (
          <Button variant="default" data-autofocus onClick={() => download(c.nombre, data.archivo)}>
            Descargar
          </Button>
        )}
      </div>
    </div>
  )
}
