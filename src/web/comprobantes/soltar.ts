import { type DragEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'

/** Drags that an element under the pointer takes: the page leaves them to it. */
const tomados = new WeakSet<Event>()

/**
 * Properties that make an element accept a file that is dropped on it, unless a dialog lies over it. It needs a button
 * beside it for users without a mouse.
 */
export function useSoltar(poner: (file: File) => void) {
  const [over, setOver] = useState(false)
  return {
    'data-soltar': over || undefined,
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files') || !esDe(event.currentTarget)) return
      event.preventDefault()
      tomados.add(event.nativeEvent)
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false)
      const file = event.dataTransfer.files[0]
      // What is dropped on a dialog that the element opened also comes here.
      if (!file || event.defaultPrevented || !esDe(event.currentTarget)) return
      event.preventDefault()
      poner(file)
    },
  }
}

/** A dialog takes what is pasted or dropped while it is open; what lies under it does not. */
export function esDe(element: Element | null): boolean {
  const top = [...document.querySelectorAll('[role=dialog]')].at(-1)
  return !top || top.contains(element)
}

/** What takes a file on the page that is shown. */
interface Destino {
  /** Its element; null for the page itself. */
  lugar: RefObject<Element | null>
  /** Whether it holds no file. */
  vacio: () => boolean
}

const destinos = new Set<Destino>()

/** Those that could take a file now. */
const posibles = () => [...destinos].filter(({ lugar }) => esDe(lugar.current))

/** Of several, a pasted file goes to the one with the focus in it or in its row, else to the first that is empty. */
function delPegado(): Destino | undefined {
  const all = posibles()
  if (all.length < 2) return all[0]
  const focused = ({ lugar: { current } }: Destino) =>
    (current?.closest('tr, [role=row]') ?? current)?.contains(document.activeElement)
  const before = (a: Destino, b: Destino) =>
    a.lugar.current && b.lugar.current?.compareDocumentPosition(a.lugar.current) === 2 ? -1 : 1
  return all.find(focused) ?? all.filter(({ vacio }) => vacio()).toSorted(before)[0]
}

/**
 * Takes a file that is pasted, or dropped anywhere on the page, unless something else takes it or a dialog lies over
 * `lugar`. Where several could take what is dropped, none does. Answers whether a file that it would take is being
 * dragged over the page.
 */
export function useArchivoEnPagina(
  lugar: RefObject<Element | null>,
  poner: (file: File) => void,
  vacio: () => boolean = () => true,
): boolean {
  const [over, setOver] = useState(false)
  const empty = useEffectEvent(vacio)
  const only = () => posibles().length === 1 && esDe(lugar.current)
  const dragover = useEffectEvent((event: globalThis.DragEvent) => {
    const takes = event.dataTransfer?.types.includes('Files') && !tomados.has(event) && only()
    setOver(takes === true)
    if (!takes || !event.dataTransfer) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
  })
  const drop = useEffectEvent((event: globalThis.DragEvent) => {
    setOver(false)
    const file = event.dataTransfer?.files[0]
    if (!file || event.defaultPrevented || !only()) return
    event.preventDefault()
    poner(file)
  })
  const paste = useEffectEvent((event: ClipboardEvent, own: Destino) => {
    const file = event.clipboardData?.files[0]
    if (!file || event.defaultPrevented || delPegado() !== own) return
    event.preventDefault()
    poner(file)
  })
  useEffect(() => {
    const own = { lugar, vacio: () => empty() }
    destinos.add(own)
    const end = new AbortController()
    const { signal } = end
    addEventListener('dragover', (event) => dragover(event), { signal })
    addEventListener('drop', (event) => drop(event), { signal })
    addEventListener('paste', (event) => paste(event, own), { signal })
    addEventListener('dragleave', (event) => event.relatedTarget === null && setOver(false), {
      signal,
    })
    return () => {
      destinos.delete(own)
      end.abort()
    }
  }, [lugar])
  return over
}

/** Properties of a field that takes a file: pasted, dropped on it, or dropped anywhere where it is the only one. */
export function useCampoDeArchivo(poner: (file: File) => void, vacio: boolean) {
  const ref = useRef<HTMLDivElement>(null)
  const page = useArchivoEnPagina(ref, poner, () => vacio)
  const own = useSoltar(poner)
  return { ref, ...own, 'data-soltar': page || own['data-soltar'] }
}
