import { Button } from '@mantine/core'
import { IconLink, IconLinkOff } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { AnswerOf } from '../../../core/contract.ts'
import { formatFechaHora } from '../../../core/formato.ts'
import { callWith } from '../../../web/api/api.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { notify } from '../../../web/avisos/notify.ts'
import { download } from '../../../web/crud/exportar/descargar.ts'
import { Reserva } from '../../../web/crud/totales/reserva.tsx'
import { Hace } from '../../../web/crud/valores.tsx'
import { useBusqueda } from '../../../web/marco/navegacion.tsx'
import classes from '../auditoria.module.css'
import { contrato, type EstadoCadena } from '../contract.ts'

const numero = (n: number) => new Intl.NumberFormat('es-PE').format(n)

type Revision = { hasta: number; total: number; falla: number | null; fin: boolean }

/** Recomputes the chain section by section; returns the progress and the function that starts it. */
function useRevision(): [Revision | undefined, () => Promise<void>] {
  const [revision, setRevision] = useState<Revision>()
  async function revisar() {
    try {
      for (let desde: number | null = 1; desde !== null; ) {
        const tramo: AnswerOf<typeof contrato.revisar> = await callWith(contrato.revisar, {
          query: { desde },
        })
        const { hasta, total, falla, siguiente } = tramo
        setRevision({ hasta, total, falla, fin: siguiente === null })
        desde = siguiente
      }
    } catch (error) {
      setRevision(undefined)
      notify('warning', error instanceof Error ? error.message : '')
    }
  }
  return [revision, revisar]
}

/** Shows the length of the chain and checks its integrity. */
export function Cadena({ exporta }: { exporta: boolean }) {
  const { data } = useAnswer(contrato.estado)
  const [revision, revisar] = useRevision()
  return (
    <Reserva clave="cadena" hay={Boolean(data)}>
      {data && <Estado data={data} revision={revision} revisar={revisar} exporta={exporta} />}
    </Reserva>
  )
}

interface EstadoProps {
  data: EstadoCadena
  revision: Revision | undefined
  revisar: () => Promise<void>
  exporta: boolean
}

function Estado({ data, revision, revisar, exporta }: EstadoProps) {
  const rota = revision?.falla != null || data.publicada?.coincide === false
  const corre = revision !== undefined && !revision.fin
  return (
    <section className={classes.cadena} aria-label="Cadena" data-rota={rota || undefined}>
      {rota ? <IconLinkOff aria-hidden="true" /> : <IconLink aria-hidden="true" />}
      <div className={classes.dice}>
        <p role="status">
          <strong>{titular(data, revision)}</strong>
        </p>
        <p className="nota">
          <Publicada estado={data} />
          {data.por_sellar > 0 && ` ${numero(data.por_sellar)} por sellar.`}
        </p>
      </div>
      <div className="seguidos">
        <Button variant="default" loading={corre} onClick={() => void revisar()}>
          Verificar cadena
        </Button>
        {exporta && <Verificable />}
      </div>
    </section>
  )
}

function titular({ pos, hasta, publicada }: EstadoCadena, revision: Revision | undefined): string {
  if (pos === 0) return 'La cadena empieza con el primer cambio.'
  if (revision?.falla != null) return `La cadena está rota en la fila ${numero(revision.falla)}.`
  if (publicada?.coincide === false)
    return 'La cadena no es la que se publicó: fue rehecha o cortada.'
  if (revision && !revision.fin)
    return `Verificando: ${numero(revision.hasta)} de ${numero(revision.total)} filas…`
  const cuando = hasta ? formatFechaHora(hasta) : ''
  return revision
    ? `Cadena íntegra hasta la fila ${numero(revision.total)}, del ${cuando}.`
    : `Cadena sellada hasta la fila ${numero(pos)}, del ${cuando}.`
}

function Publicada({ estado: { publicada } }: { estado: EstadoCadena }) {
  if (!publicada) return 'Su cabeza no se publicó todavía fuera de la base de datos.'
  return (
    <>
      Publicada fuera de la base de datos hasta la fila {numero(publicada.pos)},{' '}
      <Hace momento={publicada.fecha} />.
    </>
  )
}

/** Exports the filtered rows with their links as a file that can be verified without the house's database. */
function Verificable() {
  const [{ desde, hasta }] = useBusqueda()
  const [avance, setAvance] = useState<string>()
  const busy = useRef(false)
  async function run() {
    if (busy.current) return
    busy.current = true
    try {
      const body = { formato: 'verificable' as const, desde: desde ?? null, hasta: hasta ?? null }
      const { cabecera, ...lugar } = await callWith(contrato.exportar, { body })
      if (!cabecera || !lugar.desde || !lugar.hasta) {
        notify('warning', 'No hay filas selladas en esas fechas.')
        return
      }
      const lineas = [cabecera]
      for (let next: number | null = lugar.desde; next !== null; ) {
        const page: AnswerOf<typeof contrato.cadena> = await callWith(contrato.cadena, {
          query: { desde: next, hasta: lugar.hasta },
        })
        for (const linea of page.lineas) lineas.push(linea)
        setAvance(`${numero(lineas.length - 1)} de ${numero(lugar.hasta - lugar.desde + 1)}`)
        next = page.siguiente
      }
      const name = `auditoria-${lugar.desde}-${lugar.hasta}.jsonl`
      download(name, new Blob([`${lineas.join('\n')}\n`], { type: 'application/jsonl' }))
    } catch (error) {
      notify('warning', error instanceof Error ? error.message : '')
    } finally {
      busy.current = false
      setAvance(undefined)
    }
  }
  return (
    <Button variant="default" onClick={() => void run()} disabled={avance !== undefined}>
      {avance ? `Exportando ${avance}` : 'Exportar verificable'}
    </Button>
  )
}
