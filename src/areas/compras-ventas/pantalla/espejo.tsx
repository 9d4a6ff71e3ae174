import { useEffect, useRef } from 'react'
import { formatTasa } from '../../../core/formato.ts'
import type { Borrador, Calculo } from '../mostrador/calculo/tipos.ts'
import { abrirCanal, type Cuadro } from './canal.ts'

/** What the house does, as the counter says it too. */
const WORDS = { compra: 'Compramos', venta: 'Vendemos', canje: 'Cambiamos' } as const

/** Shows what is typed at the counter on the client's screen. Draws nothing here. */
export default function Espejo({ borrador, calculo }: { borrador: Borrador; calculo: Calculo }) {
  const { tasa, valor_tasa, manos } = calculo
  const cuadro: Cuadro | null = tasa && {
    titulo: `${WORDS[borrador.tipo]} ${tasa.divisa.nombre.toLowerCase()}`,
    tasa: valor_tasa && formatTasa(valor_tasa, tasa.precision),
    manos,
  }
  const text = JSON.stringify(cuadro)
  const last = useRef<{ text: string; canal: ReturnType<typeof abrirCanal> | null }>({
    text,
    canal: null,
  })
  useEffect(() => {
    const tell = () => last.current.canal?.decir({ cuadro: JSON.parse(last.current.text) })
    const canal = abrirCanal((aviso) => 'hola' in aviso && tell())
    last.current.canal = canal
    return () => {
      canal.decir({ cuadro: null })
      canal.cerrar()
    }
  }, [])
  useEffect(() => {
    last.current.text = text
    last.current.canal?.decir({ cuadro: JSON.parse(text) })
  }, [text])
  return null
}
