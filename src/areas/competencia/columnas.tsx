import { formatDecimal } from '../../core/formato.ts'
import type { Columna } from '../../web/crud/lista/tabla.tsx'
import { Ficha, TasaTexto, Vacio } from '../../web/crud/valores.tsx'
import type { Diferencia } from './contract.ts'
import { enPalabras } from './rules.ts'

/** A price, and in words whether nobody gives a better one. */
export function Precio(props: { valor: string; precision: number; mejor?: boolean }) {
  const { valor, precision, mejor = false } = props
  return (
    <span className="junto">
      {mejor && <Ficha tono="positivo">Mejor</Ficha>}
      <TasaTexto tasa={valor} precision={precision} />
    </span>
  )
}

const sinSigno = (text: string) => text.replace(/^-/, '')

/** How far theirs is from ours: `0.010 más · 0.28 %`. */
const enTexto = ({ monto, pct }: Diferencia, precision: number): string => {
  const words = enPalabras(monto)
  if (words === 'igual') return 'Igual'
  return `${formatDecimal(sinSigno(monto), precision)} ${words} · ${formatDecimal(sinSigno(pct), 2)} %`
}

interface ConDiferencias {
  precision: number
  dif_compra: Diferencia | null
  dif_venta: Diferencia | null
}

/** The difference of a side, and its percentage apart for the file. */
export function columnasDiferencia<T extends ConDiferencias>(
  lado: 'compra' | 'venta',
): Columna<T>[] {
  const de = (fila: T) => (lado === 'compra' ? fila.dif_compra : fila.dif_venta)
  return [
    {
      clave: `dif_${lado}`,
      titulo: `Diferencia en la ${lado}`,
      alinear: 'right',
      tarjeta: 'media',
      celda: (fila) => {
        const dif = de(fila)
        return dif ? enTexto(dif, fila.precision) : <Vacio />
      },
      numero: (fila) => de(fila)?.monto ?? null,
    },
    {
      clave: `pct_${lado}`,
      titulo: `Diferencia en la ${lado} (%)`,
      alinear: 'right',
      oculta: true,
      celda: (fila) => de(fila)?.pct ?? <Vacio />,
      numero: (fila) => de(fila)?.pct ?? null,
    },
  ]
}
