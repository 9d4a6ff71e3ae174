import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PLAZO } from '../support/plazos.ts'
import { deDocker, deLaImagen, instrucciones, RAIZ } from './servicio.ts'

/*
 * the image and what compose makes of it. Both are read here; where a Docker daemon answers, the image is built and
 * started. `arranque.test.ts` starts what it says without Docker.
 */

const bases = () =>
  instrucciones()
    .filter(({ orden }) => orden === 'FROM')
    .map(({ resto }) => resto.split(' ')[0] ?? '')

test('the image is built in stages, from named versions, and runs as a user of its own who is asked how he is', () => {
  expect(bases()).toHaveLength(2)
  for (const base of bases()) expect(base).toMatch(/^docker\.io\/[a-z/]+:(?!latest)[\w.-]+$/)
  expect(deLaImagen('USER')).toEqual(['10001:10001'])
  expect(deLaImagen('VOLUME')).toEqual(['/datos'])
  expect(deLaImagen('HEALTHCHECK')).toEqual([
    expect.stringContaining('["despliegue/cambista", "salud"]'),
  ])
  // A shell in between would keep the signal that stops the program.
  expect(deLaImagen('CMD')).toEqual(['["despliegue/cambista", "start"]'])
  // No tool of the build comes along, and nothing that an address could change meanwhile.
  expect(deLaImagen('COPY')).toEqual(['--from=paquete /opt/cambista /opt/cambista'])
  expect(deDocker('Dockerfile')).not.toMatch(/curl|wget|CAMBISTA_CLAVE|PASSWORD/)
})

/** What Docker knows; ADD is not among them, since it fetches addresses and unpacks. */
const CONOCIDAS = /^(ARG|FROM|WORKDIR|COPY|RUN|ENV|VOLUME|EXPOSE|USER|HEALTHCHECK|CMD)$/

test('every line of the Dockerfile is an instruction that Docker knows, and what it copies is there', () => {
  for (const { orden, resto } of instrucciones()) {
    expect(orden).toMatch(CONOCIDAS)
    expect(resto).not.toBe('')
  }
  // A list of words is JSON: Docker takes anything else for a line of the shell.
  for (const name of ['CMD', 'HEALTHCHECK'])
    for (const each of deLaImagen(name))
      expect(JSON.parse(each.replace(/^--.* CMD /, ''))[0]).toBe('despliegue/cambista')
  for (const each of deLaImagen('ENV').flatMap((line) => line.trim().split(/\s+/)))
    expect(each).toMatch(/^[A-Z_]+=\S+$/)
})

test('compose gives neither service a right or a folder that it does not need, and both 384 MB together', () => {
  const services = deDocker('compose.yaml')
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
  const gateway = /^ +gateway: (\S+)$/m.exec(deDocker('compose.yaml'))?.[1]
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
const hayDocker = docker('info').status === 0
if (!hayDocker) console.log('imagen: no Docker daemon answers, so the image is read and not built.')

/** Whether the bases are there, or could be fetched. */
const conBases = () =>
  bases().every(
    (base) =>
      docker('image', 'inspect', base).status === 0 || docker('pull', '-q', base).status === 0,
  )

test.skipIf(!hayDocker)(
  'the image serves with a read-only root, without rights and in 384 MB (skipped without Docker)',
  async ({ skip }) => {
    skip(!conBases(), 'the bases are not here and could not be fetched')
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
