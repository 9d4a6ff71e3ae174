import { Button } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { formatTasa } from '../../../core/formato.ts'
import { useSave } from '../../../web/api/save.ts'
import { Ficha, Hace } from '../../../web/crud/valores.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { contratoFuentes, type Fuente, type Propuesta } from '../contract/fuentes.ts'
import { LADOS, mismo, type Repetir } from '../edicion/borrador.ts'
import { porcentaje } from '../edicion/porcentaje.ts'
import { Reescribir } from '../edicion/reescribir.tsx'
import { Cambio } from '../impacto/celdas.tsx'
import { mayorVariacion, superaAlerta } from '../rules.ts'
import classes from './fuentes.module.css'

type Con = Fuente & { propuesta: Propuesta }

/** What must be typed twice before a proposal is published; null within the pair's alert. */
function repetirDe({
  par_id,
  par,
  par_compra,
  par_venta,
  alerta_pct,
  propuesta,
}: Con): Repetir | null {
  const now = { compra: par_compra, venta: par_venta }
  if (!superaAlerta(now, propuesta, alerta_pct)) return null
  const moved = LADOS.filter((lado) => !mismo(now[lado], propuesta[lado]))
  return {
    ...{ id: par_id, par, variacion: mayorVariacion(now, propuesta), alerta: alerta_pct },
    escritos: Object.fromEntries(moved.map((lado) => [lado, propuesta[lado]])),
  }
}

/** The open proposals of sources: each is accepted (A) or discarded (D) with one key on its row. */
export function Propuestas({ fuentes }: { fuentes: readonly Fuente[] }) {
  const rows = fuentes.filter((fuente): fuente is Con => fuente.propuesta !== null)
  if (rows.length === 0) return null
  return (
    <section className={classes.propuestas} aria-label="Propuestas de las fuentes">
      <h2>
        {rows.length === 1 ? '1 propuesta por revisar' : `${rows.length} propuestas por revisar`}{' '}
        <small className={classes.tenue}>En cada fila: A acepta, D descarta.</small>
      </h2>
      <ul>
        {rows.map((fuente) => (
          <Fila key={fuente.propuesta.id} fuente={fuente} />
        ))}
      </ul>
    </section>
  )
}

function Fila({ fuente }: { fuente: Con }) {
  const publica = usePuede('pares-divisas:publicar')
  const aceptar = useSave(contratoFuentes.aceptar, { stale: ['tipos-cambios'] })
  const descartar = useSave(contratoFuentes.descartar)
  const [preguntando, setPreguntando] = useState(false)
  const { propuesta, precision, par_compra, par_venta } = fuente
  const { id } = propuesta
  const repetir = repetirDe(fuente)
  const busy = aceptar.saving || descartar.saving
  async function send(confirmar: boolean) {
    await aceptar.save({ params: { id }, body: { confirmar } })
    setPreguntando(false)
  }
  const accept = () => (repetir ? setPreguntando(true) : void send(false))
  const discard = () => void descartar.save({ params: { id } })
  function onKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) {
    if (busy || ctrlKey || metaKey || altKey || preguntando) return
    if (key === 'a' || key === 'A') accept()
    if (key === 'd' || key === 'D') discard()
  }
  const tasa = (text: string) => formatTasa(text, precision)
  return (
    <li onKeyDown={publica ? onKey : undefined}>
      <span className={classes.que}>
        <b>{fuente.par}</b> <span className={classes.tenue}>{fuente.pais_nombre}</span>
        {propuesta.salto && <Ficha tono="aviso">Supera el salto máximo</Ficha>}
      </span>
      <span>
        Compra <Cambio antes={tasa(par_compra)} despues={tasa(propuesta.compra)} />
      </span>
      <span>
        Venta <Cambio antes={tasa(par_venta)} despues={tasa(propuesta.venta)} />
      </span>
      <span className={classes.tenue}>
        {porcentaje(mayorVariacion({ compra: par_compra, venta: par_venta }, propuesta))} ·{' '}
        {propuesta.fuente}, <Hace momento={propuesta.creada_en} />
      </span>
      {publica && (
        <span className={classes.botones}>
          <Button
            size="compact-sm"
            loading={aceptar.saving}
            disabled={busy}
            title="A"
            onClick={accept}
          >
            Aceptar
          </Button>
          <Button variant="default" size="compact-sm" disabled={busy} title="D" onClick={discard}>
            Descartar
          </Button>
        </span>
      )}
      <Reescribir
        pares={preguntando && repetir ? [repetir] : []}
        ocupado={aceptar.saving}
        alConfirmar={() => void send(true)}
        alCorregir={() => setPreguntando(false)}
      />
    </li>
  )
}
