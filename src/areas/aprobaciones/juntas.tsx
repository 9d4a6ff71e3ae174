import { Button } from '@mantine/core'
import { useState } from 'react'
import { sinCortar } from '../../core/formato.ts'
import { callWith } from '../../web/api/api.ts'
import { ApiError } from '../../web/api/http.ts'
import { invalidate } from '../../web/api/query.ts'
import { notify } from '../../web/avisos/notify.ts'
import { Confirmar } from '../../web/crud/dialogo.tsx'
import barra from '../../web/crud/lista/despues/barra-marcas.module.css'
import { nuevoUuid } from '../../web/navegador.ts'
import { contrato, type Espera } from './contract.ts'
import { Leidas, Sumas } from './leidas.tsx'
import { dado, llamadasDe } from './llamadas.tsx'
import { APARTE, nombreDe, siguenIgual } from './rules.ts'

const MUEVE = ['aprobaciones', 'notificaciones', 'posiciones', 'cuentas', 'gastos', 'cierres']
const CAMBIO = 'Cambió mientras usted confirmaba: no se aprobó. Léala de nuevo.'

interface Dicho {
  nombre: string
  ok: boolean
  frase: string
}

/**
 * What is done with the marked requests: their sums by currency, those that are answered by themselves, by name, one
 * confirmation, and what came of each. Every one is approved by its own call, under its own rule (R-355).
 */
export default function Juntas(props: {
  esperas: readonly Espera[]
  marcadas: readonly Espera[]
  quitar: (esperas: readonly Espera[]) => void
}) {
  const { esperas, marcadas, quitar } = props
  // What is being confirmed is what was read: it stays as it was while the list goes on changing.
  const [leidas, setLeidas] = useState<readonly Espera[]>()
  const [dichos, setDichos] = useState<readonly Dicho[]>([])
  const [hecho, setHecho] = useState<number>()
  const fuera = esperas.filter(({ aparte }) => aparte !== null)
  const busy = hecho !== undefined

  async function aprobar(those: readonly Espera[]) {
    const said: Dicho[] = []
    for (const espera of those) {
      setHecho(said.length)
      said.push({ nombre: nombreDe(espera), ...(await aprobarUna(espera)) })
      setDichos([...said])
    }
    setHecho(undefined)
    setLeidas(undefined)
    quitar(those)
    const done = said.filter(({ ok }) => ok).length
    notify(done === said.length ? 'success' : 'warning', `Aprobadas: ${done} de ${said.length}.`)
    await invalidate(MUEVE)
  }

  if (marcadas.length === 0 && dichos.length === 0 && !leidas) return null
  return (
    <section className={barra.barra} aria-label="Solicitudes marcadas">
      {marcadas.length > 0 && (
        <div className={barra.fila}>
          <strong role="status">
            {marcadas.length} {marcadas.length === 1 ? 'marcada' : 'marcadas'}
          </strong>
          <Sumas esperas={marcadas} />
          <span className={barra.acciones}>
            <Button
              disabled={busy}
              onClick={() => {
                setDichos([])
                setLeidas(marcadas)
              }}
            >
              Aprobar marcadas
            </Button>
            <Button variant="subtle" disabled={busy} onClick={() => quitar(marcadas)}>
              Quitar marcas
            </Button>
          </span>
        </div>
      )}
      {fuera.length > 0 && marcadas.length > 0 && (
        <p className="nota">
          {`Quedan fuera: ${fuera.map((e) => `${nombreDe(e)} (${APARTE[e.aparte ?? 'tipo']})`).join(', ')}.`}
        </p>
      )}
      {dichos.length > 0 && (
        <ul className={barra.dichos} aria-live="polite" aria-label="Qué pasó con cada una">
          {dichos.map(({ nombre, ok, frase }) => (
            <li key={nombre} data-ok={ok}>
              <strong>{nombre}</strong> {sinCortar(frase)}
            </li>
          ))}
        </ul>
      )}
      <Confirmar
        abierto={leidas !== undefined}
        titulo={`Aprobar ${leidas?.length ?? 0} solicitudes`}
        accion={busy ? `${hecho + 1} de ${leidas?.length}` : 'Aprobar todas'}
        ocupado={busy}
        alConfirmar={() => leidas && void aprobar(leidas)}
        alCancelar={() => setLeidas(undefined)}
      >
        {leidas && <Leidas esperas={leidas} />}
      </Confirmar>
    </section>
  )
}

/** One approval, as if it had been pressed alone; what asks for a password is done on its own row. */
async function aprobarUna(espera: Espera): Promise<Omit<Dicho, 'nombre'>> {
  try {
    // What was approved before it may have changed it: a budget that it passes now, a balance that is another one.
    if (siguenIgual([espera], await callWith(contrato.listar, {})).length === 0)
      return { ok: false, frase: CAMBIO }
    const { aprobar } = await llamadasDe(espera.tipo)
    const given = dado(espera.id, espera.confirma)
    const answer = (await callWith(aprobar, given, { clave: nuevoUuid() })) as { message?: string }
    return { ok: true, frase: answer.message ?? 'Aprobada.' }
  } catch (cause) {
    const own = cause instanceof Error ? cause.message : String(cause)
    const asks = cause instanceof ApiError && /CONFIRME$|VISTO_FALTA/.test(cause.body.codigo ?? '')
    return { ok: false, frase: asks ? `${own} Apruébela en su fila.` : own }
  }
}
