import {
  columnaHora,
  columnaTasa,
  columnaTexto,
  columnaValor,
} from '../../web/crud/lista/columna.tsx'
import type { Columna } from '../../web/crud/lista/tabla.tsx'
import { Ficha, Monto, Vacio } from '../../web/crud/valores.tsx'
import { BASES, ROLES, TIPOS } from './contract/reglas.ts'
import { ESTADOS, type Fila } from './contract.ts'
import { EstadoComision } from './fichas.tsx'
import { type Monedas, par, porcentaje } from './palabras.ts'

/** Columns of the report; the base of a commission only for users who may see it. */
export function columnasDe(monedas: Monedas, ganancia: boolean): Columna<Fila>[] {
  const iso = ({ moneda_id }: Fila) => monedas.get(moneda_id)?.iso ?? ''
  const all: Columna<Fila>[] = [
    columnaHora('fecha', 'Fecha', ({ fecha }) => fecha),
    {
      clave: 'numero',
      titulo: 'N.º',
      celda: ({ numero, descuento }) => (
        <>
          <span className="numero">{numero}</span>{' '}
          {descuento && <Ficha tono="aviso">Descuento</Ficha>}
        </>
      ),
      texto: ({ numero }) => numero,
      principal: true,
    },
    columnaTexto('tipo', 'Tipo', ({ tipo }) => TIPOS[tipo], { oculta: 'estrecha' }),
    columnaTexto('beneficiario', 'Beneficiario', ({ nombre }) => nombre),
    columnaTexto('rol', 'Rol', ({ rol }) => ROLES[rol], { oculta: true }),
    columnaTexto('cliente', 'Cliente', ({ cliente }) => cliente ?? 'Ocasional'),
    columnaTexto('par', 'Par', ({ de_id, a_id }) => par(monedas, de_id, a_id)),
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
    columnaTexto('moneda', 'Moneda', iso, { oculta: true }),
    columnaTasa(),
    columnaTexto('base', 'Sobre', ({ base }) => BASES[base], { oculta: true }),
    columnaValor('importe_base', 'Base', ({ importe_base }) => importe_base),
    {
      clave: 'porcentaje',
      titulo: '%',
      alinear: 'right',
      celda: (f) => (f.porcentaje === null ? <Vacio /> : porcentaje(f.porcentaje)),
      numero: (f) => f.porcentaje,
    },
    columnaValor('comision', 'Comisión', ({ comision }) => comision, { tarjeta: 'importe' }),
    columnaTexto('estado', 'Estado', ({ estado }) => ESTADOS[estado], {
      celda: ({ estado }) => <EstadoComision estado={estado} />,
      tarjeta: 'cabecera',
    }),
    columnaTexto('liquidacion', 'Liquidación', ({ liquidacion }) => liquidacion ?? '', {
      oculta: true,
    }),
  ]
  return ganancia ? all : all.filter(({ clave }) => clave !== 'importe_base')
}

/** Column with a checkbox for each pending row. */
export function columnaEleccion(
  elegidas: ReadonlyMap<number, Fila>,
  marcar: (fila: Fila) => void,
): Columna<Fila> {
  return {
    clave: 'elegir',
    titulo: '',
    ancho: '2.25rem',
    tarjeta: 'cabecera',
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
