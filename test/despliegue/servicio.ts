import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/* What the unit of systemd and the image say, as the tests read them. */

export const RAIZ = resolve(import.meta.dirname, '../..')

export const deDocker = (name: string) =>
  readFileSync(join(RAIZ, 'despliegue/docker', name), 'utf8')

/** Instructions of the Dockerfile in order, each as one line; arguments of bases put in. */
export function instrucciones() {
  const text = deDocker('Dockerfile')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, ' ')
  const args = new Map([...text.matchAll(/^ARG (\w+)=(\S+)$/gm)].map(([, k, v]) => [k, v]))
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.replace(/^(FROM )\$\{(\w+)\}/, (_, from, name) => from + args.get(name)))
    .map((line) => {
      const [, orden = '', resto = ''] = /^(\w+) (.*)$/.exec(line) ?? []
      return { orden, resto }
    })
}

/** Of the stage that is run: what an instruction says, each time. */
export function deLaImagen(name: string): string[] {
  const all = instrucciones()
  const last = all.slice(all.findLastIndex(({ orden }) => orden === 'FROM'))
  return last.filter(({ orden }) => orden === name).map(({ resto }) => resto)
}

export const UNIDAD = join(RAIZ, 'despliegue/systemd/cambista.service')
export const ACTUALIZA = join(RAIZ, 'despliegue/systemd/cambista-actualizar@.service')

/** Every value of a setting of a unit; an empty line is one, too. */
export const valores = (name: string, text: string) =>
  [...text.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value)

/** Variables of lines such as `A=1 B=2`. */
export const variables = (lines: readonly string[]) =>
  lines.flatMap((line) => line.trim().split(/\s+/))
