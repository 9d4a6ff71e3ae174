import { useEffect, useRef } from 'react'
import { formatTasa } from '../../../core/formato.ts'
import type { Borrador, Calculo, Opciones } from '../mostrador/calculo/tipos.ts'
import { lineaEnPalabras, lineasDe, manosJuntas } from '../tickets/juntas.ts'
import { abrirCanal, type Cuadro } from './canal.ts'

/** What the house does, as the counter says it too. */
const WORDS = { compra: 'Compramos', venta: 'Vendemos', canje: 'Cambiamos' } as const

interface Props {
  opciones: Opciones
  borrador: Borrador
  calculo: Calculo
}

/** Shows what is typed at the counter on the client's screen. Draws nothing here. */
export default function Espejo({ opciones, borrador, calculo }: Props) {
  const { tasa, valor_tasa, manos } = calculo
  const ticket = (borrador.otras ?? []).length > 0 ? lineasDe(opciones, borrador) : []
  const cuadro: Cuadro | null = tasa && {
    titulo:
      ticket.length > 0
        ? 'Su ticket'
        : `${WORDS[borrador.tipo]} ${tasa.divisa.nombre.toLowerCase()}`,
    tasa: valor_tasa && formatTasa(valor_tasa, tasa.precision),
    manos: ticket.length > 0 ? manosJuntas(opciones, ticket) : manos,
    lineas: ticket.map((linea) => lineaEnPalabras(linea, opciones.funcional)),
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
