import { Button } from '@mantine/core'
import { IconFileTypePdf, IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import type { Adjunto, adjuntosDe } from '../../../core/documento/adjunto.ts'
import { bajar, comoDatos } from '../../api/archivos.ts'
import { notify } from '../../avisos/notify.ts'
import { download } from '../exportar/descargar.ts'
import { Modal } from '../modal.tsx'
import { Vacio } from '../valores.tsx'
import classes from './adjuntos.module.css'

/** The files of a document: a picture opens large, a PDF is downloaded. */
export function Adjuntos({
  endpoint,
  adjuntos,
}: {
  endpoint: ReturnType<typeof adjuntosDe>['bajarAdjunto']
  adjuntos: readonly Adjunto[]
}) {
  const [vista, setVista] = useState<{ nombre: string; datos: string } | null>(null)
  async function open({ id, nombre, tipo }: Adjunto) {
    try {
      const archivo = await bajar(endpoint, { params: { id } })
      if (!tipo.startsWith('image/')) return download(nombre, archivo)
      setVista({ nombre, datos: await comoDatos(archivo) })
    } catch (cause) {
      notify('warning', cause instanceof Error ? cause.message : String(cause))
    }
  }
  if (adjuntos.length === 0) return <Vacio />
  return (
    <div className="seguidos">
      {adjuntos.map((each) => {
        const Icono = each.tipo.startsWith('image/') ? IconPhoto : IconFileTypePdf
        return (
          <Button
            key={each.id}
            size="compact-sm"
            variant="light"
            leftSection={<Icono size={16} aria-hidden="true" />}
            onClick={() => void open(each)}
          >
            {each.nombre}
          </Button>
        )
      })}
      <Modal
        opened={vista !== null}
        onClose={() => setVista(null)}
        title={vista?.nombre}
        size="lg"
        transitionProps={{ duration: 120 }}
      >
        {vista && <img src={vista.datos} alt={vista.nombre} className={classes.vista} />}
      </Modal>
    </div>
  )
}
