import type { Dispatch, SetStateAction } from 'react'
import { flushSync } from 'react-dom'
import { notify } from '../../../web/avisos/notify.ts'
import { calcular, empezar } from '../mostrador/calculo/calculo.ts'
import type { Borrador, Opciones } from '../mostrador/calculo/tipos.ts'
import { cabeOtra } from './juntas.ts'

export type Juntar = ReturnType<typeof useJuntar>

/** A draft as a line that waits: its client and the other lines stay with the draft at the counter. */
const suelta = ({ otras: _, cliente: __, busqueda: ___, ...rest }: Borrador): Borrador => ({
  ...rest,
  cliente: null,
  busqueda: '',
})

/** Puts operations into the ticket of the counter and takes them out again. */
export function useJuntar(
  opciones: Opciones,
  borrador: Borrador,
  setBorrador: Dispatch<SetStateAction<Borrador>>,
) {
  const { otras = [], cliente, busqueda } = borrador
  const set = (next: Borrador) => {
    flushSync(() => setBorrador(next))
    document.getElementById(`campo-${next.lado}`)?.focus()
  }
  const vacia = (rest: readonly Borrador[]) =>
    empezar(opciones, borrador.tipo, { cliente, busqueda, otras: rest })
  return {
    /** Keeps what is typed as a line and starts the next one. */
    agregar() {
      const { problema, campo } = calcular(opciones, borrador)
      if (problema) {
        document.getElementById(campo ?? '')?.focus()
        notify('warning', problema)
      } else if (cabeOtra(borrador)) set(vacia([...otras, suelta(borrador)]))
    },
    /** Takes a line back to the counter; what is typed there waits instead. */
    cambiar(n: number) {
      const one = otras[n]
      if (!one) return
      const rest = otras.filter((_, i) => i !== n)
      const kept = borrador.valor === null ? rest : [...rest, suelta(borrador)]
      set({ ...one, cliente, busqueda, otras: kept })
    },
    quitar(n: number) {
      set({ ...borrador, otras: otras.filter((_, i) => i !== n) })
    },
  }
}
