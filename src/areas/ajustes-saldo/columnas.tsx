import { formatFechaHora } from '../../core/formato.ts'
import type { Columna } from '../../web/crud/tabla.tsx'
import { Fecha, Monto, Vacio } from '../../web/crud/valores.tsx'
import { ESTADOS, type Fila } from './contract.ts'
import { EstadoFicha } from './estado-ficha.tsx'
import { SOLES } from './palabras.ts'
import { MOTIVOS } from './rules.ts'

/** Columns of the list of adjustments; `valor` is for those who may see cost. */
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
    celda: ({ fecha }) => <Fecha valor={fecha} hora />,
    orden: ({ fecha }) => fecha,
    texto: ({ fecha }) => formatFechaHora(fecha),
  },
  {
    clave: 'cuenta',
    titulo: 'Cuenta',
    celda: ({ cuenta }) => cuenta,
    texto: ({ cuenta }) => cuenta,
    amplia: true,
  },
  {
    clave: 'motivo',
    titulo: 'Motivo',
    celda: ({ motivo }) => MOTIVOS[motivo].nombre,
    texto: ({ motivo }) => MOTIVOS[motivo].nombre,
  },
  {
    clave: 'importe',
    titulo: 'Importe',
    alinear: 'right',
    celda: ({ importe, moneda }) => <Monto valor={importe} moneda={moneda} />,
    numero: ({ importe }) => importe,
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
    clave: 'observacion',
    titulo: 'Observación',
    celda: ({ observacion }) => observacion,
    texto: ({ observacion }) => observacion,
    oculta: true,
  },
  {
    clave: 'solicitante',
    titulo: 'Pidió',
    celda: ({ solicitante }) => solicitante,
    texto: ({ solicitante }) => solicitante,
  },
  {
    clave: 'resuelto_por',
    titulo: 'Respondió',
    celda: ({ resuelto_por }) => resuelto_por ?? <Vacio />,
    texto: ({ resuelto_por }) => resuelto_por,
  },
  {
    clave: 'estado',
    titulo: 'Estado',
    celda: ({ estado }) => <EstadoFicha estado={estado} />,
    texto: ({ estado }) => ESTADOS[estado],
  },
]
