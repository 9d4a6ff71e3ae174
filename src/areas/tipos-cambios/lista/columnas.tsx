import { formatFechaHora } from '../../../core/formato.ts'
import { ConBandera } from '../../../web/bandera.tsx'
import { columnaTexto } from '../../../web/crud/lista/columna.tsx'
import type { Columna } from '../../../web/crud/lista/tabla.tsx'
import { Hace, Numero, TasaTexto, Vacio } from '../../../web/crud/valores.tsx'
import type { TipoCambio } from '../contract.ts'
import { Avisos, avisosDe } from '../edicion/avisos.tsx'
import { InterruptorModo } from '../edicion/modo.tsx'
import { ejemplo, montosDe, nombreTipo, porcentaje, SIGNOS } from '../palabras.ts'
import classes from '../tipos.module.css'
import { InterruptorEstatus } from './estatus.tsx'

/** Columns that only users who may see cost get. */
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
  columnaTexto('pais', 'País', ({ pais_nombre }) => pais_nombre, {
    orden: ({ pais_nombre }) => pais_nombre,
  }),
  columnaTexto('segmento', 'Montos', montosDe, {
    celda: (tipo) => montosDe(tipo) ?? <Vacio />,
  }),
  {
    clave: 'tasa',
    tarjeta: 'importe',
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
  columnaTexto(
    'metodo',
    'Método',
    ({ metodo_calculo }) => (metodo_calculo === 'm' ? 'Multiplicar' : 'Dividir'),
    {
      celda: ({ metodo_calculo }) => (metodo_calculo === 'm' ? '× Multiplicar' : '÷ Dividir'),
      tarjeta: 'media',
      oculta: true,
    },
  ),
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
  columnaTexto('modo', 'Manual', ({ tasa_manual }) => (tasa_manual ? 'Manual' : 'Automática'), {
    celda: (tipo) => <InterruptorModo tipo={tipo} />,
    menudo: ({ tasa_manual }) => (tasa_manual ? null : 'Automática'),
    orden: ({ tasa_manual }) => (tasa_manual ? 0 : 1),
  }),
  columnaTexto(
    'vigente_desde',
    'Vigente desde',
    ({ vigente_desde }) => vigente_desde && formatFechaHora(vigente_desde),
    {
      celda: ({ vigente_desde }) => <Hace momento={vigente_desde} />,
      tarjeta: 'media',
      orden: ({ vigente_desde }) => vigente_desde,
    },
  ),
  columnaTexto('ejemplo', 'Ejemplo', ejemplo),
  columnaTexto('avisos', 'Avisos', avisosDe, {
    celda: (tipo) => <Avisos tipo={tipo} />,
    tarjeta: 'cabecera',
  }),
  columnaTexto('estatus', 'Activo', ({ estatus }) => (estatus ? 'Activo' : 'Inactivo'), {
    celda: (tipo) => <InterruptorEstatus tipo={tipo} />,
    // On a phone its page switches it: no finger that scrolls does.
    menudo: ({ estatus }) => (estatus ? null : 'Inactivo'),
    orden: ({ estatus }) => (estatus ? 0 : 1),
  }),
]
