import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect } from 'vitest'
import { carpetaDePruebas, copiaDeFuentes, correr, deAjeno, libre } from './apoyo.ts'
import { ACTUALIZA, valores, variables } from './servicio.ts'

/*
 * A version that is installed as docs/despliegue.md says, its later ones, and the service of it: a pair of scripts that do
 * what systemd does. One starts the program of the link and waits until it serves or ends, the other ends it.
 */

export const NUEVA = '99.0.0'
const PLATAFORMA = `${process.platform}-${process.arch}`
const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')

export const migracion = (v: string) => `db/${v.replaceAll('.', '')}-prueba.sql`

export function edit(path: string, from: string, to: string): void {
  const text = readFileSync(path, 'utf8')
  expect(text).toContain(from)
  // Written anew: the file may be a hard link.
  rmSync(path)
  writeFileSync(path, text.replace(from, to))
}

/** It upgrades the database and then does not start. */
export const noEmpieza = (folder: string) =>
  edit(
    join(folder, 'src/main.casa.ts'),
    'await migrate(postgres.url)',
    "await migrate(postgres.url)\n    if (!('ensayo' in como)) throw new Error('No puede.')",
  )

/** Where a later version stops once, for ever, on the house in `datos`: where `espera-WORD` lies beside that folder. */
const PAUSAS = {
  migrando: ['src/server/db/migrate.ts', 'await runAll(client, migration.files)'],
  migrada: ['src/main.casa.ts', 'await migrate(postgres.url)'],
  verificando: ['scripts/verificar.ts', 'const config = readConfig(process.env)'],
} as const

/** It says where it stops: in the middle of the upgrade of the database, after it, and before it verifies. */
export const conPausas = (datos: string) => (folder: string) => {
  for (const [word, [file, line]] of Object.entries(PAUSAS)) {
    // The version before has them already.
    if (readFileSync(join(folder, file), 'utf8').includes(`Se espera: ${word}.`)) continue
    const there = `'node:fs').then(({ rmSync }) => rmSync('${datos}/../espera-${word}'))`
    edit(
      join(folder, file),
      line,
      `${line}
      if (process.env.CAMBISTA_DATOS === '${datos}')
        await import(${there}.then(() => { console.log('Se espera: ${word}.'); return new Promise(() => setInterval(() => {}, 1e6)) }, () => {})`,
    )
  }
}

/**
 * The packages of a light version: none. They are those of the installed version, found in the folder above, as Node looks
 * for them; what is 180 of 220 MB, Node and PostgreSQL, is not packed, unpacked and written for each test.
 */
function sinPaquetes(folder: string, instalada: string): void {
  const node = join(folder, 'node_modules', `node-${PLATAFORMA}`, 'bin')
  mkdirSync(node, { recursive: true })
  writeFileSync(
    join(node, 'node'),
    `#!/bin/sh\nexec '${join(instalada, 'node_modules', `node-${PLATAFORMA}`, 'bin/node')}' "$@"\n`,
  )
  chmodSync(join(node, 'node'), 0o755)
  const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8')
  writeFileSync(join(folder, 'node_modules/.stamp'), sha256(lock + PLATAFORMA))
}

interface Posterior {
  v?: string
  antes?: string
}

/** Run in the sources: puts what the package of this version has into a folder, linked where that can be. */
const COLOCAR = `
  import fs from 'node:fs'
  import { contenido } from './scripts/despliegue/contenido.ts'
  const en = process.argv[1]
  fs.mkdirSync(en)
  for (const pieza of contenido().piezas) {
    const path = en + '/' + pieza.nombre
    if (pieza.carpeta) fs.mkdirSync(path, { recursive: true })
    else if (pieza.enlace) fs.symlinkSync(pieza.enlace, path)
    else if (pieza.archivo) {
      const real = fs.realpathSync(pieza.archivo)
      try { fs.linkSync(real, path) } catch { fs.copyFileSync(real, path) }
    } else fs.writeFileSync(path, pieza.texto)
  }`

/** What one file of tests has of an installed version. */
export type Puesto = ReturnType<typeof puesto>

/** Installs this version in a folder of its own and makes the scripts of its service. `env`: more of the service. */
export function puesto(more: NodeJS.ProcessEnv = {}) {
  const raiz = carpetaDePruebas()
  const opt = deAjeno(join(raiz, 'opt con espacio'))
  const casa = deAjeno(join(raiz, 'casa'))
  const fuentes = copiaDeFuentes(join(raiz, 'fuentes'))
  const { version, scripts } = JSON.parse(readFileSync(join(fuentes, 'package.json'), 'utf8')) as {
    version: string
    scripts: Record<string, string>
  }
  const [INICIAR, DETENER] = [join(raiz, 'iniciar.sh'), join(raiz, 'detener.sh')]
  const actual = join(opt, 'actual')
  const en = (v: string) => join(opt, `cambista-${v}`)
  const paqueteDe = (v: string) => `cambista-${v}-${PLATAFORMA}.tar.gz`
  const env: NodeJS.ProcessEnv = {
    CAMBISTA_DATOS: join(casa, 'datos'),
    CAMBISTA_SECRETOS: join(casa, 'secretos'),
    CAMBISTA_RESPALDO: join(casa, 'respaldos'),
    CAMBISTA_DEMO: '0',
    NODE_COMPILE_CACHE: join(raiz, 'compilado'),
    ...more,
  }
  const marcha = () => ({ carpeta: raiz, env })

  const enFuentes = { carpeta: fuentes, env: { SOURCE_DATE_EPOCH: '1767225600' } }
  /** A command of the sources, as npm would run it. */
  const deFuentes = (name: string, ...args: string[]) => [
    ...[process.execPath, ...(scripts[name] ?? '').split(' ').slice(1), ...args],
  ]

  /** Packs the folder of a version that lies in `de`, with its digest. */
  function empaquetar(v: string, de: string): string {
    const file = join(raiz, paqueteDe(v))
    const tar = ['-I', 'gzip -1', '-cf', file, '-C', de, `cambista-${v}`]
    expect(spawnSync('tar', tar).status).toBe(0)
    writeFileSync(`${file}.sha256`, `${sha256(readFileSync(file))}  ${basename(file)}\n`)
    return file
  }

  return {
    ...{ raiz, opt, casa, env, version, actual, en, paqueteDe, empaquetar, marcha },
    enlazada: () => basename(readlinkSync(actual)),
    listo: () => fetch(`http://127.0.0.1:${env.PORT}/api/listo`).then(({ status }) => status),
    detener: () => correr(['sh', DETENER], marcha()),
    iniciar: () => correr(['sh', INICIAR], marcha()),
    /** A command of the version that serves. */
    orden: (line: string[], extra: NodeJS.ProcessEnv = {}) =>
      correr([join(actual, 'despliegue/cambista'), ...line], {
        carpeta: raiz,
        env: { ...env, ...extra },
      }),
    /** The line of an upgrade. */
    actualizar: (file: string, enlace = actual) => [
      join(enlace, 'despliegue/cambista'),
      ...['actualizar', file, '--detener', `sh '${DETENER}'`, '--iniciar', `sh '${INICIAR}'`],
    ],

    /**
     * The commands of a setting of the unit of an upgrade, as they stand, for a package that lies in the folder of the
     * versions, and what else it sets. Its `systemctl` is the pair of scripts.
     */
    unidad(name: string, file: string) {
      const text = readFileSync(ACTUALIZA, 'utf8')
      const sitio = join(raiz, 'sitio')
      if (!existsSync(sitio)) symlinkSync(opt, sitio)
      const ordenes = valores(name, text).map((value) => {
        const typed = value
          .replaceAll('/opt/cambista/', `${sitio}/`)
          .replaceAll('%i', basename(file))
        return [...typed.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word)
      })
      mkdirSync(join(raiz, 'sistema'), { recursive: true })
      writeFileSync(
        join(raiz, 'sistema/systemctl'),
        `#!/bin/sh
        case "$*" in
          'stop cambista') exec sh '${DETENER}' ;;
          'start cambista') exec sh '${INICIAR}' ;;
          'reset-failed cambista') exit 1 ;; # There was nothing to reset.
        esac
        exit 5\n`,
        { mode: 0o755 },
      )
      const suyas = variables(valores('Environment', text)).map((one) => one.split('='))
      const PATH = `${join(raiz, 'sistema')}:/usr/bin:/bin`
      return {
        ordenes,
        marcha: { carpeta: '/', env: { ...Object.fromEntries(suyas), ...env, PATH } },
      }
    },

    /** A later version without its packages: this one with a migration of its own, and whatever else `change` does to it. */
    posterior(
      change: (folder: string) => void = () => {},
      { v = NUEVA, antes = version }: Posterior = {},
    ): string {
      const folder = join(raiz, 'haciendo', `cambista-${v}`)
      rmSync(folder, { recursive: true, force: true })
      mkdirSync(folder, { recursive: true })
      for (const name of readdirSync(en(antes)).filter((each) => each !== 'node_modules'))
        expect(spawnSync('cp', ['-al', join(en(antes), name), folder]).status).toBe(0)
      sinPaquetes(folder, en(version))
      posteriorEn(folder, antes, v)
      change(folder)
      return empaquetar(v, dirname(folder))
    },

    /** A later version as the command makes its package, with all that it has. */
    async entera(v = NUEVA): Promise<string> {
      posteriorEn(fuentes, version, v)
      expect(await correr(deFuentes('paquete', raiz), enFuentes)).toMatchObject({ code: 0 })
      return join(raiz, paqueteDe(v))
    },

    /** Builds and installs this version, and makes its service; the house is still to be made. */
    async instalar(): Promise<void> {
      expect(await correr(deFuentes('build'), enFuentes)).toMatchObject({ code: 0 })
      const coloca = ['--input-type=module', '-e', COLOCAR, en(version)]
      expect(await correr([process.execPath, ...coloca], enFuentes)).toEqual({ code: 0, dicho: '' })
      symlinkSync(`cambista-${version}`, actual)
      symlinkSync(`cambista-${version}/node_modules`, join(opt, 'node_modules'))
      env.PORT = String(await libre())
      servicio(INICIAR, DETENER, { raiz, actual })
    },
  }
}

function posteriorEn(folder: string, antes: string, v: string): void {
  edit(join(folder, 'package.json'), `"version": "${antes}"`, `"version": "${v}"`)
  const prueba = `CREATE TABLE IF NOT EXISTS prueba_de_version (n integer); -- ${v}\n`
  writeFileSync(join(folder, migracion(v)), prueba)
}

/**
 * Writes the scripts of the service. With the file `falla` a start fails once; with `escribe` somebody works with a version
 * that fails; with `espera` the start of a house that was brought back never ends. It passes on where a version stops.
 */
function servicio(iniciar: string, detener: string, at: { raiz: string; actual: string }): void {
  const { raiz, actual } = at
  const [log, pid] = [join(raiz, 'log'), join(raiz, 'pid')]
  const vive = `[ -d "/proc/$p" ] && ! grep -q '^State:.Z' "/proc/$p/status"`
  writeFileSync(
    iniciar,
    `cd /
    p=$(cat '${pid}' 2>/dev/null) && ${vive} && exit 0
    if rm '${raiz}/falla' 2>/dev/null; then echo 'No arranca.'; exit 1; fi
    if grep -q '"vuelta"' '${actual}.en-curso' 2>/dev/null && rm '${raiz}/espera' 2>/dev/null; then
      echo 'Se espera aquí.'; while :; do sleep 1; done
    fi
    : > '${log}'
    '${actual}/despliegue/cambista' start >> '${log}' 2>&1 &
    p=$!
    echo $p > '${pid}'
    while ${vive}; do
      grep -q 'Cambista está en' '${log}' && exit 0
      grep '^Se espera: ' '${log}'
      sleep 0.1
    done
    if rm '${raiz}/escribe' 2>/dev/null; then
      '${actual}/despliegue/cambista' psql "${ESCRIBE}"
    fi
    tail -n 1 '${log}'; exit 1\n`,
  )
  writeFileSync(
    detener,
    `p=$(cat '${pid}' 2>/dev/null) || exit 0
    kill "$p" 2>/dev/null
    while ${vive}; do sleep 0.1; done
    rm -f '${pid}'\n`,
  )
}

/** What leaves a row of the audit that somebody caused. */
export const ESCRIBE =
  "SELECT auditar(jsonb_build_object('usuario_id', id), 'otra', 'x', NULL, NULL, NULL) FROM usuarios LIMIT 1"

/** An end with a code, whose last line says what it means. */
export const fin = (code: number, ...said: string[]) => ({
  code,
  dicho: expect.stringMatching(
    new RegExp(`${said.join('[\\s\\S]*')}[\\s\\S]*\nCódigo ${code}: [^\n]+\\.\n$`),
  ),
})
