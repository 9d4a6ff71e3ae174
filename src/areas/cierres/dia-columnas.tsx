import type { Columna } from '../../web/crud/tabla.tsx'
import { Monto, Numero, TasaTexto } from '../../web/crud/valores.tsx'
import { SOLES } from '../cuentas/contract.ts'
import type { Resumen } from './contract.ts'
import { conDiferencia, Diferencia } from './fichas.tsx'

type De<K extends 'posiciones' | 'cuentas' | 'tasas' | 'cajas'> = Resumen[K][number]

export const POSICIONES: Columna<De<'posiciones'>>[] = [
  { clave: 'iso', titulo: 'Divisa', principal: true, celda: ({ iso }) => iso },
  {
    clave: 'cantidad',
    titulo: 'Cantidad',
    alinear: 'right',
    celda: (p) => <Monto valor={p.cantidad} moneda={p} />,
  },
  {
    clave: 'precio',
    titulo: 'Precio',
    alinear: 'right',
    celda: ({ precio }) => (
      <Numero valor={precio} decimales={Math.max(3, precio?.split('.')[1]?.length ?? 0)} />
    ),
  },
  {
    clave: 'valor',
    titulo: 'Valor',
    alinear: 'right',
    celda: ({ valor }) => <Monto valor={valor} moneda={SOLES} />,
  },
]

export const COSTOS: Columna<De<'posiciones'>>[] = [
  {
    clave: 'costo',
    titulo: 'Costo',
    alinear: 'right',
    celda: ({ costo }) => <Monto valor={costo} moneda={SOLES} />,
  },
  {
    clave: 'promedio',
    titulo: 'Promedio',
    alinear: 'right',
    celda: ({ promedio }) => <Numero valor={promedio} decimales={6} />,
  },
  {
    clave: 'ganancia',
    titulo: 'Ganancia del día',
    alinear: 'right',
    celda: ({ ganancia }) => <Monto valor={ganancia} moneda={SOLES} />,
  },
]

export const CUENTAS: Columna<De<'cuentas'>>[] = [
  { clave: 'nombre', titulo: 'Cuenta', principal: true, celda: ({ nombre }) => nombre },
  {
    clave: 'saldo',
    titulo: 'Saldo',
    alinear: 'right',
    celda: (c) => <Monto valor={c.saldo} moneda={c} />,
  },
]

export const TASAS: Columna<De<'tasas'>>[] = [
  {
    clave: 'de',
    titulo: 'Tipo de cambio',
    principal: true,
    celda: ({ base, cotizacion, pais, segmento }) =>
      `${base} → ${cotizacion} (${pais})${segmento === 'publico' ? '' : ` ${segmento}`}`,
  },
  {
    clave: 'tasa',
    titulo: 'Tasa',
    alinear: 'right',
    celda: ({ tasa, precision }) => <TasaTexto tasa={tasa} precision={precision} />,
  },
]

export const CAJAS: Columna<De<'cajas'>>[] = [
  { clave: 'numero', titulo: 'Turno', principal: true, celda: ({ numero }) => numero },
  { clave: 'cajero', titulo: 'Cajero', celda: ({ cajero }) => cajero },
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
