import { useState } from 'react'
import type { CallOf } from '../../core/contract.ts'
import { useSave } from '../../web/save.ts'
import { type Borrador, faltas, type Lado, repetirDe, sinCambios } from './borrador.ts'
import { contrato, type Par, type Recalculado } from './contract.ts'

type Cuerpo = CallOf<typeof contrato.publicar>['body']

/**
 * Prices of many pairs typed over the list and published together, all or none. A price that is far from
 * the one in force has to be typed again; one that somebody else published meanwhile is shown first.
 */
export function useEdicion(filas: readonly Par[] | undefined) {
  const [abierta, setAbierta] = useState(false)
  const [borradores, setBorradores] = useState<ReadonlyMap<number, Borrador>>(new Map())
  const [motivo, setMotivo] = useState('Precios del día')
  const [preguntando, setPreguntando] = useState(false)
  const [resultado, setResultado] = useState<readonly Recalculado[]>()
  const { save, saving, error, clear } = useSave(contrato.publicar, { stale: ['tipos-cambios'] })
  const cambiados = (filas ?? []).flatMap((par) => {
    const borrador = borradores.get(par.id)
    return borrador ? [{ par, borrador }] : []
  })
  const completo =
    cambiados.length > 0 &&
    motivo.trim().length >= 5 &&
    cambiados.every(({ par, borrador }) => Object.keys(faltas(par, borrador)).length === 0)
  const repetir = (completo ? cambiados : []).flatMap(({ par, borrador: { compra, venta } }) => {
    const asked = repetirDe(par, { compra: compra ?? '', venta: venta ?? '' })
    return asked ? [asked] : []
  })

  function escribir(par: Par, lado: Lado, valor: string | null) {
    const before = borradores.get(par.id)
    const draft = { compra: par.compra, venta: par.venta, version: par.version, ...before }
    const now = { ...draft, [lado]: valor }
    const next = new Map(borradores)
    if (sinCambios(par, now)) next.delete(par.id)
    else next.set(par.id, now)
    setBorradores(next)
  }

  async function send(pares: Cuerpo['pares'], why: string) {
    const answer = await save({ body: { pares, motivo: why } })
    setPreguntando(false)
    if (!answer) return
    setBorradores(new Map())
    setAbierta(false)
    setResultado(answer.recalculados)
  }

  /** After a conflict what stands now was seen, so it is what is replaced. */
  function publicar() {
    const seen = error?.body.codigo === 'VERSION'
    const twice = new Set(repetir.map(({ id }) => id))
    const pares = cambiados.map(({ par, borrador: { compra, venta, version } }) => ({
      id: par.id,
      compra: compra ?? '',
      venta: venta ?? '',
      version: seen ? par.version : version,
      confirmar: twice.has(par.id),
    }))
    return send(pares, motivo.trim())
  }

  /** The prices of these rows as they are: somebody looked at them. */
  function confirmar(rows: readonly Par[]) {
    const pares = rows.map(({ id, compra, venta, version }) => ({ id, compra, venta, version }))
    return send(pares, 'Precios confirmados')
  }

  function descartar() {
    setBorradores(new Map())
    setAbierta(false)
    clear()
  }

  return {
    abierta,
    abrir: () => {
      setResultado(undefined)
      setAbierta(true)
    },
    borradores,
    cambiados,
    completo,
    motivo,
    setMotivo,
    escribir,
    /** Publishes, or first asks for what has to be typed twice. */
    intentar: () => (repetir.length > 0 ? setPreguntando(true) : void publicar()),
    publicar,
    confirmar,
    descartar,
    publicando: saving,
    repetir: preguntando ? repetir : [],
    corregir: () => setPreguntando(false),
    resultado,
    cerrarResultado: () => setResultado(undefined),
  }
}

export type Edicion = ReturnType<typeof useEdicion>
