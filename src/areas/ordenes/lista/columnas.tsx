import { formatFechaHora } from '../../../core/formato.ts'
import { columnaHora, columnaTasa, columnaTexto } from '../../../web/crud/lista/columna.tsx'
import type { Columna } from '../../../web/crud/lista/tabla.tsx'
import { NumeroCorto, Vacio } from '../../../web/crud/valores.tsx'
import { BotonesAccion } from '../acciones/botones-accion.tsx'
import type { Acciones } from '../acciones/uso-acciones.tsx'
import type { FilaOrden } from '../contract.ts'
import { EstadoOrden, Tiempo } from '../estado-orden.tsx'
import { ESTADOS, MOTIVOS_OBSERVACION } from '../rules.ts'
import { montoDe, soles } from './columnas-monto.tsx'
import type { Monedas } from './filtros.tsx'

const GANANCIA = ['margen', 'ganancia']

const observacion = ({ observada, observada_nota, observacion: dicha }: FilaOrden) =>
  observada ? (observada_nota ?? MOTIVOS_OBSERVACION[observada]) : dicha

/** Columns of the table of orders; profit only for users who may see it. */
export function columnasDe(
  monedas: Monedas,
  acciones: Acciones,
  ganancia: boolean,
): Columna<FilaOrden>[] {
  const all: Columna<FilaOrden>[] = [
    columnaTexto('numero', 'N.º', ({ numero }) => numero, {
      celda: ({ numero }) => <span className="numero">{numero}</span>,
      tarjeta: 'fija',
      menudo: ({ numero }) => <NumeroCorto numero={numero} />,
    }),
    columnaHora('fecha', 'Fecha', ({ fecha }) => fecha, {
      oculta: true,
    }),
    columnaTexto('cliente', 'Cliente', ({ cliente }) => cliente, {
      amplia: 'corta',
      principal: true,
    }),
    columnaTexto('beneficiario', 'Beneficiario', ({ beneficiario }) => beneficiario, {
      celda: ({ beneficiario, metodo }) => `${beneficiario} · ${metodo}`,
      amplia: 'corta',
      tarjeta: 'fija',
      // The way of payment is one tap away: it would take a line of its own.
      menudo: ({ beneficiario }) => beneficiario,
    }),
    columnaTexto('metodo', 'Método', ({ metodo }) => metodo, { oculta: true, tarjeta: 'oculta' }),
    ...montoDe(monedas, 'envia', 'Envía', 'Moneda que envía'),
    ...montoDe(monedas, 'recibe', 'Recibe', 'Moneda que recibe'),
    columnaTasa({ oculta: 'estrecha', tarjeta: 'oculta' }),
    columnaTexto('estado', 'Estado', ({ estado }) => ESTADOS[estado], {
      celda: (fila) => <EstadoOrden orden={fila} />,
      tarjeta: 'cabecera',
    }),
    columnaTexto('tiempo', 'Tiempo', ({ estado_desde }) => formatFechaHora(estado_desde), {
      celda: (fila) => <Tiempo orden={fila} />,
    }),
    {
      clave: 'pagador',
      oculta: 'estrecha',
      titulo: 'Pagador',
      celda: ({ pagador }) => (pagador ? <span className="entero">{pagador}</span> : <Vacio />),
      texto: ({ pagador }) => pagador,
      tarjeta: 'media',
    },
    columnaTexto('observacion', 'Observación', observacion, { oculta: true }),
    soles('margen', 'Margen'),
    soles('ganancia', 'Ganancia'),
    {
      clave: 'acciones',
      titulo: 'Acciones',
      celda: (fila) => <BotonesAccion orden={fila} acciones={acciones} />,
      tarjeta: 'oculta',
    },
  ]
  return ganancia ? all : all.filter(({ clave }) => !GANANCIA.includes(clave))
}
