import { formatFechaHora } from '../../core/formato.ts'
import type { Columna } from '../../web/crud/tabla.tsx'
import { Fecha, Ficha, Monto, TasaTexto, Vacio } from '../../web/crud/valores.tsx'
import classes from './comisiones.module.css'
import { ESTADOS, type Fila } from './contract.ts'
import { BASES, ROLES, TIPOS } from './contract-reglas.ts'
import { EstadoComision } from './fichas.tsx'
import { type Monedas, par, porcentaje, SOLES } from './palabras.ts'

/** A column of plain text. */
function texto(clave: string, titulo: string, of: (fila: Fila) => string): Columna<Fila> {
  return { clave, titulo, celda: of, texto: of }
}

/** Columns of the report; what a commission was computed of only for those who may see it. */
export function columnasDe(monedas: Monedas, ganancia: boolean): Columna<Fila>[] {
  const iso = ({ moneda_id }: Fila) => monedas.get(moneda_id)?.iso ?? ''
  const all: Columna<Fila>[] = [
    {
      clave: 'fecha',
      titulo: 'Fecha',
      celda: ({ fecha }) => <Fecha valor={fecha} hora />,
      orden: ({ fecha }) => fecha,
      texto: ({ fecha }) => formatFechaHora(fecha),
    },
    {
      clave: 'numero',
      titulo: 'N.º',
      celda: ({ numero, descuento }) => (
        <>
          <span className={classes.entero}>{numero}</span>{' '}
          {descuento && <Ficha tono="aviso">Descuento</Ficha>}
        </>
      ),
      texto: ({ numero }) => numero,
      principal: true,
    },
    texto('tipo', 'Tipo', ({ tipo }) => TIPOS[tipo]),
    texto('beneficiario', 'Beneficiario', ({ nombre }) => nombre),
    { ...texto('rol', 'Rol', ({ rol }) => ROLES[rol]), oculta: true },
    texto('cliente', 'Cliente', ({ cliente }) => cliente ?? 'Ocasional'),
    texto('par', 'Par', ({ de_id, a_id }) => par(monedas, de_id, a_id)),
    {
      clave: 'monto',
      titulo: 'Monto',
      alinear: 'right',
      celda: (fila) => {
        const moneda = monedas.get(fila.moneda_id)
        return moneda ? <Monto valor={fila.monto} moneda={moneda} /> : fila.monto
      },
      numero: ({ monto }) => monto,
    },
    { ...texto('moneda', 'Moneda', iso), oculta: true },
    {
      clave: 'tasa',
      titulo: 'Tasa',
      alinear: 'right',
      celda: ({ tasa, precision }) => <TasaTexto tasa={tasa} precision={precision} />,
      numero: ({ tasa }) => tasa,
    },
    { ...texto('base', 'Sobre', ({ base }) => BASES[base]), oculta: true },
    {
      clave: 'importe_base',
      titulo: 'Base',
      alinear: 'right',
      celda: ({ importe_base }) => <Monto valor={importe_base} moneda={SOLES} />,
      numero: ({ importe_base }) => importe_base ?? null,
    },
    {
      clave: 'porcentaje',
      titulo: '%',
      alinear: 'right',
      celda: (f) => (f.porcentaje === null ? <Vacio /> : porcentaje(f.porcentaje)),
      numero: (f) => f.porcentaje,
    },
    {
      clave: 'comision',
      titulo: 'Comisión S/',
      alinear: 'right',
      celda: ({ comision }) => <Monto valor={comision} moneda={SOLES} />,
      numero: ({ comision }) => comision,
    },
    {
      clave: 'estado',
      titulo: 'Estado',
      celda: ({ estado }) => <EstadoComision estado={estado} />,
      texto: ({ estado }) => ESTADOS[estado],
    },
    {
      ...texto('liquidacion', 'Liquidación', ({ liquidacion }) => liquidacion ?? ''),
      oculta: true,
    },
  ]
  return ganancia ? all : all.filter(({ clave }) => clave !== 'importe_base')
}

/** The box by which a row that waits is chosen. */
export function columnaEleccion(
  elegidas: ReadonlyMap<number, Fila>,
  marcar: (fila: Fila) => void,
): Columna<Fila> {
  return {
    clave: 'elegir',
    titulo: '',
    ancho: '2.25rem',
    celda: (fila) =>
      fila.estado === 'devengada' && (
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={`Elegir la comisión de ${fila.numero}, ${fila.nombre}`}
          checked={elegidas.has(fila.id)}
          onChange={() => marcar(fila)}
          onClick={(event) => event.stopPropagation()}
        />
      ),
  }
}
