import { useMemo } from 'react'
import type { AnswerOf, Endpoint } from '../../core/contract.ts'
import { monedaFuncional } from '../../core/dinero/moneda.ts'
import { callWith } from '../../web/api/api.ts'
import { useAnswer } from '../../web/api/query.ts'
import { entidades } from '../entidades-financieras/contract.ts'
import { monedas } from '../monedas/contract.ts'
import { contrato as paises } from '../paises/contract.ts'
import { contrato as tiposPagos } from '../tipos-pagos/contract.ts'
import { crearEntidad } from './crear-entidad.tsx'
import { useNegocio } from './negocio.tsx'
import { esEntidad, type Juego } from './rules/juego.ts'
import { juegosDe, segunNegocio } from './rules/juegos.ts'

/** What the sets propose is created in this order: entities are of a country and name ways to pay. */
export const GRUPOS = {
  paises: 'Países',
  pagos: 'Formas de pago',
  entidades: 'Bancos y billeteras',
  monedas: 'Billetes y monedas',
} as const

/** A record to create. */
export interface Registro {
  titulo: string
  /** The call that creates it, for the dialog that asks who is there. */
  llamada: Endpoint
  /** False: not asked for, because what it stands on was refused. */
  crear: () => Promise<unknown>
}

/** One record that a set proposes. */
export interface Pieza extends Registro {
  clave: string
  grupo: keyof typeof GRUPOS
  detalle: string
  /** The house has it already. */
  hay: boolean
}

const TIPOS: Readonly<Record<string, string>> = {
  banco: 'Banco',
  billetera: 'Billetera',
  cripto: 'Cripto',
}
const SENTIDOS: Readonly<Record<string, string>> = {
  entra: 'Solo recibe',
  sale: 'Solo paga',
  ambos: 'Recibe y paga',
}

/** A label within a sentence: `Banco` → `banco`; an abbreviation as it is. */
const enFrase = (etiqueta: string) =>
  etiqueta.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase())

interface Casa {
  paises: AnswerOf<typeof paises.listar>
  entidades: AnswerOf<typeof entidades.contrato.listar>
  pagos: AnswerOf<typeof tiposPagos.listar>
  monedas: AnswerOf<typeof monedas.contrato.listar>
}

function dePaises({ pais: id, nombre, nuevo }: Juego, casa: Casa): Pieza[] {
  const llamada = paises.crear
  if (!nuevo) return []
  return [
    {
      clave: `pais ${id}`,
      grupo: 'paises',
      titulo: nombre,
      detalle: `Se agrega a los países: ${id} · ${nuevo.prefijo}`,
      hay: casa.paises.some((each) => each.id === id),
      llamada,
      crear: () => callWith(llamada, { body: { id, nombre, ...nuevo } }),
    },
  ]
}

function deEntidades(juego: Juego, casa: Casa): Pieza[] {
  const llamada = entidades.contrato.crear
  return juego.entidades.map((entidad) => ({
    clave: `entidad ${entidad.pais} ${entidad.codigo}`,
    grupo: 'entidades' as const,
    titulo: entidad.nombre,
    detalle: `${TIPOS[entidad.tipo] ?? ''} ${entidad.codigo}`,
    hay: casa.entidades.some((otra) => esEntidad(otra, entidad)),
    llamada,
    crear: () => crearEntidad(entidad),
  }))
}

function dePagos(juego: Juego, casa: Casa): Pieza[] {
  const llamada = tiposPagos.crear
  return juego.pagos.map((body) => ({
    clave: `pago ${body.codigo}`,
    grupo: 'pagos' as const,
    titulo: body.nombre,
    detalle: [
      SENTIDOS[body.sentido],
      body.campos.length > 0 &&
        `pide ${body.campos.map(({ etiqueta }) => enFrase(etiqueta)).join(', ')}`,
    ]
      .filter(Boolean)
      .join(' · '),
    hay: casa.pagos.some(({ codigo }) => codigo === body.codigo),
    llamada,
    crear: () => callWith(llamada, { body }),
  }))
}

function deMonedas(juego: Juego, casa: Casa): Pieza[] {
  const llamada = monedas.contrato.editar
  return juego.piezas.flatMap(({ moneda_id: id, nombre, billetes, metalicas }) => {
    const found = casa.monedas.find((moneda) => moneda.id === id)
    if (!found) return []
    const { id: _, estatus: __, ...body } = found
    return {
      clave: `moneda ${id}`,
      grupo: 'monedas' as const,
      titulo: nombre,
      detalle: [billetes, metalicas].filter(Boolean).join(' · '),
      hay: Boolean(found.billetes ?? found.metalicas),
      llamada,
      crear: () => callWith(llamada, { params: { id }, body: { ...body, billetes, metalicas } }),
    }
  })
}

/** What the sets of these countries propose, and what of it the house has; null until that is known. */
export function usePropuesta(elegidos: readonly string[]) {
  const a = useAnswer(entidades.contrato.listar)
  const b = useAnswer(tiposPagos.listar)
  const c = useAnswer(monedas.contrato.listar)
  const d = useAnswer(paises.listar)
  const key = elegidos.join()
  const { pais, id } = monedaFuncional()
  const negocio = useNegocio()
  const piezas = useMemo(() => {
    if (!a.data || !b.data || !c.data || !d.data) return null
    const casa = { entidades: a.data, pagos: b.data, monedas: c.data, paises: d.data }
    const chosen = juegosDe(pais, key.split(',')).map((each) => segunNegocio(each, negocio, id))
    return [dePaises, dePagos, deEntidades, deMonedas].flatMap((of) =>
      chosen.flatMap((juego) => of(juego, casa)),
    )
  }, [a.data, b.data, c.data, d.data, key, pais, negocio, id])
  const asked = [a, b, c, d]
  const refetch = () => Promise.all(asked.map((each) => each.refetch()))
  return { piezas, error: asked.find(({ error }) => error)?.error ?? null, refetch }
}
