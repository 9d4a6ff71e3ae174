import { useEffect } from 'react'

/** Tells the screen around a form that something on which its fields depend was typed into it. */
export function Seguir({ change, follow }: { change: boolean; follow: () => void }) {
  useEffect(() => {
    if (change) follow()
  })
  return null
}
