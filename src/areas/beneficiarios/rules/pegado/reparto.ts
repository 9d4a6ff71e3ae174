import type { TipoDocumentoPago } from '../../../../core/documento/documentos.ts'
import {
  type CampoPago,
  esDeColumna,
  limpiarDato,
  MAX_DATO,
} from '../../../tipos-pagos/rules/datos-pago.ts'
import type { Dato, Hallazgo } from './lector.ts'
import {
  conocidosDe,
  type EntidadPegable,
  ids,
  type MetodoPegable,
  type Opcion,
  opcionDe,
} from './metodo.ts'
import { PARIENTES, type Parentesco } from './palabras.ts'
import { leerPegado, type Pegado } from './pegado.ts'
import { type Pieza, piezaDe } from './piezas.ts'
import { llano } from './texto.ts'

/** Values for the form; missing ones leave the field unchanged. */
export interface ValoresPegados {
  tipo_pago_id?: number
  pais?: string
  moneda_id?: number
  entidad_id?: number
  nombre?: string
  tipo_doc?: string
  num_doc?: string
  alias?: string
  parentesco?: Parentesco
  campos: Record<string, string>
}

/** A doubtful field: it stays empty until somebody chooses one of the possible values. */
export interface Duda {
  /** Name of the form's field: `nombre`, `num_doc`, `campos.cuenta`. */
  campo: string
  etiqueta: string
  motivo: string
  opciones: { etiqueta: string; valores: Partial<ValoresPegados> }[]
}

/** A position in the text, and what it was used for. */
export interface Marca {
  inicio: number
  fin: number
  etiqueta: string
  estado: 'leido' | 'duda' | 'sin usar'
}

export interface Repartido {
  valores: ValoresPegados
  /** Labels of what was recognised; empty when nothing was. */
  hallado: string[]
  dudas: Duda[]
  /** The text to show and the marked positions in it, in order and without overlap. */
  texto: string
  marcas: Marca[]
}

const ETIQUETAS: Record<Dato, string> = {
  titular: 'Titular',
  documento: 'Documento',
  telefono: 'Celular',
  cuenta: 'Cuenta',
  correo: 'Correo',
  llave: 'Llave',
  billetera: 'Billetera',
  entidad: 'Banco',
  metodo: 'Método',
  alias: 'Alias',
}

/** The person's data: the certain values and the doubts. */
function personaDe(leido: Pegado): { valores: Omit<ValoresPegados, 'campos'>; dudas: Duda[] } {
  const titular = piezaDe(leido, ['titular'])
  const documento = piezaDe(leido, ['documento'])
  const alias = piezaDe(leido, ['alias'])
  const parentesco = alias.valor && PARIENTES.get(llano(alias.valor.valor))
  const num = ({ valor, tipo_doc }: Hallazgo) => ({
    ...{ num_doc: valor, tipo_doc: tipo_doc ?? ('OTR' satisfies TipoDocumentoPago) },
  })
  return {
    valores: {
      ...(documento.valor && num(documento.valor)),
      ...(titular.valor && { nombre: titular.valor.valor }),
      ...(alias.valor && { alias: alias.valor.valor }),
      ...(parentesco && { parentesco }),
    },
    dudas: [
      ...dudaDe('nombre', 'Titular', titular, ({ valor }) => ({ nombre: valor })),
      ...dudaDe('num_doc', 'Documento', documento, num),
      ...dudaDe('alias', 'Alias', alias, ({ valor }) => ({ alias: valor })),
    ],
  }
}

function dudaDe(
  campo: string,
  etiqueta: string,
  { valor, opciones, motivo }: Pieza,
  valores: (one: Hallazgo) => Partial<ValoresPegados>,
): Duda[] {
  if (valor || motivo === null) return []
  const all = opciones.map((one) => ({
    etiqueta: one.tipo_doc ? `${one.tipo_doc} ${one.valor}` : one.valor,
    valores: valores(one),
  }))
  return [{ campo, etiqueta, motivo, opciones: all }]
}

/** The data in the text that one way of paying asks for. */
function pagoDe({ metodo, entidad, piezas }: Opcion, leido: Pegado) {
  const pais = metodo.pais ?? leido.pais
  const clean = (campo: CampoPago, { valor }: Hallazgo) =>
    limpiarDato(campo.tipo, pais ?? '', valor).slice(0, MAX_DATO)
  const own = [...piezas].filter(([{ tipo }]) => !esDeColumna(tipo))
  const filled = own.flatMap(([campo, { valor }]) => (valor ? [{ campo, valor }] : []))
  const asked = metodo.campos.find(({ tipo }) => tipo === 'entidad')
  const bank = asked ? entidad.valor : null
  const dudas = own.flatMap(([campo, pieza]) =>
    dudaDe(`campos.${campo.clave}`, campo.etiqueta, pieza, (one) => ({
      campos: { [campo.clave]: clean(campo, one) },
    })),
  )
  const banks: Duda[] =
    asked && entidad.motivo !== null
      ? [
          {
            campo: 'entidad_id',
            etiqueta: asked.etiqueta,
            motivo: entidad.motivo,
            opciones: entidad.opciones.map(({ id, nombre }) => ({
              etiqueta: nombre,
              valores: { entidad_id: id },
            })),
          },
        ]
      : []
  return {
    bank,
    filled,
    dudas: [...banks, ...dudas],
    valores: {
      tipo_pago_id: metodo.id,
      ...(pais && { pais }),
      ...(metodo.moneda_id !== null && { moneda_id: metodo.moneda_id }),
      ...(bank && { entidad_id: bank.id }),
      campos: Object.fromEntries(
        filled.map(({ campo, valor }) => [campo.clave, clean(campo, valor)]),
      ),
    },
  }
}

/** The doubt between ways of paying that fit equally well; none of them is chosen. */
function dudaDeMetodo(best: readonly Opcion[]): Duda[] {
  if (best.length < 2) return []
  return [
    {
      ...{ campo: 'tipo_pago_id', etiqueta: 'Método' },
      motivo: 'el texto sirve para más de uno',
      opciones: best.map(({ metodo }) => ({
        etiqueta: metodo.nombre,
        valores: { tipo_pago_id: metodo.id },
      })),
    },
  ]
}

/**
 * Distributes a parsed text over the fields of a beneficiary, choosing among these ways of paying. When the user has
 * chosen one (`elegido`), only its fields are filled, provided that it fits the text.
 */
export function repartirPegado(
  texto: string,
  metodos: readonly MetodoPegable[],
  entidades: readonly EntidadPegable[],
  elegido: number | null = null,
): Repartido {
  const paisDe = (claves: readonly string[]) => {
    const found = claves.flatMap((clave) => clave.split(' ').map(Number))
    const named = entidades.filter(({ id }) => found.includes(id))
    const some = new Set(named.flatMap(({ pais, paises = [] }) => [pais, ...paises]))
    const [pais] = some
    return pais && some.size === 1 ? pais : null
  }
  const leido = leerPegado(texto, conocidosDe(metodos, entidades), paisDe)
  const options = metodos
    .map((metodo) => opcionDe(metodo, leido, entidades))
    .map((one) => (one.metodo.id === elegido ? { ...one, points: one.points + 1 } : one))
    .filter(({ points }) => points > 0)
  const most = Math.max(...options.map(({ points }) => points))
  const best = options.filter(({ points }) => points === most)
  const [only] = best.length === 1 ? best : []
  const persona = personaDe(leido)
  const pago = only && pagoDe(only, leido)
  const valores = { ...persona.valores, ...(pago?.valores ?? { campos: {} }) }
  const dudas = [...dudaDeMetodo(best), ...(pago?.dudas ?? []), ...persona.dudas]
  const used = new Set<string>(pago?.filled.map(({ valor }) => valor.valor))
  for (const one of [valores.nombre, valores.num_doc, valores.alias]) if (one) used.add(one)
  const offered = new Set(dudas.flatMap(({ opciones }) => opciones.map(({ etiqueta }) => etiqueta)))
  return {
    valores,
    dudas,
    texto: leido.texto,
    marcas: leido.hallazgos.map((one) => ({
      ...{ inicio: one.inicio, fin: one.fin, etiqueta: ETIQUETAS[one.dato] },
      estado: estadoDe(one),
    })),
    hallado: [
      ...(only ? [only.metodo.nombre] : []),
      ...(valores.num_doc ? ['documento'] : []),
      ...(valores.nombre ? ['titular'] : []),
      ...(pago?.bank ? [pago.bank.nombre] : []),
      ...(pago?.filled.map(({ campo }) => campo.etiqueta.toLowerCase()) ?? []),
      ...(valores.alias ? ['alias'] : []),
    ],
  }
  function estadoDe(one: Hallazgo): Marca['estado'] {
    if (one.dato === 'metodo')
      return only && ids(one).includes(only.metodo.id) ? 'leido' : 'sin usar'
    if (one.dato === 'entidad') {
      if (pago?.bank && ids(one).includes(pago.bank.id)) return 'leido'
      return dudas.some(({ campo }) => campo === 'entidad_id') ? 'duda' : 'sin usar'
    }
    if (!one.duda && used.has(one.valor)) return 'leido'
    const label = one.tipo_doc ? `${one.tipo_doc} ${one.valor}` : one.valor
    return offered.has(label) ? 'duda' : 'sin usar'
  }
}
