import {
  columnaMonto,
  columnaTasa,
  columnaTexto,
  columnaValor,
} from '../../../web/crud/lista/columna.tsx'
import type { Columna } from '../../../web/crud/lista/tabla.tsx'
import { Monto, Numero } from '../../../web/crud/valores.tsx'
import type { Resumen } from '../contract.ts'
import { conDiferencia, Diferencia } from '../fichas.tsx'

type De<K extends 'posiciones' | 'cuentas' | 'tasas' | 'cajas'> = Resumen[K][number]

export const POSICIONES: Columna<De<'posiciones'>>[] = [
  columnaTexto('iso', 'Divisa', ({ iso }) => iso, { principal: true }),
  columnaMonto('cantidad', 'Cantidad', (fila) => [fila.cantidad, fila]),
  {
    clave: 'precio',
    titulo: 'Precio',
    alinear: 'right',
    celda: ({ precio }) => (
      <Numero valor={precio} decimales={Math.max(3, precio?.split('.')[1]?.length ?? 0)} />
    ),
  },
  columnaValor('valor', 'Valor', ({ valor }) => valor),
]

export const COSTOS: Columna<De<'posiciones'>>[] = [
  columnaValor('costo', 'Costo', ({ costo }) => costo),
  {
    clave: 'promedio',
    titulo: 'Promedio',
    alinear: 'right',
    celda: ({ promedio }) => <Numero valor={promedio} decimales={6} />,
  },
  columnaValor('ganancia', 'Ganancia del día', ({ ganancia }) => ganancia),
]

export const CUENTAS: Columna<De<'cuentas'>>[] = [
  columnaTexto('nombre', 'Cuenta', ({ nombre }) => nombre, { principal: true }),
  columnaMonto('saldo', 'Saldo', (fila) => [fila.saldo, fila]),
]

/** What was counted of an account that day, beside its balance. */
export const CONTADO: Columna<De<'cuentas'>> = {
  clave: 'contado',
  titulo: 'Contado',
  alinear: 'right',
  celda: (fila) => <Monto valor={fila.contado ?? null} moneda={fila} />,
}

export const TASAS: Columna<De<'tasas'>>[] = [
  {
    clave: 'de',
    titulo: 'Tipo de cambio',
    principal: true,
    celda: ({ base, cotizacion, pais, segmento }) =>
      `${base} → ${cotizacion} (${pais})${segmento === 'publico' ? '' : ` ${segmento}`}`,
  },
  columnaTasa(),
]

export const CAJAS: Columna<De<'cajas'>>[] = [
  columnaTexto('numero', 'Turno', ({ numero }) => numero, { principal: true }),
  columnaTexto('cajero', 'Cajero', ({ cajero }) => cajero),
  {
    clave: 'diferencia',
    titulo: 'Diferencia',
    alinear: 'right',
    celda: ({ cuentas }) => {
      const off = conDiferencia(cuentas)
      if (off.length === 0) return 'Cuadra'
      return (
        <div>
          {off.map((c) => (
            <div key={c.nombre}>
              <Diferencia de={c} />
            </div>
          ))}
        </div>
      )
    },
  },
]
