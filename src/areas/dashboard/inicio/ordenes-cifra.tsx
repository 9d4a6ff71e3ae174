import type { Inicio } from '../contract.ts'
import { Cifra } from './cifra.tsx'

const ABIERTAS = [
  ['pendiente', 'pendiente', 'pendientes'],
  ['vencida', 'vencida', 'vencidas'],
  ['pagada', 'por pagar', 'por pagar'],
  ['en_proceso', 'en proceso', 'en proceso'],
] as const

const contar = (n: number, uno: string, varios: string) => `${n} ${n === 1 ? uno : varios}`

/** Open orders by state; those beyond their term come first. */
export function Ordenes({
  propio,
  ...cuantas
}: NonNullable<Inicio['ordenes']> & { propio: boolean }) {
  const { completada, fuera_de_plazo } = cuantas
  const open = ABIERTAS.filter(([estado]) => cuantas[estado] > 0)
  const late = fuera_de_plazo > 0 && `${fuera_de_plazo} fuera de plazo`
  const words = [
    ...open.map(([estado, uno, varios]) => contar(cuantas[estado], uno, varios)),
    contar(completada, 'completada hoy', 'completadas hoy'),
  ]
  return (
    <Cifra
      titulo={propio ? 'Sus órdenes abiertas' : 'Órdenes abiertas'}
      a="ordenes"
      search={{ revisar: late ? 'plazo' : 'abiertas' }}
      nota={
        <>
          {late && <strong className="fuerte malo">{late}, </strong>}
          {words.join(', ')}
        </>
      }
    >
      {open.reduce((sum, [estado]) => sum + cuantas[estado], 0)}
    </Cifra>
  )
}
