import type {
  EntidadPegable,
  MetodoPegable,
} from '../../../src/areas/beneficiarios/rules/pegado/metodo.ts'
import { repartirPegado } from '../../../src/areas/beneficiarios/rules/pegado/reparto.ts'
import type { CampoPago, TipoCampo } from '../../../src/areas/tipos-pagos/rules/datos-pago.ts'

const campo = (tipo: TipoCampo, clave: string = tipo): CampoPago => ({
  clave,
  etiqueta: clave,
  tipo,
  obligatorio: true,
  patron: null,
  ejemplo: null,
})
const metodo = (
  id: number,
  nombre: string,
  pais: string | null,
  campos: CampoPago[],
): MetodoPegable => ({
  id,
  nombre,
  pais,
  moneda_id: null,
  campos,
})
/** The payment methods of a house that sends to three countries. */
export const METODOS = [
  metodo(1, 'Pago Móvil', 've', [campo('entidad'), campo('telefono'), campo('documento')]),
  metodo(2, 'Transferencia Venezuela', 've', [
    campo('entidad'),
    campo('cuenta'),
    campo('documento'),
  ]),
  metodo(3, 'Nequi', 'co', [campo('telefono')]),
  metodo(4, 'Daviplata', 'co', [campo('telefono')]),
  metodo(5, 'Bre-B', 'co', [campo('llave')]),
  metodo(6, 'Transferencia Colombia', 'co', [campo('entidad'), campo('cuenta')]),
  metodo(7, 'Zelle', 'us', [campo('contacto')]),
  metodo(8, 'CCI interbancaria', 'pe', [campo('entidad'), campo('cuenta')]),
  metodo(9, 'Yape', 'pe', [campo('telefono')]),
  metodo(10, 'Plin', 'pe', [campo('telefono')]),
  metodo(11, 'USDT TRC-20', null, [campo('cuenta')]),
  metodo(12, 'Efectivo', null, []),
]
const entidad = (
  id: number,
  nombre: string,
  pais: string,
  codigo: string,
  alias: string | null = null,
) => ({
  id,
  nombre,
  pais,
  codigo,
  alias,
})
/** Its banks and wallets. */
export const ENTIDADES: EntidadPegable[] = [
  entidad(1, 'Banco de Venezuela', 've', '0102', 'BDV'),
  entidad(2, 'Mercantil', 've', '0105'),
  entidad(3, 'Provincial', 've', '0108'),
  entidad(4, 'Banesco', 've', '0134'),
  entidad(5, 'BNC', 've', '0191'),
  entidad(6, 'Bancolombia', 'co', '007'),
  entidad(7, 'Davivienda', 'co', '051'),
  entidad(8, 'BCP', 'pe', '002'),
  entidad(9, 'Interbank', 'pe', '003'),
  entidad(10, 'Banco Santander', 'co', '065'),
]

/** The form's values after a paste, in short; an empty value is a field left for the user to fill. */
export interface Queda {
  titular?: string
  doc?: string
  banco?: string
  dato?: string
  alias?: string
  parentesco?: string
  /** Fields that are marked as doubtful. */
  duda?: string[]
}

/** The values that a paste puts into an empty form. */
export function lee(text: string): Queda {
  const { valores, dudas } = repartirPegado(text, METODOS, ENTIDADES)
  const { nombre, num_doc, entidad_id, campos, alias, parentesco } = valores
  const dato = Object.values(campos)[0]
  const banco = ENTIDADES.find(({ id }) => id === entidad_id)?.nombre
  return {
    ...(nombre && { titular: nombre }),
    ...(num_doc && { doc: num_doc }),
    ...(banco && { banco }),
    ...(dato && { dato }),
    ...(alias && { alias }),
    ...(parentesco && { parentesco }),
    ...(dudas.length > 0 && { duda: dudas.map(({ campo }) => campo) }),
  }
}

/** An account number of Banesco with valid check digits. */
export const CUENTA = '01340032610000010011'
/** The values that «es para mi mamá» fills. */
export const MAMA = { alias: 'mamá', parentesco: 'padre' }
/** The values that every Pago Móvil text of these tests fills, without the holder. */
export const PAGO_MOVIL = { doc: 'V12345678', banco: 'Banesco', dato: '04141234567' }
