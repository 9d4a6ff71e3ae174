import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { borrar, correr } from './apoyo.ts'
import { deLaImagen, UNIDAD, valores, variables } from './servicio.ts'
import { puesto } from './version.ts'

/*
 * R-402 without systemd and Docker: what the unit and the image say of user, folders, variables and commands is started in
 * a root of its own that cannot be written, with a network of its own, without a right of the system. It takes root and
 * the namespaces of Linux; memory and system calls are not limited here.
 */

const { status: puede } = spawnSync('unshare', [
  ...['--mount', '--net', '--pid', '--fork', 'sh', '-c'],
  'ip link set lo up && mount -t tmpfs prueba /mnt',
])
const POR_QUE = puede === 0 ? '' : ' (skipped: unshare may not make namespaces, or there is no ip)'

const casa = puesto()
const { raiz, version, en } = casa
beforeAll(async () => {
  if (puede === 0) await casa.instalar()
})
afterAll(() => borrar(raiz))

/** What is started, and what it finds around it. */
interface Encargo {
  /** Where the program lies, and the folder in which the command starts. */
  programa: string
  carpeta: string
  usuario: { nombre: string; uid: number; casa: string }
  /** Folders that the user may write, by where they are. */
  suyas: string[]
  /** Files that he alone reads. */
  secretos: Record<string, string>
  variables: string[]
  empieza: string[]
  pregunta: string[]
}

const UMBRAL_SEGUNDOS = 600
const shell = (words: readonly string[]) =>
  words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ')

/** The script that makes the root and starts the command in it; its last line is how the command ended. */
function guion(name: string, encargo: Encargo): string {
  const { programa, carpeta, usuario, suyas, secretos, empieza, pregunta } = encargo
  const at = join(raiz, name)
  mkdirSync(join(at, 'raiz'), { recursive: true })
  const { uid, nombre } = usuario
  const passwd = `${readFileSync('/etc/passwd', 'utf8')}${nombre}:x:${uid}:${uid}::${usuario.casa}:/bin/false\n`
  writeFileSync(join(at, 'passwd'), passwd)
  const binds = suyas.map((path) => {
    const folder = join(at, 'suyas', path)
    mkdirSync(folder, { recursive: true })
    chownSync(folder, uid, uid)
    chmodSync(folder, 0o700)
    return `mkdir -p ./${path} && mount --bind ${shell([folder])} ./${path}`
  })
  const files = Object.entries(secretos).map(([path, text]) => {
    const folder = shell([`.${dirname(path)}`])
    return `mkdir -p ${folder} && printf %s ${shell([text])} > .${path} && chmod 0400 .${path} && chown ${uid} .${path}`
  })
  const dentro = (words: readonly string[]) =>
    shell([
      ...['chroot', join(at, 'raiz'), 'setpriv', `--reuid=${uid}`, `--regid=${uid}`],
      ...['--clear-groups', '--no-new-privs', '--bounding-set=-all', '--inh-caps=-all'],
      ...['env', '-i', '-C', carpeta, 'PATH=/usr/bin:/bin', ...encargo.variables, ...words],
    ])
  return `set -e
    export PATH=/usr/sbin:/usr/bin:/sbin:/bin
    ip link set lo up
    mount --make-rprivate /
    mount -t tmpfs -o mode=755 raiz ${shell([join(at, 'raiz')])}
    cd ${shell([join(at, 'raiz')])}
    for name in usr bin sbin lib lib64 etc; do
      if [ -L /$name ]; then cp -P /$name .
      elif [ -d /$name ]; then mkdir $name; mount --bind /$name $name; mount -o remount,bind,ro $name; fi
    done
    mount --bind ${shell([join(at, 'passwd')])} etc/passwd
    mkdir dev proc tmp
    mount --rbind /dev dev
    mount -t proc proc proc
    mount -t tmpfs -o mode=1777 tmp tmp
    mkdir -p .${programa}
    mount --bind ${shell([en(version)])} .${programa}
    mount -o remount,bind,ro .${programa}
    ${[...binds, ...files].join('\n')}
    mount -o remount,ro ${shell([join(at, 'raiz')])}
    cd /
    ${dentro(empieza)} &
    p=$!
    n=0
    until ${dentro(pregunta)}; do
      kill -0 $p || break
      n=$((n + 1))
      [ $n -lt ${UMBRAL_SEGUNDOS} ] || break
      sleep 1
    done
    grep -E '^(Uid|CapEff|CapBnd|NoNewPrivs)' ${shell([join(at, 'raiz')])}/proc/$p/status || true
    kill -TERM $p || true
    set +e
    wait $p
    echo "Terminó con $?."`
}

async function arranca(name: string, encargo: Encargo): Promise<string> {
  const script = join(raiz, `${name}.sh`)
  writeFileSync(script, guion(name, encargo))
  const line = ['unshare', '--mount', '--net', '--pid', '--fork', '--kill-child', 'sh', script]
  return (await correr(line, { carpeta: '/' })).dicho
}

const expectServido = (said: string, uid: number) => {
  expect(said).toMatch(/^Listo\.$/m)
  expect(said).toMatch(new RegExp(`^Uid:\\s${uid}\\s${uid}\\s`, 'm'))
  expect(said).toMatch(/^CapEff:\s0+$/m)
  expect(said).toMatch(/^CapBnd:\s0+$/m)
  expect(said).toMatch(/^NoNewPrivs:\s1$/m)
  expect(said).toMatch(/Terminó con 0\.\n$/)
}

test.skipIf(puede !== 0)(
  `what the unit says starts, serves and stops in order${POR_QUE}`,
  async () => {
    const text = readFileSync(UNIDAD, 'utf8')
    const one = (setting: string) => valores(setting, text).at(-1) ?? ''
    const [credencial = ''] = one('LoadCredential').split(':')
    const credenciales = '/run/credentials/cambista.service'
    const empieza = one('ExecStart').split(' ')
    const said = await arranca('unidad', {
      programa: one('WorkingDirectory'),
      carpeta: one('WorkingDirectory'),
      usuario: { nombre: one('User'), uid: 65_533, casa: '/nonexistent' },
      suyas: [
        ...valores('StateDirectory', text).map((folder) => `/var/lib/${folder}`),
        ...valores('CacheDirectory', text).map((folder) => `/var/cache/${folder}`),
      ],
      secretos: { [`${credenciales}/${credencial}`]: 'ab'.repeat(32) },
      variables: [
        ...variables(valores('Environment', text)),
        `CREDENTIALS_DIRECTORY=${credenciales}`,
      ],
      empieza,
      pregunta: [empieza[0] ?? '', 'salud'],
    })
    expectServido(said, 65_533)
    // It was given its key, and keeps its compiled code.
    expect(said).not.toContain('Aviso')
    const suyas = join(raiz, 'unidad/suyas/var')
    expect(readdirSync(join(suyas, 'lib/cambista/secretos'))).not.toContain('cambista.clave')
    expect(readdirSync(join(suyas, 'cache/cambista'))).not.toEqual([])
  },
)

test.skipIf(puede !== 0)(
  `what the image says starts, is healthy and stops in order${POR_QUE}`,
  async () => {
    const one = (name: string) => deLaImagen(name).at(-1) ?? ''
    const uid = Number(one('USER').split(':')[0])
    const salud = one('HEALTHCHECK').replace(/^.*? CMD /, '')
    const said = await arranca('imagen', {
      programa: one('COPY').split(' ').at(-1) ?? '',
      carpeta: one('WORKDIR'),
      usuario: { nombre: 'cambista', uid, casa: '/datos' },
      suyas: deLaImagen('VOLUME'),
      secretos: {},
      // As docs/despliegue.md starts it.
      variables: [...variables(deLaImagen('ENV')), 'CAMBISTA_PROXY=172.17.0.1'],
      empieza: JSON.parse(one('CMD')),
      pregunta: JSON.parse(salud),
    })
    expectServido(said, uid)
  },
)
