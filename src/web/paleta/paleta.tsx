import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { MAX_BUSCAR } from '../../core/contract.ts'
import { Modal } from '../crud/modal.tsx'
import { enRuta } from '../marco/navegacion.tsx'
import { adelantar } from './adelanto.ts'
import type { PaletaProps } from './atajos.tsx'
import { mejores, palabrasDe } from './busqueda.ts'
import { accionesDe, buscablesDe, HACER, type Linea, paginasDe } from './catalogo.ts'
import { useHallados } from './hallados.ts'
import classes from './paleta.module.css'
import { recientesDe, recordar } from './recientes.ts'
import { Teclas } from './teclas.tsx'

/** Pages and actions shown for what was typed. */
const CUANTAS = 7

/** The palette, or the keys of the page, over whatever is open. */
export default function Paleta(props: PaletaProps) {
  const { que, cerrar } = props
  return (
    <Modal
      opened
      onClose={cerrar}
      title={que === 'paleta' ? 'Ir a, hacer o buscar' : 'Teclas de esta página'}
      size="lg"
      // Its top stays where it is while its lines come and go.
      centered={false}
      yOffset="8dvh"
      transitionProps={{ duration: 0 }}
    >
      {que === 'paleta' ? <Buscar {...props} /> : <Teclas hace={accionesDe(props.usuario)} />}
    </Modal>
  )
}

/** What is offered for `typed`: without anything typed, what was opened last and what can be done. */
function useLineas({ usuario, calculadora }: PaletaProps, typed: string) {
  const fijas = useMemo(
    () => ({
      recientes: recientesDe(usuario.id),
      propias: [
        ...accionesDe(usuario),
        ...(calculadora ? [{ grupo: HACER, texto: 'Calculadora', a: '' }] : []),
        ...paginasDe(usuario),
      ],
      listas: buscablesDe(usuario),
    }),
    [usuario, calculadora],
  )
  const { lineas: hallados, busca, atrasadas, fallo } = useHallados(fijas.listas, typed)
  // Once a key, not once for each list that answers.
  const own = useMemo(() => {
    const words = palabrasDe(typed)
    if (words.length === 0) return [...fijas.recientes, ...fijas.propias]
    return mejores(
      fijas.propias,
      words,
      ({ texto, nota, alias, tambien }) => [texto, nota, alias, tambien].join(' '),
      ({ texto, alias = texto }) => [texto, alias],
    ).slice(0, CUANTAS)
  }, [fijas, typed])
  // The first line is of an earlier search: another digit may make it another record.
  const otra = own.length === 0 && atrasadas
  return { lineas: [...own, ...hallados] as Linea[], busca, otra, fallo }
}

function Buscar(props: PaletaProps) {
  const { usuario, calculadora, cerrar } = props
  const [texto, setTexto] = useState('')
  const [marcada, setMarcada] = useState(0)
  const navigate = useNavigate()
  const typed = texto.trim()
  const { lineas, busca, otra, fallo } = useLineas(props, typed)
  // Enter before the lists have answered takes the first line that comes.
  const enter = useRef(false)
  const elegir = (linea: Linea) => {
    cerrar()
    if (linea.a === '') return calculadora?.()
    recordar(usuario.id, linea)
    if (linea.tecla) adelantar()
    void navigate({ to: linea.a, search: enRuta(linea.search ?? {}) })
  }
  const settled = useEffectEvent(() => {
    const [first] = lineas
    if (enter.current && first) elegir(first)
    enter.current = false
  })
  useEffect(() => {
    if (!busca) settled()
  }, [busca])
  useEffect(() => {
    document.getElementById(`paleta-${marcada}`)?.scrollIntoView({ block: 'nearest' })
  }, [marcada])
  const press = (event: KeyboardEvent) => {
    const last = lineas.length - 1
    const { key } = event
    if (event.nativeEvent.isComposing) return
    if (key === 'ArrowDown') setMarcada(marcada >= last ? 0 : marcada + 1)
    else if (key === 'ArrowUp') setMarcada(marcada <= 0 ? last : marcada - 1)
    else if (key === 'Enter') {
      const linea = lineas[marcada]
      // Whoever went down the list has read it; whoever did not takes the first line of what is typed.
      if (linea && !(otra && marcada === 0)) elegir(linea)
      else enter.current = busca
    } else return
    event.preventDefault()
  }
  return (
    <div className="pila hueco-8">
      <input
        data-autofocus
        className={classes.caja}
        type="text"
        role="combobox"
        aria-label="Buscar páginas, acciones, clientes y números"
        aria-expanded="true"
        aria-controls="paleta-lista"
        aria-activedescendant={lineas.length > 0 ? `paleta-${marcada}` : undefined}
        placeholder="Página, acción, cliente, cuenta o número"
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_BUSCAR}
        value={texto}
        onChange={(event) => {
          enter.current = false
          setTexto(event.currentTarget.value)
          setMarcada(0)
        }}
        onKeyDown={press}
      />
      <Lineas lineas={lineas} marcada={marcada} elegir={elegir} />
      <p role="status" className="nota">
        {dicho(lineas.length > 0, busca, fallo)}
      </p>
    </div>
  )
}

/** What is said below the lines: that nothing was found only where everything was looked through. */
function dicho(hay: boolean, busca: boolean, fallo: boolean): string {
  if (fallo) return 'El servidor no respondió: solo se buscó entre páginas y acciones.'
  if (hay) return ''
  return busca ? 'Buscando…' : 'Nada coincide.'
}

function Lineas(props: {
  lineas: readonly Linea[]
  marcada: number
  elegir: (linea: Linea) => void
}) {
  const numbered = props.lineas.map((linea, at) => ({ linea, at }))
  return (
    <div id="paleta-lista" role="listbox" aria-label="Resultados" className={classes.lista}>
      {[...Map.groupBy(numbered, ({ linea }) => linea.grupo)].map(([grupo, filas]) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
        <div key={grupo} role="group" aria-label={grupo}>
          <div className={classes.grupo} aria-hidden="true">
            {grupo}
          </div>
          {filas.map(({ linea, at }) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the keys of the list
            <div
              key={`${linea.a} ${linea.texto}`}
              id={`paleta-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === props.marcada}
              className={classes.linea}
              onClick={() => props.elegir(linea)}
            >
              <span>{linea.texto}</span>
              {linea.nota && <span className="nota">{linea.nota}</span>}
              {linea.tecla && <kbd>{linea.tecla}</kbd>}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
