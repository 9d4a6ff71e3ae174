import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Components whose styles every screen needs, in the order of `src/web/tema/mantine.css`, which has them. */
const SIEMPRE = /\/(?:UnstyledButton|CloseButton|Loader|Input|Button|Paper|Group|Flex)\.mjs$/
const COMPONENT = /@mantine\/core\/esm\/components\/(\w+)\/(\w+)\.mjs$/

/**
 * The styles of a component come with its code. What it is made of is imported before it, so its own rules come after
 * those, as the library asks for.
 */
export function stylesWithComponents(root: string): Plugin {
  return {
    name: 'styles-with-components',
    transform: {
      filter: { id: COMPONENT },
      handler(code, id) {
        const [, folder, name] = id.match(COMPONENT) ?? []
        const file = `@mantine/core/styles/${name}.layer.css`
        if (folder !== name || SIEMPRE.test(id)) return null
        if (!existsSync(join(root, 'node_modules', file))) return null
        return `import '${file}'\n${code}`
      },
    },
  }
}
