import { formatFechaHora } from '../../core/formato.ts'
import type { Columna } from '../../web/crud/tabla.tsx'
import { Fecha, TasaTexto, Vacio } from '../../web/crud/valores.tsx'
import { BotonesAccion } from './botones-accion.tsx'
import { montoDe, soles } from './columnas-monto.tsx'
import type { FilaOrden } from './contract.ts'
import { EstadoOrden, Tiempo } from './estado-orden.tsx'
import type { Monedas } from './filtros.tsx'
import classes from './ordenes.module.css'
import { ESTADOS, MOTIVOS_OBSERVACION } from './rules.ts'
import type { Acciones } from './uso-acciones.tsx'

const GANANCIA = ['margen', 'ganancia']

const observacion = ({ observada, observada_nota, observacion: dicha }: FilaOrden) =>
  observada ? (observada_nota ?? MOTIVOS_OBSERVACION[observada]) : dicha

/** Columns of the table of orders; what was earned only for those who may see it. */
export function columnasDe(
  monedas: Monedas,
  acciones: Acciones,
  ganancia: boolean,
): Columna<FilaOrden>[] {
  const all: Columna<FilaOrden>[] = [
    {
      clave: 'numero',
      titulo: 'N.º',
      celda: ({ numero }) => <span className={classes.numero}>{numero}</span>,
      texto: ({ numero }) => numero,
      principal: true,
    },
    {
      clave: 'fecha',
      titulo: 'Fecha',
      celda: ({ fecha }) => <Fecha valor={fecha} hora />,
      orden: ({ fecha }) => fecha,
      texto: ({ fecha }) => formatFechaHora(fecha),
      oculta: true,
    },
    {
      clave: 'cliente',
      titulo: 'Cliente',
      celda: ({ cliente }) => cliente,
      texto: ({ cliente }) => cliente,
      amplia: 'corta',
      tarjeta: 'media',
    },
    {
      clave: 'beneficiario',
      titulo: 'Beneficiario',
      celda: ({ beneficiario, metodo }) => `${beneficiario} · ${metodo}`,
      texto: ({ beneficiario }) => beneficiario,
      amplia: 'corta',
      tarjeta: 'media',
    },
    {
      clave: 'metodo',
      titulo: 'Método',
      celda: ({ metodo }) => metodo,
      texto: ({ metodo }) => metodo,
      oculta: true,
      tarjeta: 'oculta',
    },
    ...montoDe(monedas, 'envia', 'Envía', 'Moneda que envía'),
    ...montoDe(monedas, 'recibe', 'Recibe', 'Moneda que recibe'),
    {
      clave: 'tasa',
      titulo: 'Tasa',
      alinear: 'right',
      celda: ({ tasa, precision }) => <TasaTexto tasa={tasa} precision={precision} />,
      numero: ({ tasa }) => tasa,
      tarjeta: 'oculta',
    },
    {
      clave: 'estado',
      titulo: 'Estado',
      celda: (fila) => <EstadoOrden orden={fila} />,
      texto: ({ estado }) => ESTADOS[estado],
      tarjeta: 'cabecera',
    },
    {
      clave: 'tiempo',
      titulo: 'En el estado',
      celda: (fila) => <Tiempo orden={fila} />,
      texto: ({ estado_desde }) => formatFechaHora(estado_desde),
      tarjeta: 'media',
    },
    {
      clave: 'pagador',
      titulo: 'Pagador',
      celda: ({ pagador }) =>
        pagador ? <span className={classes.numero}>{pagador}</span> : <Vacio />,
      texto: ({ pagador }) => pagador,
      tarjeta: 'media',
    },
    {
      clave: 'observacion',
      titulo: 'Observación',
      celda: (fila) => observacion(fila) ?? <Vacio />,
      texto: (fila) => observacion(fila) ?? null,
      oculta: true,
    },
    soles('margen', 'Margen'),
    soles('ganancia', 'Ganancia'),
    {
      clave: 'acciones',
      titulo: 'Acciones',
      celda: (fila) => <BotonesAccion orden={fila} acciones={acciones} />,
      tarjeta: 'pie',
    },
  ]
  return ganancia ? all : all.filter(({ clave }) => !GANANCIA.includes(clave))
}
