import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { PLAZO } from '../support/plazos.ts'

/*
 * the image and what compose makes of it. Both are read here; where Docker runs and has the bases, the image is
 * built and started. Nothing is fetched for a test but the packages of npm.
 */

const RAIZ = resolve(import.meta.dirname, '../..')
const lee = (name: string) => readFileSync(join(RAIZ, 'despliegue/docker', name), 'utf8')

/** Instructions of the Dockerfile in order, each as one line; arguments of bases put in. */
function instrucciones() {
  const text = lee('Dockerfile')
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

const bases = () =>
  instrucciones()
    .filter(({ orden }) => orden === 'FROM')
    .map(({ resto }) => resto.split(' ')[0] ?? '')

test('the image is built in stages, from named versions, and runs as a user of its own who is asked how he is', () => {
  const all = instrucciones()
  expect(bases()).toHaveLength(2)
  for (const base of bases()) expect(base).toMatch(/^docker\.io\/[a-z/]+:(?!latest)[\w.-]+$/)
  const last = all.slice(all.findLastIndex(({ orden }) => orden === 'FROM'))
  const of = (name: string) => last.filter(({ orden }) => orden === name).map(({ resto }) => resto)
  expect(of('USER')).toEqual(['10001:10001'])
  expect(of('VOLUME')).toEqual(['/datos'])
  expect(of('HEALTHCHECK')).toEqual([expect.stringContaining('["despliegue/cambista", "salud"]')])
  // A shell in between would keep the signal that stops the program.
  expect(of('CMD')).toEqual(['["despliegue/cambista", "start"]'])
  // No tool of the build comes along, and nothing that an address could change meanwhile.
  expect(of('COPY')).toEqual(['--from=paquete /opt/cambista /opt/cambista'])
  expect(all.some(({ orden }) => orden === 'ADD')).toBe(false)
  expect(lee('Dockerfile')).not.toMatch(/curl|wget|CAMBISTA_CLAVE|PASSWORD/)
})

test('compose gives neither service a right or a folder that it does not need, and both 384 MB together', () => {
  const services = lee('compose.yaml')
    .split(/^(?:networks|volumes):$/m)[0]
    ?.split(/^ {2}(?=[a-z]+:$)/m)
    .slice(1)
  expect(services).toHaveLength(2)
  for (const text of services ?? []) {
    expect(text).toContain('read_only: true')
    expect(text).toContain('cap_drop: [ALL]')
    expect(text).toMatch(/security_opt: \[.no-new-privileges:true.\]/)
    expect(text).toMatch(/^ {4}image: (?:cambista|[\w./]+:[\d.]+[\w.-]*)$/m)
    for (const [, port] of text.matchAll(/^ {6}- ([\d.:]+:\d+)$/gm))
      expect(port).toMatch(/^127\.0\.0\.1:/)
  }
  // What comes by the published port comes from the gateway, which is the only one that is answered.
  const gateway = /^ +gateway: (\S+)$/m.exec(lee('compose.yaml'))?.[1]
  expect(services?.at(-1)).toContain(`CAMBISTA_PROXY: \${CAMBISTA_PROXY:-${gateway}}`)
  const limits = (services ?? []).map((text) => Number(/mem_limit: (\d+)m/.exec(text)?.[1]))
  expect(limits.reduce((sum, each) => sum + each, 0)).toBe(384)
})

test('what stands beside the sources and is none of them does not go into the build', () => {
  const out = readFileSync(join(RAIZ, '.dockerignore'), 'utf8').split('\n')
  for (const name of ['.git', 'datos', 'node_modules', 'dist']) expect(out).toContain(name)
})

const docker = (...args: string[]) =>
  spawnSync('docker', args, { encoding: 'utf8', cwd: RAIZ, maxBuffer: 1 << 26 })
const sinDocker =
  docker('info').status !== 0 ||
  bases().some((base) => docker('image', 'inspect', base).status !== 0)

test.skipIf(sinDocker)(
  'the image serves with a read-only root, without rights and in 384 MB (skipped without Docker and the bases)',
  async () => {
    const name = `cambista-prueba-${process.pid}`
    try {
      const built = docker('build', '-f', 'despliegue/docker/Dockerfile', '-t', name, '.')
      expect({ status: built.status, said: built.stderr }).toMatchObject({ status: 0 })
      const limits = ['--read-only', '--tmpfs', '/tmp', '--memory', '384m', '--cap-drop', 'ALL']
      const safe = ['--security-opt', 'no-new-privileges', '--network', 'none']
      safe.push('-e', 'CAMBISTA_PROXY=172.17.0.1')
      expect(docker('run', '-d', '--name', name, ...limits, ...safe, name).status).toBe(0)
      const health = () => docker('exec', name, 'despliegue/cambista', 'salud').stdout.trim()
      await expect.poll(health, { timeout: PLAZO }).toBe('Listo.')
      expect(docker('stop', '-t', '60', name).status).toBe(0)
      expect(docker('inspect', '-f', '{{.State.ExitCode}} {{.State.OOMKilled}}', name).stdout).toBe(
        '0 false\n',
      )
    } finally {
      docker('rm', '-f', '-v', name)
      docker('rmi', '-f', name)
    }
  },
)
