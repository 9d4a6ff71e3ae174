import { useEffect } from 'react'

/** Reports a change of a typed value on which the fields of the surrounding screen depend. */
export function Seguir({ change, follow }: { change: boolean; follow: () => void }) {
  useEffect(() => {
    if (change) follow()
  })
  return null
}
