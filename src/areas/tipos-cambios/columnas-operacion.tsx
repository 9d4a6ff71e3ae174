import { formatFechaHora } from '../../core/formato.ts'
import type { Columna } from '../../web/crud/tabla.tsx'
import { Fecha, Monto, TasaTexto } from '../../web/crud/valores.tsx'
import type { OperacionDeTasa } from './contract-deshacer.ts'
import { ESTADOS_OPERACION, TIPOS_OPERACION } from './palabras.ts'

/** An operation of the counter beside the rate it was made at. */
export const COLUMNAS_OPERACION: Columna<OperacionDeTasa>[] = [
  {
    clave: 'numero',
    titulo: 'N.º',
    celda: ({ numero }) => numero,
    texto: ({ numero }) => numero,
    principal: true,
  },
  {
    clave: 'fecha',
    titulo: 'Fecha',
    celda: ({ fecha }) => <Fecha valor={fecha} hora />,
    texto: ({ fecha }) => formatFechaHora(fecha),
  },
  {
    clave: 'tipo',
    titulo: 'Tipo',
    celda: ({ tipo }) => TIPOS_OPERACION[tipo],
    texto: ({ tipo }) => TIPOS_OPERACION[tipo],
  },
  {
    clave: 'cliente',
    titulo: 'Cliente',
    celda: ({ cliente }) => cliente ?? 'Ocasional',
    texto: ({ cliente }) => cliente ?? 'Ocasional',
  },
  {
    clave: 'monto',
    titulo: 'Monto',
    alinear: 'right',
    celda: ({ monto, divisa }) => <Monto valor={monto} moneda={divisa} />,
    texto: ({ divisa }) => divisa.iso,
    numero: ({ monto }) => monto,
  },
  {
    clave: 'tasa',
    titulo: 'Tasa',
    alinear: 'right',
    celda: ({ tasa, precision }) => <TasaTexto tasa={tasa} precision={precision} />,
    numero: ({ tasa }) => tasa,
  },
  {
    clave: 'contravalor',
    titulo: 'Contravalor',
    alinear: 'right',
    celda: ({ contravalor, contramoneda }) => <Monto valor={contravalor} moneda={contramoneda} />,
    numero: ({ contravalor }) => contravalor,
  },
  {
    clave: 'estado',
    titulo: 'Estado',
    celda: ({ estado }) => ESTADOS_OPERACION[estado],
    texto: ({ estado }) => ESTADOS_OPERACION[estado],
  },
]
