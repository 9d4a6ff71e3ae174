import { type AnchorHTMLAttributes, type MouseEvent, type Ref, useRef } from 'react'
import { parseSearch, stringifySearch } from './consulta.ts'
import { useRuteo } from './hooks.ts'
import { irA, preload } from './ruteo.ts'

interface Props extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  to: string
  search?: Readonly<Record<string, string | undefined>>
  /** Only its own address is the current one, whatever is searched there; else those below it too. */
  exacto?: boolean
  ref?: Ref<HTMLAnchorElement>
}

/** Waiting time before the code of a link under the pointer is fetched. */
const INTENT_MS = 60

/** A link within the app. It tells whether it leads to where one is, and fetches its screen when somebody is about to use it. */
export function Link({ to, search = {}, exacto = false, onClick, ...rest }: Props) {
  const active = useRuteo(({ location }) => {
    const here = location.pathname
    if (exacto) return here === to
    if (here !== to && !here.startsWith(`${to}/`)) return false
    const asked = parseSearch(location.search)
    return Object.entries(search).every(([k, v]) => v === undefined || asked[k] === v)
  })
  const intent = useRef<ReturnType<typeof setTimeout>>(undefined)
  const about = () => {
    clearTimeout(intent.current)
    intent.current = setTimeout(() => preload(to), INTENT_MS)
  }
  const not = () => clearTimeout(intent.current)
  const href = to + stringifySearch(search)
  function go(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    const own = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey
    const elsewhere = rest.target !== undefined && rest.target !== '_self'
    if (event.defaultPrevented || own || elsewhere || event.button !== 0) return
    event.preventDefault()
    irA(href)
  }
  return (
    <a
      {...rest}
      {...(active && { 'data-status': 'active', 'aria-current': 'page' as const })}
      href={href}
      onClick={go}
      onFocus={about}
      onMouseEnter={about}
      onBlur={not}
      onMouseLeave={not}
      onTouchStart={() => preload(to)}
    />
  )
}
