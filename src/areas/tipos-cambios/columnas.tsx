import { formatFechaHora } from '../../core/formato.ts'
import { ConBandera } from '../../web/bandera.tsx'
import type { Columna } from '../../web/crud/tabla.tsx'
import { Hace, Numero, TasaTexto, Vacio } from '../../web/crud/valores.tsx'
import { Avisos, avisosDe } from './avisos.tsx'
import type { TipoCambio } from './contract.ts'
import { InterruptorEstatus } from './estatus.tsx'
import { InterruptorModo } from './modo.tsx'
import { ejemplo, montosDe, nombreTipo, porcentaje, SIGNOS } from './palabras.ts'
import classes from './tipos.module.css'

/** Columns that only those see who may see cost. */
export const COSTO = ['tasa_costo', 'margen']

export const COLUMNAS: Columna<TipoCambio>[] = [
  {
    clave: 'nombre',
    titulo: 'De → A',
    celda: (tipo) => (
      <ConBandera imagen={tipo.divisa_cotizacion.imagen}>{nombreTipo(tipo)}</ConBandera>
    ),
    orden: nombreTipo,
    texto: nombreTipo,
    principal: true,
  },
  {
    clave: 'pais',
    tarjeta: 'media',
    titulo: 'País',
    celda: ({ pais_nombre }) => pais_nombre,
    orden: ({ pais_nombre }) => pais_nombre,
    texto: ({ pais_nombre }) => pais_nombre,
  },
  {
    clave: 'segmento',
    tarjeta: 'media',
    titulo: 'Montos',
    celda: (tipo) => montosDe(tipo) ?? <Vacio />,
    texto: montosDe,
  },
  {
    clave: 'tasa',
    tarjeta: 'cabecera',
    titulo: 'Tasa',
    alinear: 'right',
    celda: ({ tasa, precision, metodo_calculo }) => (
      <strong className={classes.tasa}>
        <span aria-hidden="true">{SIGNOS[metodo_calculo]}</span>
        <TasaTexto tasa={tasa} precision={precision} />
      </strong>
    ),
    texto: ({ tasa }) => tasa,
  },
  {
    clave: 'metodo',
    tarjeta: 'media',
    titulo: 'Método',
    celda: ({ metodo_calculo }) => (metodo_calculo === 'm' ? '× Multiplicar' : '÷ Dividir'),
    texto: ({ metodo_calculo }) => (metodo_calculo === 'm' ? 'Multiplicar' : 'Dividir'),
    oculta: true,
  },
  {
    clave: 'tasa_costo',
    tarjeta: 'media',
    titulo: 'Costo',
    alinear: 'right',
    celda: ({ tasa_costo, precision }) => (
      <Numero valor={tasa_costo} decimales={Math.min(precision + 2, 8)} />
    ),
    texto: ({ tasa_costo }) => tasa_costo ?? null,
  },
  {
    clave: 'margen',
    tarjeta: 'media',
    titulo: 'Margen',
    alinear: 'right',
    celda: ({ margen, margen_efectivo, tasa_manual }) => {
      const shown = tasa_manual ? margen_efectivo : margen
      return shown ? porcentaje(shown) : <Vacio />
    },
    texto: ({ margen, margen_efectivo, tasa_manual }) =>
      (tasa_manual ? margen_efectivo : margen) ?? null,
  },
  {
    clave: 'modo',
    tarjeta: 'media',
    titulo: 'Manual',
    celda: (tipo) => <InterruptorModo tipo={tipo} />,
    orden: ({ tasa_manual }) => (tasa_manual ? 0 : 1),
    texto: ({ tasa_manual }) => (tasa_manual ? 'Manual' : 'Automática'),
  },
  {
    clave: 'vigente_desde',
    tarjeta: 'media',
    titulo: 'Vigente desde',
    celda: ({ vigente_desde }) => <Hace momento={vigente_desde} />,
    orden: ({ vigente_desde }) => vigente_desde,
    texto: ({ vigente_desde }) => formatFechaHora(vigente_desde),
  },
  {
    clave: 'ejemplo',
    tarjeta: 'media',
    titulo: 'Ejemplo',
    celda: ejemplo,
    texto: ejemplo,
  },
  {
    clave: 'avisos',
    tarjeta: 'pie',
    titulo: 'Avisos',
    celda: (tipo) => <Avisos tipo={tipo} />,
    texto: avisosDe,
  },
  {
    clave: 'estatus',
    tarjeta: 'media',
    titulo: 'Activo',
    celda: (tipo) => <InterruptorEstatus tipo={tipo} />,
    orden: ({ estatus }) => (estatus ? 0 : 1),
    texto: ({ estatus }) => (estatus ? 'Activo' : 'Inactivo'),
  },
]
