import { type DragEvent, useState } from 'react'

/** What makes a place take a dropped file: the mouse's way; a button beside it is everybody's. */
export function useSoltar(poner: (file: File) => void) {
  const [over, setOver] = useState(false)
  return {
    'data-soltar': over || undefined,
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false)
      const file = event.dataTransfer.files[0]
      if (!file) return
      event.preventDefault()
      poner(file)
    },
  }
}
