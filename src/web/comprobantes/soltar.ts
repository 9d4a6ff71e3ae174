import { type DragEvent, useState } from 'react'

/** Properties that make an element accept a dropped file. It needs a button beside it for users without a mouse. */
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
