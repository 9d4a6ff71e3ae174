import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Components whose styles every screen needs, in the order of `src/web/tema/mantine.css`, which has them. */
const SIEMPRE = /\/(?:UnstyledButton|CloseButton|Loader|Input|Button|Paper|Group|Flex)\.mjs$/
/** A component: a file with the name of its folder. */
const COMPONENT = /@mantine\/core\/esm\/.*\/(\w+)\/\1\.mjs$/
const STYLES = 'node_modules/@mantine/core/styles'
/** Styles that belong to no component; `src/web/tema` has ours. */
const OF_NONE = ['baseline', 'default-css-variables', 'global']

/**
 * The styles of a component come with its code. What it is made of is imported before it, so its own rules come after
 * those, as the library asks for. Each must be found: when an update of the library moves one, the build fails.
 */
export function stylesWithComponents(root: string): Plugin {
  const names = globSync('*.layer.css', { cwd: join(root, STYLES) }).map(
    (file) => file.split('.')[0] ?? '',
  )
  return {
    name: 'styles-with-components',
    buildStart() {
      const found = globSync('node_modules/@mantine/core/esm/**/*.mjs', { cwd: root }).flatMap(
        (path) => path.match(COMPONENT)?.[1] ?? [],
      )
      const lost = names.filter((name) => !found.includes(name) && !OF_NONE.includes(name))
      if (lost.length) this.error(`styles without a component: ${lost.join(', ')}`)
    },
    transform: {
      filter: { id: COMPONENT },
      handler(code, id) {
        const name = id.match(COMPONENT)?.[1] ?? ''
        if (SIEMPRE.test(id) || !names.includes(name)) return null
        return `import '@mantine/core/styles/${name}.layer.css'\n${code}`
      },
    },
  }
}
