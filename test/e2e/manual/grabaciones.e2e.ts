import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { abrirCasa, reposado } from '../casa.ts'
import { laboratorio } from '../imagenes.ts'
import { animada, type Cuadro } from './animada.ts'
import { conSuReloj, edadesFalsasDe } from './edades.ts'

/*
 * The moving pictures of the manual: tasks as a person does them. They are done at every run, so that what the
 * pictures show can still be done; CAMBISTA_FOTOS=1 writes the pictures too, and what each was made of.
 */

const casa = await abrirCasa()
const { aWebp } = await laboratorio(casa.browser)
const GRABA = process.env.CAMBISTA_FOTOS === '1'
const [ANCHO, ALTO] = [1100, 680]

/** Shows what is pressed at the foot of the page, and keeps a picture after each step. */
async function grabador(usuario: string) {
  const page = await conSuReloj(
    await casa.dentro(usuario, {
      viewport: { width: ANCHO, height: ALTO },
      colorScheme: 'light',
      reducedMotion: 'reduce',
    }),
  )
  const cuadros: Cuadro[] = []
  const cuadro = async (dice: string, dura: number) => {
    expect(await edadesFalsasDe(page), 'ages that its house does not have').toEqual([])
    if (!GRABA) return
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
    await page.evaluate(ROTULO, dice)
    await reposado(page)
    cuadros.push({ webp: await aWebp(await page.screenshot(), 0.7), dura })
    await page.evaluate(ROTULO, '')
  }
  return {
    page,
    /** A picture of the page as it is. */
    ver: (dura: number) => cuadro('', dura),
    tecla: async (key: string, dice = key) => {
      await cuadro(dice, 900)
      await page.keyboard.press(key)
    },
    escribir: async (text: string) => {
      await page.keyboard.type(text)
      await cuadro(text, 900)
    },
    guardar: (nombre: string) => {
      if (!GRABA) return
      writeFileSync(archivo(nombre), animada(cuadros, ANCHO, ALTO))
      const all: Record<string, Hecha> = JSON.parse(readFileSync(HECHAS, 'utf8'))
      const next = { ...all, [nombre]: hechaDe(nombre) }
      const known = Object.entries(next).filter(([name]) => name in TAREAS)
      writeFileSync(HECHAS, `${JSON.stringify(Object.fromEntries(known), null, 2)}\n`)
    },
  }
}

/** Writes what is pressed over the page; nothing for no words. */
const ROTULO = (text: string) => {
  const old = document.getElementById('rotulo')
  if (text === '') return old?.remove()
  const label = old ?? document.createElement('div')
  label.id = 'rotulo'
  label.textContent = text
  Object.assign(label.style, {
    position: 'fixed',
    bottom: '24px',
    left: '50%',
    transform: 'translateX(-50%)',
    zIndex: '9999',
    padding: '8px 20px',
    borderRadius: '8px',
    background: '#10262c',
    color: '#fff',
    font: '600 22px Inter Variable, sans-serif',
  })
  document.body.append(label)
}

/** The palette, from any page: what is typed is found, and Enter goes there. */
async function irA({ page, tecla, escribir }: Grabador, text: string): Promise<void> {
  await tecla('Control+k', 'Ctrl + K')
  const box = page.getByRole('combobox', { name: /^Buscar páginas/ })
  await expect.poll(() => box.evaluate((e) => e === document.activeElement)).toBe(true)
  await escribir(text)
  await tecla('Enter')
}

type Grabador = Awaited<ReturnType<typeof grabador>>

const TAREAS: Readonly<
  Record<string, readonly [quien: string, hacer: (g: Grabador) => Promise<void>]>
> = {
  'paso-comprar': [
    'cajera',
    async (g) => {
      await irA(g, 'nueva compra')
      await g.page.getByLabel('Recibimos US$').waitFor()
      await g.escribir('100')
      await g.page.getByText(/El cliente entrega US/).waitFor()
      await g.tecla('F9')
      await g.page.getByRole('heading', { name: /^Compra CV-/ }).waitFor()
    },
  ],
  'paso-ticket': [
    'admin',
    async (g) => {
      await irA(g, 'nueva compra')
      await g.page.getByLabel('Recibimos US$').waitFor()
      const ticket = g.page.getByRole('region', { name: 'En este ticket' })
      await g.escribir('100')
      await g.tecla('F3', 'F3 · agregar otra divisa')
      await ticket.getByText('Compra US$ 100.00').waitFor()
      await g.tecla('F4', 'F4 · venta')
      await g.escribir('50')
      await ticket.getByText(/En total el cliente entrega/).waitFor()
      await g.tecla('F9')
      await g.page.getByRole('heading', { name: /^Ticket TK-/ }).waitFor()
    },
  ],
  'paso-orden': [
    'cajera',
    async (g) => {
      const { rows } = await sql<{ num_doc: string }>`
        SELECT c.num_doc FROM clientes c JOIN beneficiarios b ON b.cliente_id = c.id AND b.estatus
        JOIN tipos_pagos t ON t.id = b.tipo_pago_id
        WHERE c.estado = 'activo' AND c.tipo_doc = 'DNI' AND NOT c.pep
        GROUP BY c.id HAVING count(*) = 1 AND bool_and(t.codigo = 'PAGO_MOVIL') ORDER BY c.id LIMIT 1`.execute(
        casa.app.db,
      )
      await irA(g, 'nueva orden')
      await g.page.getByLabel(/^Entrega S\//).waitFor()
      await g.escribir('150')
      await g.tecla('F8')
      await g.escribir(rows[0]?.num_doc ?? '')
      await g.tecla('Enter')
      await g.page.getByText(/El cliente entrega .* y .* recibe Bs.* por Pago Móvil/).waitFor()
      await g.tecla('F9')
      await g.page.waitForURL(/\/ordenes\/detalle\/\d+/)
    },
  ],
  'paso-pagar': [
    'pagador',
    async (g) => {
      await g.page.goto('/ordenes')
      await g.page.locator('[data-columna=pagada] [data-orden]').first().waitFor()
      await g.tecla('ArrowDown', '↓')
      const id = await g.page.evaluate(() =>
        document.activeElement?.closest('[data-orden]')?.getAttribute('data-orden'),
      )
      await g.tecla('t', 'T · tomar')
      await g.page.locator(`[data-columna=en_proceso] [data-orden="${id}"]`).waitFor()
      await g.tecla('p', 'P · pagar')
      const referencia = g.page
        .getByRole('dialog')
        .getByLabel(/referencia|operación/i)
        .first()
      await expect.poll(() => referencia.evaluate((e) => e === document.activeElement)).toBe(true)
      await g.escribir('48151623')
      await g.tecla('Enter')
      await g.page
        .locator(`[data-columna=en_proceso] [data-orden="${id}"]`)
        .waitFor({ state: 'detached' })
    },
  ],
  'paso-precios': [
    'admin',
    async (g) => {
      await irA(g, 'publicar precios')
      const editar = g.page.getByRole('button', { name: 'Editar precios' })
      await editar.focus()
      await g.tecla('Enter', 'Enter · editar precios')
      await g.page.getByLabel('Compra de USD/PEN, Perú').focus()
      await g.page.keyboard.press('ControlOrMeta+a')
      await g.escribir('3.530')
      await g.page.getByLabel('Venta de USD/PEN, Perú').focus()
      await g.page.keyboard.press('ControlOrMeta+a')
      await g.escribir('3.570')
      await g.tecla('Control+Enter', 'Ctrl + Enter · revisar impacto')
      const revisar = g.page.getByRole('dialog', { name: 'Revisar impacto' })
      await revisar.getByRole('button', { name: 'Publicar' }).focus()
      await g.tecla('Enter', 'Enter · publicar')
      await g.page.getByRole('region', { name: 'Resultado de la publicación' }).waitFor()
    },
  ],
}

/** Of what each moving picture was made: its script and its file, as they were when it was written. */
const HECHAS = 'test/e2e/manual/grabaciones.json'
type Hecha = Record<'guion' | 'imagen', string>

const archivo = (nombre: string) => `docs/manual/imagenes/${nombre}.webp`
const huella = (of: string | Buffer) => createHash('sha256').update(of).digest('hex').slice(0, 16)

/** What is pressed, typed and shown in a task, however it is laid out, with what writes it over the page. */
function guionDe(nombre: string): string {
  const source = readFileSync(import.meta.filename, 'utf8')
  const from = source.indexOf(`\n  '${nombre}': [`)
  const task = source.slice(from, source.indexOf('\n  ],', from))
  const shared = source.slice(
    source.indexOf('async function grabador'),
    source.indexOf('const TAREAS'),
  )
  if (from < 0 || task.length < 100 || shared.length < 1000) throw new Error(`no script: ${nombre}`)
  return huella((shared + task).replaceAll(/\s+/g, ''))
}

const hechaDe = (nombre: string): Hecha => ({
  guion: guionDe(nombre),
  imagen: huella(readFileSync(archivo(nombre))),
})

test('each moving picture is the one that its script made: a script that changed is recorded again', () => {
  const now = Object.fromEntries(Object.keys(TAREAS).map((nombre) => [nombre, hechaDe(nombre)]))
  // With CAMBISTA_FOTOS=1 the tests below write it anew.
  if (!GRABA) expect(now).toEqual(JSON.parse(readFileSync(HECHAS, 'utf8')))
})

test.each(Object.entries(TAREAS))(
  '%s is done as the manual shows it',
  async (nombre, [quien, hacer]) => {
    const g = await grabador(quien)
    await g.page.getByRole('heading', { level: 1 }).waitFor()
    await hacer(g)
    await g.ver(3_000)
    g.guardar(nombre)
    expect(casa.errores).toEqual([])
  },
)

test('a moving picture has its frames in order, each as long as asked', () => {
  const still = (fill: number) =>
    Buffer.concat([
      Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1'),
      Buffer.of(3, 0, 0, 0, fill, fill, fill, 0),
    ])
  const file = animada(
    [
      { webp: still(7), dura: 900 },
      { webp: still(9), dura: 70_000 },
    ],
    1100,
    680,
  )
  expect(file.readUInt32LE(4)).toBe(file.length - 8)
  expect(file.toString('latin1', 8, 16)).toBe('WEBPVP8X')
  const frames = [...file.toString('latin1').matchAll(/ANMF/g)].map(({ index }) => index)
  expect(frames.map((at) => file.readUIntLE(at + 20, 3))).toEqual([900, 70_000])
  expect(
    frames.map((at) => [file.readUIntLE(at + 14, 3) + 1, file.readUIntLE(at + 17, 3) + 1]),
  ).toEqual(Array(2).fill([1100, 680]))
  expect(frames.map((at) => file[at + 32])).toEqual([7, 9])
})
