/** What a complete record says besides name and document. */
const FICHA = {
  direccion: 'Av. Arequipa 1234',
  distrito: 'Lince',
  ocupacion: 'Comerciante',
  origen_fondos: 'Ventas de su negocio',
}

/** Document number of the client whose document expired. */
export const VENCIDA = '001234568'

/** Clients: document type and number, names, surnames and other data. */
export const CLIENTES: readonly Record<string, unknown>[] = [
  persona('DNI', '41000001', 'María José', 'García Peña', { ocupacion: 'Comerciante' }),
  persona('DNI', '41000002', 'Juan Carlos', 'Quispe Mamani', { distrito: 'Cercado de Lima' }),
  persona('DNI', '41000003', 'Rosa Elvira', 'Núñez Ávila'),
  persona('DNI', '41000004', 'José Luis', 'Flores Cárdenas'),
  persona('DNI', '41000005', 'Lucía Fernanda', 'Paredes Soto'),
  persona('DNI', '41000006', 'Miguel Ángel', 'Rojas Tello'),
  persona('DNI', '41000007', 'Carmen Julia', 'Espinoza Ríos'),
  persona('DNI', '41000008', 'Pedro Pablo', 'Huamán Cruz'),
  completa('DNI', '41000009', 'Ana Sofía', 'Zegarra Lazo'),
  completa('DNI', '41000010', 'Luis Alberto', 'Benavides Mora', { segmento: 'mayorista' }),
  completa('DNI', '41000011', 'Elena Patricia', 'Chávez Arias', {
    pep: true,
    pep_cargo: 'Regidora',
    pep_entidad: 'Municipalidad Provincial',
  }),
  persona('CE', '001234567', 'Yorman José', 'Pérez Rondón', { nacionalidad: 've' }),
  persona('CE', VENCIDA, 'Daniela Andreína', 'Márquez Gil', {
    nacionalidad: 've',
    vence_doc: '2024-06-30',
  }),
  persona('CE', '001234569', 'Óscar Iván', 'Restrepo Gómez', { nacionalidad: 'co' }),
  completa('CE', '001234570', 'Gabriela María', 'Colmenares Díaz', { nacionalidad: 've' }),
  persona('PTP', '004567890', 'Luis Miguel', 'Blanco Suárez', { nacionalidad: 've' }),
  persona('PTP', '004567891', 'Keila Carolina', 'Guerra Marcano', { nacionalidad: 've' }),
  persona('PAS', 'AB1234567', 'John Michael', 'Smith', { nacionalidad: 'us' }),
  // Her birth date is missing, so she is not fully identified.
  persona('PAS', 'XDA098765', 'Marta', 'Ibáñez Ruiz', { nacionalidad: 'es', fecha_nac: null }),
  completa('DNI', '41000012', 'Víctor Hugo', 'Salazar Pinto', {
    notas: 'Agente referidor: 10 % del margen.',
  }),
  completa('DNI', '41000013', 'Norma Luz', 'Aguirre Campos', {
    notas: 'Agente referidora: 0.5 % del monto.',
  }),
  empresa('20999000020', 'Importaciones Demo Uno S.A.C.'),
  empresa('20999000038', 'Viajes Demo Dos E.I.R.L.'),
  completa('RUC', '10700000112', 'Carmen Rosa', 'Poma Rivas', { ocupacion: 'Bodeguera' }),
]

/** Those of whom the whole demo knows no more than their document: a foreigner each of two kinds, and a local. */
const SIN_FICHA: readonly unknown[] = ['AB1234567', '004567890', '41000003']

/**
 * The clients of the whole demo: without a complete record most of them would reach the limit of a month before it ends,
 * and be refused.
 */
export const CLIENTES_PLENA: typeof CLIENTES = [
  ...CLIENTES.map((body) =>
    body.tipo_persona === 'juridica' || SIN_FICHA.includes(body.num_doc)
      ? body
      : { ...FICHA, ...body },
  ),
  persona('DNI', '41000014', 'Beatriz Elena', 'Ocampo Solís', { fecha_nac: null }),
  persona('DNI', '41000015', 'Raúl Ernesto', 'Villar Peralta'),
  persona('DNI', '41000016', 'Susana Inés', 'Bravo Cornejo'),
  completa('DNI', '41000017', 'Gonzalo Martín', 'Tapia Linares'),
]

/** Document number of the client that the demo blocks. */
export const BLOQUEADO = '41000008'

function persona(
  tipo_doc: string,
  num_doc: string,
  nombres: string,
  apellidos: string,
  more: object = {},
) {
  const celular = `9${num_doc.replace(/\D/g, '').padStart(8, '7').slice(-8)}`
  return {
    tipo_persona: 'natural',
    tipo_doc,
    num_doc,
    nombres,
    apellidos,
    celular,
    fecha_nac: '1988-09-21',
    segmento: 'publico',
    ...more,
  }
}

export function completa(
  tipo_doc: string,
  num_doc: string,
  nombres: string,
  apellidos: string,
  more: object = {},
) {
  const known = { fecha_nac: '1985-05-17', ...FICHA }
  return persona(tipo_doc, num_doc, nombres, apellidos, { ...known, ...more })
}

function empresa(num_doc: string, razon_social: string) {
  return {
    tipo_persona: 'juridica',
    tipo_doc: 'RUC',
    num_doc,
    razon_social,
    objeto_social: 'Comercio',
    representante: 'Carmen Poma Rivas',
    representante_doc: 'DNI 41000099',
    beneficiarios_finales: [
      { nombre: 'Carmen Poma Rivas', documento: 'DNI 41000099', porcentaje: '60.00' },
    ],
    direccion: 'Jr. Camaná 200',
    distrito: 'Cercado de Lima',
    origen_fondos: 'Giro del negocio',
    celular: '987000100',
    segmento: 'mayorista',
  }
}
