import { type Cola, entre, promedio } from './colas.ts'
import type { Costos } from './medir.ts'

export const SUCURSALES = 300
/** Accounts of cash: half of them in soles, half in dollars, a pair for each counter. */
export const CAJAS = 5_000

/** A kind of row for the table, and how it is held. */
interface FilaCompartida extends Pick<Cola, 'filas' | 'cualquiera' | 'ms' | 'maximo'> {
  que: string
  /** How long it is held, in words. */
  tomada: string
  /** The mean of `ms` for a full set. */
  lleno: number
}

/** Arrivals a second above which their queue grows without end, if they spread evenly over the rows. */
export const puede = ({ filas, maximo, lleno }: FilaCompartida) => (filas * maximo * 1000) / lleno

/** The largest set that the program makes. */
const JUNTAS = 32
const decimal = (n: number) => String(Number(n.toPrecision(3)))

/** One operation at a time, for a time that was seen. */
function una(que: string, filas: number, vistas: readonly number[]): FilaCompartida {
  const lleno = promedio(vistas)
  const ms = (_: number, u: number) => vistas[Math.floor(u * vistas.length)] as number
  return { que, filas, maximo: 1, ms, lleno, tomada: decimal(lleno) }
}

/** In sets, each for a time that grows with it; `commit`: milliseconds until the standby confirms. */
function juntas(
  que: string,
  puntos: readonly (readonly [n: number, ms: number])[],
  commit = 0,
): FilaCompartida {
  const medido = entre(puntos)
  const ms = (n: number) => medido(n) + commit
  const tomada = `${decimal(ms(1))} to ${decimal(ms(JUNTAS))}`
  return { que, filas: 1, maximo: JUNTAS, ms, lleno: ms(JUNTAS), tomada }
}

/** Cores that take whoever comes. */
function nucleos(que: string, filas: number, cpu: number): FilaCompartida {
  return {
    que,
    filas,
    cualquiera: true,
    maximo: 1,
    ms: () => cpu,
    lleno: cpu,
    tomada: decimal(cpu),
  }
}

/** Everything that operations wait for, at what was measured; `cores`: of this machine. */
export function filasDe(c: Costos, cores: number): FilaCompartida[] {
  const posicion = c.solas.map((t) => t.posicion)
  const serie = c.solas.map((t) => t.serie)
  const cargada = c.aLaVez.tomados.map((t) => t.posicion)
  const de = (que: 'entera' | 'posicion' | 'serie') =>
    c.conjuntos.map((x) => [x.n, x[que]] as const)
  const sellar = c.sellar.procesador
  const seal = { que: 'head of the audit’s chain, and seals', filas: 1, maximo: 1 }
  return [
    una('position of the house, one at a time', 1, posicion),
    una('position of the house, eight at once', 1, cargada),
    juntas('one process, a set after the other', de('entera')),
    juntas('position of the house, sets', de('posicion')),
    juntas('position, sets, standby 10 ms away', de('posicion'), 10),
    juntas('position, sets, standby 50 ms away', de('posicion'), 50),
    una('position of each branch (not made)', SUCURSALES, posicion),
    una('series of the house, one at a time', 1, serie),
    juntas('series of the house, sets', de('serie')),
    una('series of each branch', SUCURSALES, serie),
    una('till of each counter', CAJAS / 2, posicion),
    { ...seal, ms: () => c.sellar.ms, lleno: c.sellar.ms, tomada: decimal(c.sellar.ms) },
    nucleos(`processor, ${cores} cores, one at a time`, cores, c.procesador + sellar),
    nucleos(`processor, ${cores} cores, sets of ${JUNTAS}`, cores, c.procesador32 + sellar),
    nucleos(`processor, 8 cores, sets of ${JUNTAS}`, 8, c.procesador32 + sellar),
  ]
}
