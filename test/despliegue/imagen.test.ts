import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { PLAZO } from '../support/plazos.ts'
import { borrar, carpetaDePruebas, deAjeno } from './apoyo.ts'
import { leerCompose, lint } from './contenedor.ts'
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

test('the linter of dockerfile-utils finds nothing in the Dockerfile, and what it would not know is not there', () => {
  expect(lint(deDocker('Dockerfile'))).toEqual([])
  // ADD fetches addresses and unpacks.
  expect(instrucciones().map(({ orden }) => orden)).not.toContain('ADD')
  // A list of words is JSON: Docker takes anything else for a line of the shell.
  for (const name of ['CMD', 'HEALTHCHECK'])
    for (const each of deLaImagen(name))
      expect(JSON.parse(each.replace(/^--.* CMD /, ''))[0]).toBe('despliegue/cambista')
})

test('the linter says a wrong instruction, flag or stage', () => {
  const wrong = (what: string | RegExp, by: string) =>
    lint(deDocker('Dockerfile').replace(what, by))
  expect(wrong('WORKDIR /opt', 'WORKDIRR /opt')).toEqual(['Unknown instruction: WORKDIRR'])
  expect(wrong('--interval=30s', '--intervall=30s')).toEqual(['Unknown flag: intervall'])
  expect(wrong('EXPOSE 3000', 'EXPOSE puerto')).toEqual(['Invalid containerPort: puerto'])
  expect(wrong(/^FROM .*$/gm, '')).not.toEqual([])
})

test('every key of the compose file is one that Compose knows, and a wrong one is refused', () => {
  expect(leerCompose(deDocker('compose.yaml'))).toBeDefined()
  for (const [what, by] of [
    ['mem_limit:', 'memory_limit:'],
    ['read_only: true', 'read_only: yes please'],
    ['create_host_path:', 'create_hostpath:'],
    ['condition: service_healthy', 'condition: healthy'],
    ['services:', 'service:'],
    ['gateway:', 'gatewy:'],
    // Callers by IPv6 would all have the gateway's address, which is believed of others.
    ['0.0.0.0:443:443', '443:443'],
    ['0.0.0.0:443:443', '"[::]:443:443"'],
    ['    init: true\n', '    init: true\n    init: true\n'],
  ] as const)
    expect(() => leerCompose(deDocker('compose.yaml').replace(what, by)), by).toThrow()
})

test('compose gives neither service a right or a folder that it does not need, and the house 384 MB', () => {
  const { services, networks, volumes } = leerCompose(deDocker('compose.yaml'))
  const { cambista, proxy } = services
  expect(Object.keys(services)).toEqual(['cambista', 'proxy'])
  // Who asks for nothing gets the house alone.
  expect([cambista?.profiles, proxy?.profiles]).toEqual([undefined, ['publica']])
  for (const service of [cambista, proxy]) {
    expect(service?.read_only).toBe(true)
    expect(service?.cap_drop).toEqual(['ALL'])
    expect(service?.security_opt).toEqual(['no-new-privileges:true'])
    expect(service?.image).toMatch(
      /^(?:cambista:\$\{CAMBISTA_VERSION:\?.+\}|[\w./]+:[\d.]+[\w.-]*)$/,
    )
  }
  expect([cambista?.cap_add, proxy?.cap_add]).toEqual([undefined, ['NET_BIND_SERVICE']])
  expect([cambista?.mem_limit, proxy?.mem_limit]).toEqual(['384m', '64m'])
  // In the clear nothing but this machine is served; what comes by either way is answered, and nobody else.
  expect(cambista?.ports).toEqual(['127.0.0.1:3000:3000'])
  expect(proxy?.ports).toEqual(['0.0.0.0:80:80', '0.0.0.0:443:443'])
  const gateway = networks.default?.ipam.config[0]?.gateway
  const caddy = proxy?.networks?.default?.ipv4_address
  expect(cambista?.environment.CAMBISTA_PROXY).toBe(`${gateway},${caddy}`)
  // What the services keep is in a volume that is declared, the copies on a disk that is missed when it is away.
  const kept = [cambista, proxy].flatMap((each) => each?.volumes ?? [])
  const named = kept.filter((each) => typeof each === 'string' && /^\w/.test(each)).map(String)
  expect(named.map((each) => each.split(':')[0])).toEqual(Object.keys(volumes))
  expect(named).toContain('datos:/datos')
  const disk = kept.find((each) => typeof each !== 'string')
  expect(disk).toMatchObject({ bind: { create_host_path: false } })
  expect(cambista?.environment.CAMBISTA_RESPALDO).toMatch(/^\/respaldos\/\w+$/)
})

test('the proxy of the compose file is the tested file, told by variables that it reads', () => {
  const { proxy } = leerCompose(deDocker('compose.yaml')).services
  const [file = ''] = String(proxy?.volumes?.[0]).split(':')
  const text = readFileSync(resolve(RAIZ, 'despliegue/docker', file), 'utf8')
  const read = [...text.matchAll(/\{\$(\w+):/g)].map(([, name]) => name).sort()
  expect(Object.keys(proxy?.environment ?? {}).sort()).toEqual(read)
  expect(proxy?.environment.CAMBISTA_PROGRAMA).toBe('cambista:3000')
})

test('what stands beside the sources and is none of them does not go into the build', () => {
  const out = readFileSync(join(RAIZ, '.dockerignore'), 'utf8').split('\n')
  for (const name of ['.git', 'datos', 'node_modules', 'dist', '**/.env'])
    expect(out).toContain(name)
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

const PROGRAMA = ['despliegue/cambista']
const COMPOSE = ['compose', '-f', 'despliegue/docker/compose.yaml']
const hayCompose = docker('compose', 'version').status === 0

test.skipIf(!hayCompose)(
  'Compose itself takes the file, and refuses a wrong key (skipped without Compose)',
  () => {
    const folder = carpetaDePruebas()
    const judge = (text: string) => {
      const file = join(folder, 'compose.yaml')
      writeFileSync(file, text)
      const env = { ...process.env, CAMBISTA_VERSION: '1', CAMBISTA_DISCO: folder }
      const line = ['compose', '-f', file, '--profile', 'publica', 'config', '-q']
      return spawnSync('docker', line, { encoding: 'utf8', env })
    }
    try {
      const text = deDocker('compose.yaml')
      expect(judge(text)).toMatchObject({ status: 0, stderr: '' })
      expect(judge(text.replace('mem_limit:', 'memory_limit:')).stderr).toContain('memory_limit')
    } finally {
      borrar(folder)
    }
  },
)

test.skipIf(!hayDocker || !hayCompose)(
  'the compose set is one that Compose takes; it serves, copies itself with the memory that docs say, refuses a second one, and is restored (skipped without Docker)',
  async ({ skip }) => {
    skip(!conBases(), 'the bases are not here and could not be fetched')
    const project = `cambista-prueba-${process.pid}`
    const disk = carpetaDePruebas()
    deAjeno(join(disk, 'cambista'))
    const file = join(disk, 'otro.yaml')
    // What belongs to the whole machine would meet a set that serves on it; and where no systemd runs the machine, its
    // disks are no shared mounts.
    writeFileSync(
      file,
      `services:
  cambista: {container_name: ${project}, ports: !reset [], environment: {CAMBISTA_RESPALDO_FRASE: caballo pila grapa correcta luna}, volumes: !override ['datos:/datos', '${disk}:/respaldos']}
networks: {default: {ipam: {config: !override [{subnet: 172.30.78.0/24, gateway: 172.30.78.1}]}}}
`,
    )
    const env = { ...process.env, CAMBISTA_VERSION: project, CAMBISTA_DISCO: disk }
    const compose = (...args: string[]) =>
      spawnSync('docker', [...COMPOSE, '-f', file, '-p', project, ...args], {
        ...{ encoding: 'utf8', cwd: RAIZ, maxBuffer: 1 << 26, env },
      })
    try {
      expect(compose('--profile', 'publica', 'config', '-q')).toMatchObject({ status: 0 })
      expect(compose('up', '-d', '--build')).toMatchObject({ status: 0 })
      const run = (...args: string[]) => compose('exec', '-T', 'cambista', ...PROGRAMA, ...args)
      const alone = (...args: string[]) =>
        compose('run', '--rm', '-T', 'cambista', ...PROGRAMA, ...args)
      const serves = () =>
        expect.poll(() => run('salud').stdout.trim(), { timeout: PLAZO }).toBe('Listo.')
      const memory = (each: string) =>
        expect(docker('update', '--memory', each, '--memory-swap', each, project)).toMatchObject({
          status: 0,
        })
      await serves()
      memory('768m')
      expect(run('respaldo')).toMatchObject({ status: 0 })
      expect(run('respaldo', '--probar-frase')).toMatchObject({ status: 0 })
      memory('384m')
      expect(run('respaldo')).toMatchObject({ status: 0 })
      // a second container on the same data.
      const second = alone('verificar')
      expect(second).toMatchObject({ status: 1 })
      expect(second.stderr).toContain('Otro programa trabaja con la carpeta de datos')
      expect(run('verificar')).toMatchObject({ status: 0 })
      // As after a machine that lost its power: the socket stays, with a number that is another process’s here.
      expect(compose('kill', 'cambista')).toMatchObject({ status: 0 })
      expect(alone('restaurar', '/respaldos/cambista', '--reemplazar')).toMatchObject({ status: 0 })
      expect(compose('up', '-d')).toMatchObject({ status: 0 })
      await serves()
      expect(run('verificar')).toMatchObject({ status: 0 })
    } finally {
      compose('down', '-v', '--rmi', 'local')
      docker('rmi', '-f', `cambista:${project}`)
      borrar(disk)
    }
  },
)

/** Older ones build and do not check. */
const conCheck = hayDocker && docker('build', '--help').stdout.includes('--check')

test.skipIf(!conCheck)(
  'Docker’s own check of the Dockerfile finds nothing (skipped without Docker)',
  () => {
    const checked = docker('build', '--check', '-f', 'despliegue/docker/Dockerfile', '.')
    expect({ status: checked.status, said: checked.stdout }).toMatchObject({ status: 0 })
  },
)
