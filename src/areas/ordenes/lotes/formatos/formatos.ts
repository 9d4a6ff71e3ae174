import type { Formato } from './descripcion.ts'

/*
 * The files that banks read, as data. Banks change their formats, and each gives its customers the manual of the day: a
 * house compares its bank's manual with the description below and corrects widths, codes and order here before it sends
 * its first file. Nothing else of the program knows them.
 */

/** Documents as Peruvian banks number them. */
const DOCUMENTOS_PE = { DNI: '1', CE: '3', PAS: '4', RUC: '6' } as const

/** Mass payments of BCP (Telecrédito): fixed widths, a header with the sum of all accounts, a record per payment. */
const bcp: Formato = {
  nombre: 'BCP Telecrédito, pagos masivos',
  banco: { pais: 'pe', codigo: '002' },
  monedas: { PEN: '0001', USD: '1001' },
  destinos: [
    { cuenta: /^\d{20}$/, entidad: 'cualquiera', codigo: 'B' },
    { cuenta: /^\d{13}$/, entidad: 'propia', codigo: 'C' },
    { cuenta: /^\d{14}$/, entidad: 'propia', codigo: 'A' },
  ],
  extension: 'txt',
  codificacion: 'ascii',
  separador: '',
  finDeLinea: '\r\n',
  registros: {
    cabecera: [
      [
        { fijo: '1' },
        { digitos: 'ordenes', ancho: 6 },
        { fecha: 'AAAAMMDD' },
        { fijo: 'C' },
        { codigo: 'moneda', valores: { PEN: '0001', USD: '1001' } },
        { digitos: 'cuenta_propia', ancho: 20, relleno: 'espacios' },
        { importe: 'total', ancho: 17, decimales: 2 },
        { texto: 'lote', ancho: 40 },
        { fijo: 'N' },
        { suma: 'cuentas', ancho: 15 },
      ],
    ],
    detalle: [
      { fijo: '2' },
      { destino: true },
      { digitos: 'cuenta', ancho: 20, relleno: 'espacios' },
      { codigo: 'tipo_doc', valores: DOCUMENTOS_PE },
      { texto: 'num_doc', ancho: 12 },
      { fijo: '   ' },
      { texto: 'nombre', ancho: 75 },
      { texto: 'orden', ancho: 40 },
      { texto: 'lote', ancho: 20 },
      { codigo: 'moneda', valores: { PEN: '0001', USD: '1001' } },
      { importe: 'monto', ancho: 17, decimales: 2 },
      { fijo: 'S' },
    ],
    cierre: [],
  },
}

/** Mass payments of Interbank: fixed widths without a header, the total in the last record. */
const interbank: Formato = {
  nombre: 'Interbank, pagos masivos',
  banco: { pais: 'pe', codigo: '003' },
  monedas: { PEN: '01', USD: '10' },
  destinos: [
    { cuenta: /^\d{20}$/, entidad: 'cualquiera', codigo: '99' },
    { cuenta: /^\d{13}$/, entidad: 'propia', codigo: '09' },
  ],
  extension: 'txt',
  codificacion: 'latin1',
  separador: '',
  finDeLinea: '\r\n',
  registros: {
    cabecera: [],
    detalle: [
      { fijo: '02' },
      { codigo: 'tipo_doc', valores: { DNI: '01', CE: '03', PAS: '05', RUC: '02' } },
      { texto: 'num_doc', ancho: 15 },
      { texto: 'nombre', ancho: 60 },
      { texto: 'orden', ancho: 20 },
      { fecha: 'AAAAMMDD' },
      { codigo: 'moneda', valores: { PEN: '01', USD: '10' } },
      { importe: 'monto', ancho: 15, decimales: 2 },
      { destino: true },
      { digitos: 'cuenta', ancho: 20, relleno: 'espacios' },
    ],
    cierre: [
      [
        { fijo: '03' },
        { digitos: 'ordenes', ancho: 6 },
        { importe: 'total', ancho: 15, decimales: 2 },
        { digitos: 'cuenta_propia', ancho: 20 },
        { texto: 'lote', ancho: 20 },
      ],
    ],
  },
}

/** Payments to suppliers of Banesco (Venezuela): columns with a bar between them, header, debit, credits and totals. */
const banesco: Formato = {
  nombre: 'Banesco, pago a proveedores',
  banco: { pais: 've', codigo: '0134' },
  monedas: { VES: 'VES' },
  destinos: [{ cuenta: /^\d{20}$/, entidad: 'cualquiera', codigo: 'CTA' }],
  extension: 'txt',
  codificacion: 'ascii',
  separador: '|',
  finDeLinea: '\r\n',
  registros: {
    cabecera: [
      [
        { fijo: 'HDR' },
        { fijo: 'BANESCO' },
        { fecha: 'AAAAMMDD' },
        { texto: 'lote', ancho: 20 },
        { fijo: 'PROVEEDORES' },
      ],
      [
        { fijo: '02' },
        { texto: 'lote', ancho: 20 },
        { texto: 'titular_doc', ancho: 17 },
        { texto: 'titular', ancho: 35 },
        { importe: 'total', ancho: 15, decimales: 2 },
        { codigo: 'moneda', valores: { VES: 'VES' } },
        { digitos: 'cuenta_propia', ancho: 20 },
        { fecha: 'AAAAMMDD' },
      ],
    ],
    detalle: [
      { fijo: '03' },
      { texto: 'orden', ancho: 20 },
      { importe: 'monto', ancho: 15, decimales: 2 },
      { codigo: 'moneda', valores: { VES: 'VES' } },
      { digitos: 'cuenta', ancho: 20 },
      { digitos: 'entidad', ancho: 4 },
      { texto: 'num_doc', ancho: 17 },
      { texto: 'nombre', ancho: 70 },
      { destino: true },
    ],
    cierre: [
      [
        { fijo: '06' },
        { fijo: '1' },
        { digitos: 'ordenes', ancho: 6 },
        { importe: 'total', ancho: 15, decimales: 2 },
      ],
    ],
  },
}

export const FORMATOS = { 'bcp-telecredito': bcp, interbank, banesco } as const satisfies Record<
  string,
  Formato
>
export type ClaveFormato = keyof typeof FORMATOS

/** The format of the bank where an account of ours is; null where there is none. */
export function formatoDe(pais: string, entidad: string | null): ClaveFormato | null {
  const found = Object.entries(FORMATOS).find(
    ([, { banco }]) => banco.pais === pais && banco.codigo === entidad,
  )
  return (found?.[0] as ClaveFormato | undefined) ?? null
}
