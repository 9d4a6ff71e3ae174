import { formatFecha } from '../../core/formato.ts'
import type { Columna } from '../../web/crud/tabla.tsx'
import { Fecha, Monto, Vacio } from '../../web/crud/valores.tsx'
import { COMPROBANTES, type Fila } from './contract.ts'
import { EstadoFicha, estadoTexto } from './estado-ficha.tsx'

export const SOLES = { simbolo: 'S/', decimales: 2 }

const papel = ({ comprobante, serie_numero }: Fila) =>
  comprobante === 'sin' ? null : `${COMPROBANTES[comprobante]} ${serie_numero ?? ''}`.trim()

/** Columns of the list of expenses; `valor` is for those who may see cost. */
export const COLUMNAS: Columna<Fila>[] = [
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
    celda: ({ fecha }) => <Fecha valor={fecha} />,
    orden: ({ fecha }) => fecha,
    texto: ({ fecha }) => formatFecha(fecha),
  },
  {
    clave: 'categoria',
    titulo: 'Categoría',
    celda: ({ categoria }) => categoria,
    texto: ({ categoria }) => categoria,
  },
  {
    clave: 'descripcion',
    titulo: 'Descripción',
    celda: ({ descripcion }) => descripcion,
    texto: ({ descripcion }) => descripcion,
    amplia: true,
  },
  {
    clave: 'proveedor',
    titulo: 'Proveedor',
    celda: ({ proveedor }) => proveedor ?? <Vacio />,
    texto: ({ proveedor }) => proveedor,
  },
  {
    clave: 'cuenta',
    titulo: 'Cuenta',
    celda: ({ cuenta }) => cuenta,
    texto: ({ cuenta }) => cuenta,
  },
  {
    clave: 'monto',
    titulo: 'Monto',
    alinear: 'right',
    celda: ({ monto, moneda }) => <Monto valor={monto} moneda={moneda} />,
    numero: ({ monto }) => monto,
  },
  {
    clave: 'moneda',
    titulo: 'Moneda',
    celda: ({ moneda }) => moneda.iso,
    texto: ({ moneda }) => moneda.iso,
    oculta: true,
  },
  {
    clave: 'valor',
    titulo: 'Al costo',
    alinear: 'right',
    celda: ({ valor }) => <Monto valor={valor} moneda={SOLES} />,
    numero: ({ valor }) => valor ?? null,
    oculta: true,
  },
  {
    clave: 'comprobante',
    titulo: 'Comprobante',
    celda: (fila) => papel(fila) ?? <Vacio />,
    texto: papel,
  },
  {
    clave: 'usuario',
    titulo: 'Usuario',
    celda: ({ usuario }) => usuario,
    texto: ({ usuario }) => usuario,
    oculta: true,
  },
  {
    clave: 'estado',
    titulo: 'Estado',
    celda: (fila) => <EstadoFicha {...fila} />,
    texto: estadoTexto,
  },
]
