import { contrato } from '../../../src/areas/beneficiarios/contract.ts'
import { entidades } from '../../../src/areas/entidades-financieras/contract.ts'
import { contrato as tiposPago } from '../../../src/areas/tipos-pagos/contract.ts'
import type { Llamar } from '../llamada.ts'

export type Fila = readonly [
  cliente: number,
  metodo: string,
  banco: string | null,
  nombre: string,
  documento: string,
  dato: string,
  parentesco?: string,
  alias?: string,
]

/**
 * Beneficiaries, by the position of their client. Each has one value, for the field that its payment method asks for
 * besides bank and document.
 */
const BENEFICIARIOS: readonly Fila[] = [
  [0, 'PAGO_MOVIL', 'Banesco', 'María Alejandra Peña', 'CVE V15222333', '0414 1230001', 'hermano'],
  [0, 'NEQUI', null, 'Camila García', 'CCO 1020304050', '300 123 0001', 'familiar'],
  [
    1,
    'PAGO_MOVIL',
    'Banco de Venezuela',
    'Yusmary Quispe',
    'CVE V18333444',
    '0424 1230002',
    'conyuge',
  ],
  [2, 'CCI', 'BCP', 'Rosa Elvira Núñez', 'DNI 41000003', '00219117000001100159', 'propio'],
  [3, 'ZELLE', null, 'José Flores', 'PAS AB765432', 'jose.flores@example.com', 'hijo'],
  [
    4,
    'TRANSFERENCIA_CO',
    'Bancolombia',
    'Andrés Paredes',
    'CCO 79123456',
    '12345678901',
    'hermano',
  ],
  [5, 'PAGO_MOVIL', 'Mercantil', 'Belkis Rojas', 'CVE V9876543', '0412 1230003', 'padre', 'mamá'],
  [6, 'CCI', 'Interbank', 'Carmen Espinoza', 'DNI 41000007', '00389801300002200245', 'propio'],
  [7, 'PAGO_MOVIL', 'Provincial', 'Edgar Zegarra', 'CVE V20111222', '0416 1230004', 'amigo'],
  [
    8,
    'TRANSFERENCIA_VE',
    'Banesco',
    'Inversiones Benavides C.A.',
    'RIF J123456789',
    '01340032610000010011',
    'proveedor',
  ],
  [
    8,
    'TRANSFERENCIA_VE',
    'Banco de Venezuela',
    'Luis Benavides',
    'CVE V12000111',
    '01020223060000010012',
    'hermano',
  ],
  [9, 'BRE_B', null, 'Patricia Arias', 'CCO 52987654', '@patri22', 'familiar'],
  [10, 'PAGO_MOVIL', 'Banesco', 'Yelitza Rondón', 'CVE V14555666', '0414 1230005', 'padre', 'mamá'],
  [
    10,
    'PAGO_MOVIL',
    'Banco de Venezuela',
    'Yorman Pérez',
    'CVE V24555777',
    '0426 1230006',
    'propio',
  ],
  [
    10,
    'TRANSFERENCIA_VE',
    'Mercantil',
    'José Pérez',
    'CVE V7555888',
    '01050114870000010013',
    'padre',
    'papá',
  ],
  [
    11,
    'TRANSFERENCIA_VE',
    'Provincial',
    'Andreína Gil',
    'CVE V11222999',
    '01080013720000010014',
    'padre',
  ],
  [11, 'ZELLE', null, 'Daniela Márquez', 'PAS VE123456', 'daniela.m@example.com', 'propio'],
  [12, 'NEQUI', null, 'Luz Marina Gómez', 'CCO 41987654', '310 123 0007', 'padre', 'mamá'],
  [12, 'DAVIPLATA', null, 'Iván Restrepo', 'CCO 80123456', '311 123 0008', 'hermano'],
  [13, 'PAGO_MOVIL', 'BNC', 'Gabriela Colmenares', 'CVE V19333111', '0412 1230009', 'propio'],
  [13, 'NEQUI', null, 'María Díaz', 'OTR PPT1234567', '312 123 0010', 'familiar'],
  [14, 'PAGO_MOVIL', 'Banesco', 'Mirla Suárez', 'CVE V6123456', '0424 1230011', 'padre'],
  [
    15,
    'PAGO_MOVIL',
    'Banco de Venezuela',
    'Pedro Marcano',
    'CVE V10987654',
    '0416 1230012',
    'padre',
    'papá',
  ],
  [15, 'BRE_B', null, 'Keila Guerra', 'CCO 1098765432', '3131230013', 'propio'],
  [16, 'ZELLE', null, 'Mary Smith', 'PAS US987654', '(305) 555-0101', 'familiar'],
  [18, 'PAGO_MOVIL', 'Mercantil', 'Rafael Pinto', 'CVE V17654321', '0414 1230014', 'amigo'],
  [19, 'YAPE', null, 'Luz Campos', 'DNI 41000098', '987 123 015', 'hijo'],
  // The same account as another client's beneficiary, which gives a warning and no refusal.
  [20, 'ZELLE', null, 'José Flores', 'PAS AB765432', 'jose.flores@example.com', 'proveedor'],
  [
    21,
    'TRANSFERENCIA_CO',
    'Davivienda',
    'Viajes Andinos S.A.S.',
    'NIT 9001234567',
    '550123456789',
    'proveedor',
  ],
]

/** A beneficiary with wrong check digits, registered while its bank's record named no algorithm. */
const ERRADA: Fila = [
  22,
  'TRANSFERENCIA_VE',
  'BNC',
  'Elena Rivas',
  'CVE V13222111',
  '01910001050000010099',
  'hermano',
]

const VERIFICADOS = 12

/** Creates the beneficiaries of the clients, by position; one has a wrong account number on purpose. */
export async function crearBeneficiarios(
  llamar: Llamar,
  clientes: readonly { id: number }[],
  bancos: ReadonlyMap<string, number>,
  otros: readonly Fila[],
): Promise<void> {
  const ways = await llamar(tiposPago.listar, {})
  const crear = async ([
    place,
    codigo,
    banco,
    nombre,
    documento,
    dato,
    parentesco,
    alias,
  ]: Fila) => {
    const way = ways.find((each) => each.codigo === codigo)
    const client = clientes[place]
    if (!way || !client) throw new Error(`demo: ${nombre}`)
    const [tipo_doc, num_doc] = documento.split(' ')
    const own = way.campos.filter(({ tipo }) => tipo !== 'entidad' && tipo !== 'documento')
    // One value for the one field that a way to pay asks, or one for each.
    const each = dato.split('; ')
    const values = own.map(({ clave }, i) => [
      clave,
      each.length > 1 ? each[i] : clave === 'tipo_cuenta' ? 'Ahorros' : dato,
    ])
    const body = {
      tipo_pago_id: way.id,
      pais: way.pais ?? 've',
      moneda_id: way.moneda_id ?? 2,
      entidad_id: banco ? (bancos.get(banco) ?? null) : null,
      nombre,
      tipo_doc,
      num_doc,
      alias: alias ?? null,
      parentesco,
      campos: Object.fromEntries(values),
    }
    return llamar(contrato.crear, { params: { id: client.id }, body: body as never })
  }
  for (const [n, fila] of [...BENEFICIARIOS, ...otros].entries()) {
    const { id } = await crear(fila)
    const body = { verificado: true, version: 1 }
    if (n < VERIFICADOS) await llamar(contrato.verificar, { params: { id }, body })
  }
  const params = { id: bancos.get('BNC') ?? 0 }
  const leida = await llamar(entidades.contrato.obtener, { params })
  const { estatus: _, id: __, cuentas: ___, ...bnc } = leida
  await llamar(entidades.contrato.editar, { params, body: { ...bnc, algoritmo: 'ninguno' } })
  await crear(ERRADA)
  await llamar(entidades.contrato.editar, { params, body: { ...bnc, version: bnc.version + 1 } })
}
