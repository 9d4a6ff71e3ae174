import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Datos } from '../../scripts/despliegue/actualizar/datos.ts'
import { CODIGO, Desenlace } from '../../scripts/despliegue/actualizar/desenlace.ts'
import { estadoDe } from '../../scripts/despliegue/actualizar/marca.ts'
import {
  anotar,
  codigoDe,
  type EnCurso,
  type Obra,
} from '../../scripts/despliegue/actualizar/nota.ts'
import { ponerEnServicio, seguir } from '../../scripts/despliegue/actualizar/obra.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { createDatabase } from '../support/servidor/database.ts'
import { comoDueno } from '../support/servidor/dueno.ts'
import { borrar, carpetaDePruebas } from './apoyo.ts'

/*
 * The steps of an upgrade after its backup, cut anywhere, on a house that is a few variables: which
 * version its database is of, and the last row of the audit that somebody caused.
 */

const raiz = carpetaDePruebas()
afterAll(() => borrar(raiz))

const DESDE = 'cambista-1.0.0'
const HACIA = 'cambista-2.0.0'
const COPIA = { copia: 'la copia', marca: '7' }
const NADIE = ''
let casas = 0

/** A house whose upgrade stands somewhere, and what becomes of it. */
function casa({
  link = DESDE,
  fase = null as EnCurso['fase'] | null,
  posterior = false,
  marca = '7' as string | null,
  rota = false,
  libros = false,
  insiste = false,
  enCopia = false,
  migra = true,
} = {}) {
  const sitio = join(raiz, String(++casas))
  mkdirSync(sitio)
  const enlace = join(sitio, 'actual')
  symlinkSync(link, enlace)
  for (const v of [DESDE, HACIA]) {
    mkdirSync(join(sitio, v, 'despliegue'), { recursive: true })
    const program = join(sitio, v, 'despliegue/cambista')
    writeFileSync(
      program,
      `#!/bin/sh
if [ "$1" = salud ]; then [ "$(cat ../atiende)" = ${v} ]; exit; fi
cp ../actual.en-curso ../verificando
[ ! -e ../difiere ] || { echo DIFERENCIA; exit 1; }\n`,
    )
    chmodSync(program, 0o755)
  }
  if (libros) writeFileSync(join(sitio, 'difiere'), '')
  const mundo = { posterior, marca, rota, traida: 0, reconocida: [] as string[] }
  const atiende = (v: string) => writeFileSync(join(sitio, 'atiende'), v)
  const enlazada = () => basename(readlinkSync(enlace))
  atiende(NADIE)
  const datos: Datos = {
    enCopia,
    respaldar: () => expect.unreachable('a second backup'),
    async devolver() {
      mundo.traida += 1
      Object.assign(mundo, { posterior: false, marca: COPIA.marca })
    },
    async reconocer(_desde, copia) {
      if (mundo.posterior || mundo.marca !== copia.marca) throw new Error('No es la de antes.')
      mundo.reconocida.push(copia.marca)
    },
    estado: async () =>
      mundo.marca === null ? null : { marca: mundo.marca, posterior: mundo.posterior },
  }
  const servicio = {
    async detener() {
      atiende(NADIE)
    },
    /** As the program does: the new version upgrades the database, which the one before does not open from then on. */
    async iniciar() {
      if (mundo.marca === null) throw new Error('No hay base.')
      if (enlazada() === DESDE && mundo.posterior) throw new Error('Es de una versión más nueva.')
      if (enlazada() === HACIA && migra) mundo.posterior = true
      if (enlazada() === HACIA && mundo.rota) throw new Error('No puede.')
      atiende(enlazada())
    },
  }
  const obra: Obra = { enlace, servicio, quien: { env: process.env }, datos, insiste }
  const curso = { desde: join(sitio, DESDE), hacia: join(sitio, HACIA), ...COPIA, plazo: 0 }
  const nota = () => {
    const file = `${enlace}.en-curso`
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as EnCurso).fase : null
  }
  if (fase) anotar(obra, { ...curso, fase })
  const fin = async (work: Promise<unknown>) => {
    try {
      const went = await work
      return went === false ? 'from the beginning' : CODIGO.nueva
    } catch (error) {
      if (error instanceof Desenlace) return error.codigo
      return (error as Error).message
    }
  }
  return {
    ...{ mundo, enlace, obra, nota, enlazada, servicio },
    sirve: () => readFileSync(join(sitio, 'atiende'), 'utf8'),
    /** Where it was written to stand while the books were verified last. */
    verificando: () => JSON.parse(readFileSync(join(sitio, 'verificando'), 'utf8')).fase,
    /** The first command, from the moment on at which its backup is written down. */
    empieza: () => {
      anotar(obra, { ...curso, fase: 'nueva' })
      return fin(ponerEnServicio(obra, { ...curso, fase: 'nueva' }))
    },
    /** The same command again. */
    sigue: () => fin(seguir(obra)),
  }
}

/** Keeps the next step that writes beside the link from it, as a kill just before it would; answers how to let it again. */
function sin(que: 'link' | 'note', { enlace }: { enlace: string }): () => void {
  const draft = `${enlace}${que === 'link' ? '' : '.en-curso'}.${process.pid}`
  mkdirSync(join(draft, 'x'), { recursive: true })
  return () => rmSync(draft, { recursive: true })
}

const FASES = ['nueva', 'libros', 'restaurando', 'devuelta', 'vuelta'] as const
const LINKS = [DESDE, HACIA]
const MARCAS = [null, '3', '7', '8']

/** Every place at which an upgrade may stand, with every house that it may find there. */
const todas = FASES.flatMap((fase) =>
  LINKS.flatMap((link) =>
    MARCAS.flatMap((marca) =>
      // One that served has upgraded what it has to.
      (fase === 'libros' ? [true] : [false, true]).flatMap((posterior) =>
        [false, true].map((rota) => ({ fase, link, marca, posterior, rota })),
      ),
    ),
  ),
)

test('wherever it was cut, what people did since is neither lost nor left without a version that serves it', async () => {
  for (const como of todas) {
    const { mundo, sigue, sirve, nota } = casa(como)
    const code = await sigue()
    const said = `${JSON.stringify(como)}: ${code}`
    // What cannot be read, is less than the copy or more than it is never written over.
    if (como.marca !== '7') expect(mundo.traida, said).toBe(0)
    if (mundo.traida === 0) expect(mundo.marca, said).toBe(como.marca)
    // A version serves wherever there is one that can.
    const none = como.marca === null || (como.posterior && como.rota && como.marca !== '7')
    if (none) expect(code, said).toBe(CODIGO.ninguna)
    if (como.marca === '8' && !none) expect(sirve(), said).toBe(como.posterior ? HACIA : DESDE)
    if (como.marca === '7') expect([DESDE, HACIA], said).toContain(sirve())
    // The code says which one, and an upgrade whose end is not known is not forgotten.
    const serves = { [CODIGO.nueva]: HACIA, [CODIGO.vuelta]: DESDE, [CODIGO.revisar]: HACIA }
    expect(sirve(), said).toBe(serves[code as keyof typeof serves] ?? NADIE)
    expect(nota() === null, said).toBe(code !== CODIGO.ninguna)
  }
})

test('what was done with the new version, whose books are not clean, stays with it when the way back is cut', async () => {
  for (const que of ['link', 'note'] as const) {
    const { mundo, obra, nota, empieza, sigue, sirve, servicio, enlace } = casa({ libros: true })
    const { iniciar } = servicio
    // From the start of the new version on, nothing is written beside the link any more.
    let again = () => {}
    servicio.iniciar = async () => {
      await iniciar()
      again = sin(que, obra)
    }
    expect(await empieza()).toBe(CODIGO.ninguna)
    expect(nota()).toBe('nueva')
    again()
    Object.assign(servicio, { iniciar })
    // The service starts the new version, or somebody by hand; and people work.
    rmSync(enlace)
    symlinkSync(HACIA, enlace)
    await iniciar()
    mundo.marca = '8'
    expect(await sigue()).toBe(CODIGO.revisar)
    expect({ traida: mundo.traida, marca: mundo.marca }).toEqual({ traida: 0, marca: '8' })
    expect([sirve(), nota()]).toEqual([HACIA, null])
  }
})

test('cut while its books are verified, a version that was tried on a copy goes on, and they are verified', async () => {
  const first = casa({ enCopia: true })
  expect([await first.empieza(), first.verificando(), first.nota()]).toEqual([0, 'libros', null])
  // People work with it, and nothing in their database says that it is the new version's; or somebody went back by hand.
  for (const [link, libros, code] of [
    [HACIA, false, CODIGO.nueva],
    [HACIA, true, CODIGO.revisar],
    [DESDE, false, CODIGO.vuelta],
  ] as const) {
    const next = casa({ fase: 'libros', enCopia: true, migra: false, marca: '8', link, libros })
    expect([await next.sigue(), next.sirve(), next.nota()]).toEqual([code, link, null])
    expect(next.mundo).toMatchObject({ traida: 0, marca: '8' })
  }
})

test('a copy that may have come is brought again, where nobody can read what was done since, only for who asks for it', async () => {
  for (const fase of ['restaurando', 'devuelta'] as const) {
    for (const marca of [null, '3']) {
      const { mundo, obra, sigue, nota, sirve } = casa({ fase, marca })
      expect(await sigue()).toBe(CODIGO.ninguna)
      expect({ nota: nota(), traida: mundo.traida }).toEqual({ nota: fase, traida: 0 })
      obra.insiste = true
      expect(await sigue()).toBe(CODIGO.vuelta)
      expect({ traida: mundo.traida, sirve: sirve() }).toEqual({ traida: 1, sirve: DESDE })
    }
    // Not even then over what can be read.
    const { mundo, sigue } = casa({ fase, marca: '8', insiste: true })
    expect(await sigue()).toBe(CODIGO.vuelta)
    expect(mundo.traida).toBe(0)
  }
})

test('a restore of the program itself that was cut short is done again without a question', async () => {
  const { mundo, obra, sigue } = casa({ fase: 'restaurando', marca: null, enCopia: true })
  obra.datos.estado = async () => 'a medias'
  expect(await sigue()).toBe(CODIGO.vuelta)
  expect(mundo.traida).toBe(1)
  // In one that had ended somebody else has begun another one.
  for (const fase of ['nueva', 'devuelta', 'vuelta'] as const) {
    const other = casa({ fase, marca: null })
    other.obra.datos.estado = async () => 'a medias'
    expect(await other.sigue()).toBe(CODIGO.ninguna)
    expect(other.mundo.traida).toBe(0)
  }
})

test('a house that is back, with what people did in it since, is known again by what it has now', async () => {
  const { mundo, sigue, sirve } = casa({ fase: 'devuelta', marca: '8' })
  expect(await sigue()).toBe(CODIGO.vuelta)
  expect({ ...mundo, sirve: sirve() }).toMatchObject({ traida: 0, reconocida: ['8'], sirve: DESDE })
})

test('a house whose version before is being started again is started, though nobody can read it first', async () => {
  const { mundo, obra, sigue } = casa({ fase: 'vuelta', insiste: true })
  obra.datos.estado = async () => null
  expect(await sigue()).toBe(CODIGO.vuelta)
  expect(mundo.traida).toBe(0)
})

test('the database says what was done in it, and whether a later version has upgraded it', async () => {
  const base = await createDatabase()
  try {
    expect(await estadoDe(base.url)).toEqual({ marca: '0', posterior: false })
    await comoDueno(base.url, "INSERT INTO migraciones VALUES (9999, '9999-prueba', 'x')")
    expect(await estadoDe(base.url)).toEqual({ marca: '0', posterior: true })
    await expect(migrate(base.url)).rejects.toThrow('más nueva')
  } finally {
    await base.drop()
  }
})

test('an upgrade that stays with a version that does not serve is not forgotten before it does', async () => {
  const { mundo, empieza, sigue, sirve, nota, servicio } = casa({ rota: true })
  const { iniciar } = servicio
  // It upgrades the database, somebody works, and it fails.
  servicio.iniciar = async () => {
    try {
      await iniciar()
    } finally {
      mundo.marca = '8'
    }
  }
  expect(await empieza()).toBe(CODIGO.ninguna)
  expect(nota()).toBe('nueva')
  expect(await sigue()).toBe(CODIGO.ninguna)
  expect(nota()).toBe('nueva')
  mundo.rota = false
  expect(await sigue()).toBe(CODIGO.nueva)
  expect([mundo.traida, sirve(), nota()]).toEqual([0, HACIA, null])
})

test('while an upgrade is to go on, nothing that is refused says that the house was not touched', () => {
  const { enlace } = casa({ fase: 'nueva' })
  const other = casa().enlace
  const refused = new Error('Falta una orden.')
  expect(codigoDe(refused, enlace, false)).toBe(CODIGO.ninguna)
  expect(codigoDe(refused, other, false)).toBe(CODIGO.igual)
  expect(codigoDe(refused, other, true)).toBe(CODIGO.ninguna)
  expect(codigoDe(new Desenlace(CODIGO.vuelta, 'x'), enlace, true)).toBe(CODIGO.vuelta)
})
