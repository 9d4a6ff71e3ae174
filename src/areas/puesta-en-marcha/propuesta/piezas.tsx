import type { AnswerOf } from '../../../core/contract.ts'
import { callWith } from '../../../web/api/api.ts'
import { entidades } from '../../entidades-financieras/contract.ts'
import { monedas } from '../../monedas/contract.ts'
import { paises as catalogoPaises, contrato as paises } from '../../paises/contract.ts'
import { tiposPagos as catalogoPagos, contrato as tiposPagos } from '../../tipos-pagos/contract.ts'
import { esEntidad, type Juego } from '../rules/juego.ts'
import { crearEntidad } from './crear-entidad.tsx'
import { type Pieza, pieza } from './pieza.tsx'

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

/** What the house has. */
export interface Casa {
  paises: AnswerOf<typeof paises.listar>
  entidades: AnswerOf<typeof entidades.contrato.listar>
  pagos: AnswerOf<typeof tiposPagos.listar>
  monedas: AnswerOf<typeof monedas.contrato.listar>
}

function dePaises({ pais: id, nombre, nuevo }: Juego, casa: Casa): Pieza[] {
  if (!nuevo) return []
  return [
    pieza({
      ...{ clave: `pais ${id}`, grupo: 'paises', llamada: paises.crear },
      hay: casa.paises.some((each) => each.id === id),
      campos: catalogoPaises.campos,
      schema: paises.crear.body,
      cuerpo: { id, nombre, ...nuevo },
      dice: (body) => [body.nombre, `Se agrega a los países: ${id} · ${body.prefijo ?? ''}`],
      enviar: (body) => callWith(paises.crear, { body }),
    }),
  ]
}

function deEntidades(juego: Juego, casa: Casa): Pieza[] {
  const { nombre, tipo, patron, algoritmo } = entidades.campos
  return juego.entidades.map((entidad) =>
    pieza({
      ...{ clave: `entidad ${entidad.pais} ${entidad.codigo}`, grupo: 'entidades' },
      llamada: entidades.contrato.crear,
      hay: casa.entidades.some((otra) => esEntidad(otra, entidad)),
      campos: { nombre, tipo, patron, algoritmo },
      schema: entidades.contrato.crear.body,
      cuerpo: { ...entidad, servicio: 'operativo' },
      dice: (body) => [body.nombre, `${TIPOS[body.tipo] ?? ''} ${body.codigo}`],
      enviar: crearEntidad,
    }),
  )
}

function dePagos(juego: Juego, casa: Casa): Pieza[] {
  const { nombre, sentido, pide_referencia, pide_comprobante, requiere_verificacion, campos } =
    catalogoPagos.campos
  const { tope_op, tope_dia, tope_mes } = catalogoPagos.campos
  const pide = { pide_referencia, pide_comprobante, requiere_verificacion }
  return juego.pagos.map((cuerpo) =>
    pieza({
      ...{ clave: `pago ${cuerpo.codigo}`, grupo: 'pagos', llamada: tiposPagos.crear, cuerpo },
      hay: casa.pagos.some(({ codigo }) => codigo === cuerpo.codigo),
      campos: { nombre, sentido, ...pide, tope_op, tope_dia, tope_mes, campos },
      schema: tiposPagos.crear.body,
      dice: (body) => [
        body.nombre,
        [
          SENTIDOS[body.sentido],
          body.campos.length > 0 &&
            `pide ${body.campos.map(({ etiqueta }) => enFrase(etiqueta)).join(', ')}`,
        ]
          .filter(Boolean)
          .join(' · '),
      ],
      enviar: (body) => callWith(tiposPagos.crear, { body }),
    }),
  )
}

function deMonedas(juego: Juego, casa: Casa): Pieza[] {
  const { nombre, billetes, metalicas } = monedas.campos
  return juego.piezas.flatMap((piezas) => {
    const found = casa.monedas.find(({ id }) => id === piezas.moneda_id)
    if (!found) return []
    const { id, estatus: _, ...row } = found
    return pieza({
      ...{ clave: `moneda ${id}`, grupo: 'monedas', llamada: monedas.contrato.editar },
      hay: Boolean(found.billetes ?? found.metalicas),
      campos: { nombre, billetes, metalicas },
      schema: monedas.contrato.editar.body,
      cuerpo: { ...row, billetes: piezas.billetes, metalicas: piezas.metalicas },
      dice: (body) => [body.nombre, [body.billetes, body.metalicas].filter(Boolean).join(' · ')],
      enviar: (body) => callWith(monedas.contrato.editar, { params: { id }, body }),
    })
  })
}

/** What these sets propose, in the order in which it is created. */
export const piezasDe = (juegos: readonly Juego[], casa: Casa): Pieza[] =>
  [dePaises, dePagos, deEntidades, deMonedas].flatMap((of) =>
    juegos.flatMap((juego) => of(juego, casa)),
  )
