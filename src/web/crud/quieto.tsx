import { isValidElement, memo, type ReactNode, useLayoutEffect, useRef } from 'react'

type Props = Record<string, unknown>
type Parte = (props: never) => ReactNode

/**
 * The same part, drawn again only when what it shows changes: data and elements that look the same are the same, and its
 * functions never count. So a key typed into one field draws what follows from it and nothing else. Its functions must
 * only be called after it is drawn, by events or effects: they are always those of the latest drawing.
 */
export function quieto<P extends Parte>(part: P): P {
  // biome-ignore lint/correctness/noComponentHookFactories: made once, where a module declares its part.
  const Part = memo(part as unknown as (props: Props) => ReactNode, iguales)
  // biome-ignore lint/correctness/noComponentHookFactories: the same.
  function Quieto(props: Props) {
    const latest = useRef(props)
    const stable = useRef<Props>({})
    useLayoutEffect(() => {
      latest.current = props
    })
    const given: Props = {}
    for (const [name, value] of Object.entries(props)) {
      if (typeof value !== 'function') given[name] = value
      else {
        stable.current[name] ??= (...args: unknown[]) =>
          (latest.current[name] as ((...args: unknown[]) => unknown) | undefined)?.(...args)
        given[name] = stable.current[name]
      }
    }
    return <Part {...given} />
  }
  return Quieto as unknown as P
}

/** Whether two values show the same: elements of one kind with the same properties, lists and records of the same values. */
export function iguales(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) return false
  if (isValidElement(a) && isValidElement(b)) {
    return a.type === b.type && a.key === b.key && iguales(a.props, b.props)
  }
  if (!llano(a) || !llano(b) || Array.isArray(a) !== Array.isArray(b)) return false
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => name in b && iguales((a as Props)[name], (b as Props)[name]))
  )
}

const llano = (value: object) =>
  Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype
