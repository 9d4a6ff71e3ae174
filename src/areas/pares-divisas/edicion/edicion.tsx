import { useRef, useState } from 'react'
import type { CallOf } from '../../../core/contract.ts'
import type { ApiError } from '../../../web/api/http.ts'
import { alGuardarse, useSave } from '../../../web/api/save.ts'
import type { Impacto } from '../contract/impacto.ts'
import { contrato, type Par, type Recalculado } from '../contract.ts'
import { type Borrador, faltas, type Lado, repetirDe, sinCambios } from './borrador.ts'

type Cuerpo = CallOf<typeof contrato.publicar>['body']

const refused = (error: ApiError | null, codigo: string) => error?.body.codigo === codigo

/**
 * Editing of many prices in the list: reviewed and published together, all or none. A price beyond the alert must be
 * typed again; one that somebody else published meanwhile is shown first.
 */
export function useEdicion(filas: readonly Par[] | undefined) {
  const [abierta, setAbierta] = useState(false)
  const [borradores, setBorradores] = useState<ReadonlyMap<number, Borrador>>(new Map())
  const [impacto, setImpacto] = useState<Impacto>()
  const [preguntando, setPreguntando] = useState(false)
  const [resultado, setResultado] = useState<readonly Recalculado[]>()
  const revision = useSave(contrato.impacto, { silencio: true })
  const publicacion = useSave(contrato.publicar, { stale: ['tipos-cambios'] })
  /** What was published a moment ago: its prices are on their way. */
  const publicados = useRef<typeof borradores | null>(null)
  const cambiados = (filas ?? []).flatMap((par) => {
    const borrador = borradores.get(par.id)
    return borrador ? [{ par, borrador }] : []
  })
  const completo =
    cambiados.length > 0 &&
    cambiados.every(({ par, borrador }) => Object.keys(faltas(par, borrador)).length === 0)
  const repetir = (completo ? cambiados : []).flatMap(({ par, borrador: { compra, venta } }) => {
    const asked = repetirDe(par, { compra: compra ?? '', venta: venta ?? '' })
    return asked ? [asked] : []
  })

  function escribir(par: Par, lado: Lado, valor: string | null) {
    const before = borradores.get(par.id)
    const borrador = { compra: par.compra, venta: par.venta, version: par.version, ...before }
    const now = { ...borrador, [lado]: valor }
    const next = new Map(borradores)
    if (sinCambios(par, now)) next.delete(par.id)
    else next.set(par.id, now)
    setBorradores(next)
  }

  /** After a conflict the user has seen the present prices, so the present version is replaced. */
  function escritos(): Cuerpo['pares'] {
    const seen = refused(revision.error, 'VERSION') || refused(publicacion.error, 'VERSION')
    const twice = new Set(repetir.map(({ id }) => id))
    return cambiados.map(({ par, borrador: { compra, venta, version } }) => ({
      id: par.id,
      compra: compra ?? '',
      venta: venta ?? '',
      version: seen ? par.version : version,
      confirmar: twice.has(par.id),
    }))
  }

  async function revisar() {
    const answer = await revision.save({ body: { pares: escritos() } })
    setImpacto(answer ?? undefined)
  }

  async function send(body: Cuerpo) {
    const answer = await alGuardarse(
      () => {
        publicados.current = borradores
      },
      () => publicacion.save({ body }),
    )
    setPreguntando(false)
    setImpacto(undefined)
    if (!answer) return
    setBorradores(new Map())
    setAbierta(false)
    setResultado(answer.recalculados)
  }

  const publicar = (motivo: string) =>
    send({ pares: escritos(), motivo, ...(impacto && { revision: impacto.revision }) })

  /** Confirms the prices of these rows unchanged. */
  function confirmar(rows: readonly Par[]) {
    const pares = rows.map(({ id, compra, venta, version }) => ({ id, compra, venta, version }))
    return send({ pares, motivo: 'Precios confirmados' })
  }

  /** Goes on with what was typed before; a price that changed since then is shown before it is replaced. */
  function retomar(kept: readonly { id: number; borrador: Borrador }[]) {
    setResultado(undefined)
    setAbierta(true)
    setBorradores(new Map(kept.map(({ id, borrador }) => [id, borrador])))
  }

  function descartar() {
    setBorradores(new Map())
    setAbierta(false)
    publicacion.clear()
    revision.clear()
  }

  return {
    abierta,
    abrir: () => {
      setResultado(undefined)
      setAbierta(true)
    },
    retomar,
    borradores,
    cambiados,
    /** Whether anything is typed and not published. */
    pendiente: () => cambiados.length > 0 && publicados.current !== borradores,
    completo,
    escribir,
    revisar,
    revisando: revision.saving,
    /** The open review; none while a price is being typed again. */
    impacto: preguntando ? undefined : impacto,
    cerrarImpacto: () => setImpacto(undefined),
    /** Publishes what was reviewed, or first asks for the prices that must be typed twice. */
    intentar: (motivo: string) =>
      repetir.length > 0 ? setPreguntando(true) : void publicar(motivo),
    publicar,
    confirmar,
    descartar,
    publicando: publicacion.saving,
    repetir: preguntando ? repetir : [],
    corregir: () => {
      setPreguntando(false)
      setImpacto(undefined)
    },
    resultado,
    cerrarResultado: () => setResultado(undefined),
  }
}

export type Edicion = ReturnType<typeof useEdicion>
