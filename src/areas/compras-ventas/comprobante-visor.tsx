import { Button, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { KeyboardEvent } from 'react'
import { bajar, comoDatos } from '../../web/archivos.ts'
import { Cargando } from '../../web/crud/cargando.tsx'
import { download } from '../../web/crud/exportar.ts'
import { Fecha } from '../../web/crud/valores.tsx'
import { Enlace } from '../../web/navegacion.tsx'
import classes from './comprobante.module.css'
import { contrato } from './contract.ts'
import type { Comprobante } from './contract-comprobantes.ts'

/** A voucher's bytes and an address to show them by: it never changes, so it is asked for once. */
export function useArchivo(id: number, activa: boolean) {
  return useQuery({
    queryKey: ['archivo', 'compras-ventas', id],
    queryFn: async ({ signal }) => {
      const archivo = await bajar(contrato.bajarComprobante, { params: { id } }, signal)
      return { archivo, vista: await comoDatos(archivo) }
    },
    staleTime: Number.POSITIVE_INFINITY,
    enabled: activa,
  })
}

/** A voucher large; the arrows go to the others of the same payment. */
export function VisorComprobantes({
  comprobantes,
  indice,
  mover,
  cerrar,
}: {
  comprobantes: readonly Comprobante[]
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
      <Contenido comprobante={c} />
    </Modal>
  )
}

function Contenido({ comprobante: c }: { comprobante: Comprobante }) {
  const { data, error } = useArchivo(c.id, true)
  return (
    <div className={classes.visor}>
      {c.repetidos.length > 0 && (
        <p className={classes.aviso} role="alert">
          {'El mismo archivo se usó en '}
          {c.repetidos.map(({ id, numero }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <Enlace a="detalle-compra-venta" params={{ id }}>
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
