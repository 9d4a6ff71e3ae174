import { Button } from '@mantine/core'
import { IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { formatHora } from '../../../core/formato.ts'
import { notify } from '../../../web/avisos/notify.ts'
import { download } from '../../../web/crud/exportar/descargar.ts'
import { Fallo } from '../../../web/crud/lista/lista.tsx'
import { Cargando } from '../../../web/crud/pagina/cargando.tsx'
import { Pagina } from '../../../web/crud/pagina/pagina.tsx'
import { copiar } from '../../../web/navegador.ts'
import { useTablero } from '../administrar/conexion.tsx'
import type { Pizarra } from '../contract.ts'
import { fechaEnPalabras, textoDelDia } from '../rules.ts'
import { Hoja } from './hoja.tsx'
import { imagenDelDia } from './imagen.tsx'

/** The day's rates to print, to copy into a chat, or as a picture; always the present ones. */
export default function TasasDelDia() {
  const { data, error, reintentar } = useTablero(null)
  return (
    <Pagina
      titulo="Tasas del día"
      migas={[{ texto: 'Pizarra', ruta: 'pizarra' }]}
      acciones={data && <Acciones pizarra={data} />}
    >
      {data ? (
        <Hoja pizarra={data} momento={momentoDe(data)} />
      ) : error ? (
        <Fallo error={error} reintentar={reintentar} />
      ) : (
        <Cargando />
      )}
    </Pagina>
  )
}

/** Date and time in words: `Jueves, 20 de noviembre de 2025, 15:04`. */
const momentoDe = ({ ahora }: Pizarra) =>
  `${fechaEnPalabras(Date.parse(ahora))}, ${formatHora(ahora)}`

function Acciones({ pizarra }: { pizarra: Pizarra }) {
  const [drawing, setDrawing] = useState(false)
  const momento = momentoDe(pizarra)
  async function picture() {
    setDrawing(true)
    try {
      download(`tasas-${pizarra.ahora.slice(0, 10)}.png`, await imagenDelDia(pizarra, momento))
    } catch {
      notify('warning', 'No se pudo dibujar la imagen. Intente de nuevo.')
    }
    setDrawing(false)
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPrinter size={16} aria-hidden="true" />}
        onClick={() => window.print()}
      >
        Imprimir
      </Button>
      <Button
        variant="default"
        loading={drawing}
        leftSection={<IconDownload size={16} aria-hidden="true" />}
        onClick={() => void picture()}
      >
        Descargar imagen
      </Button>
      <Button
        leftSection={<IconCopy size={16} aria-hidden="true" />}
        onClick={() => void copiar(textoDelDia(pizarra, momento), 'Copiado: péguelo en el chat.')}
      >
        Copiar texto
      </Button>
    </>
  )
}
