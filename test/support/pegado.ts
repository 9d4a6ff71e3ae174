import type { CampoPago, TipoCampo } from '../../src/core/datos-pago.ts'
import type { EntidadPegable, MetodoPegable } from '../../src/core/pegado-metodo.ts'

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
/** Ways of paying of a house that sends to three countries. */
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
]
