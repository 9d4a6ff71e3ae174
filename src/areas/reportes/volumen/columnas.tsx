import { formatDecimal } from '../../../core/formato.ts'
import type { Aparte } from '../../../web/crud/lista/columna.tsx'
import type { Columna } from '../../../web/crud/lista/tabla.tsx'
import { Monto } from '../../../web/crud/valores.tsx'
import { type GrupoVolumen, VISTAS_VOLUMEN, type VistaVolumen } from '../contract/volumen.ts'
import { nombreDe, ordenDe } from '../palabras.ts'
import { Cambio, cambio, columnaDolares, dolares } from '../partes/cifras.tsx'

const usd = (
  clave: 'usd' | 'ticket' | 'antes',
  titulo: string,
  more: Aparte<GrupoVolumen> = {},
): Columna<GrupoVolumen> =>
  columnaDolares(clave, titulo, (fila) => fila[clave], {
    orden: (fila) => Number(fila[clave]),
    ...more,
  })

/** Columns of the groups: number of operations, amounts by currency, and value in dollars. */
export function columnasDe(
  por: VistaVolumen,
  monedas: ReadonlyMap<string, { simbolo: string; decimales: number }>,
): Columna<GrupoVolumen>[] {
  const columns: Columna<GrupoVolumen>[] = [
    {
      clave: 'nombre',
      titulo: VISTAS_VOLUMEN[por],
      celda: (fila) => nombreDe(por, fila),
      orden: (fila) => ordenDe(por, fila),
      texto: (fila) => nombreDe(por, fila),
      principal: true,
    },
    {
      clave: 'operaciones',
      titulo: 'Operaciones',
      alinear: 'right',
      celda: ({ operaciones }) => formatDecimal(String(operaciones), 0),
      orden: ({ operaciones }) => operaciones,
      numero: ({ operaciones }) => String(operaciones),
    },
    {
      clave: 'montos',
      titulo: 'Monto por divisa',
      alinear: 'right',
      celda: ({ montos }) => (
        <span className="apilados">
          {montos.map(({ iso, monto }) => (
            <Monto
              key={iso}
              valor={monto}
              moneda={monedas.get(iso) ?? { simbolo: iso, decimales: 2 }}
            />
          ))}
        </span>
      ),
      texto: ({ montos }) => montos.map(({ iso, monto }) => `${iso} ${monto}`).join('; '),
    },
    usd('usd', 'Equivalente'),
    usd('ticket', 'Promedio'),
  ]
  if (por === 'dia') return columns
  return [
    ...columns,
    usd('antes', 'Período anterior', { tarjeta: 'oculta' }),
    columnaDolares('cambio', 'Cambio', ({ usd, antes }) => antes && cambio(usd, antes), {
      celda: (f) => f.antes !== null && <Cambio valor={cambio(f.usd, f.antes)} formato={dolares} />,
      orden: (f) => Number(cambio(f.usd, f.antes ?? '0')),
    }),
  ]
}
