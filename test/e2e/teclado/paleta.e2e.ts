import { expect, test } from 'vitest'
import { abrirCasa, dibujado } from '../casa.ts'
import { abrirPaleta as abrir, opciones } from './paleta.ts'

const casa = await abrirCasa()

test('by keyboard from any page: a page, something to do, and what was opened last', async () => {
  const page = await casa.entrar('admin')
  await abrir(page, 'diaria posicion')
  await opciones(page).filter({ hasText: 'Posición diaria' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/reportes/posicion*')
  await abrir(page, 'nueva venta')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/compras-ventas/nueva?tipo=venta')
  await expect.poll(() => page.getByRole('radio', { name: /^Venta/ }).isChecked()).toBe(true)
  await abrir(page)
  const group = page.getByRole('group', { name: 'Reciente' })
  expect(await group.getByRole('option').allInnerTexts()).toEqual([
    expect.stringMatching(/^Nueva venta/),
    expect.stringMatching(/^Posición diaria/),
  ])
  await page.keyboard.press('Escape')
  // The page of a record is recent too, however it was reached.
  await page.goto('/ordenes/detalle/1')
  const titulo = await page.getByRole('heading', { name: /^Orden OR-/ }).innerText()
  await abrir(page)
  await expect.poll(() => group.getByRole('option').first().innerText()).toBe(titulo)
  // Meta+K and Escape close it.
  await page.keyboard.press('Meta+k')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(casa.errores).toEqual([])
})

test('what is called just as it was typed comes first: a page by its title, or as the bar calls it', async () => {
  const page = await casa.entrar('admin')
  const box = await abrir(page)
  const first = page.getByRole('listbox', { name: 'Resultados' }).getByRole('option').first()
  for (const [typed, text] of [
    ['clientes', 'Clientes'],
    ['cuentas', 'Cuentas'],
    ['ordenes', 'Órdenes'],
    ['compra - venta', 'Compra - Venta'],
    ['t. cambios', 'Tipos de cambio'],
    ['movimientos', 'Movimientos'],
  ] as const) {
    await box.fill(typed)
    await expect.poll(() => first.innerText()).toMatch(new RegExp(`^${text}`))
  }
})

test('a record by its number and a client by words of his name, Enter before the answer too', async () => {
  const page = await casa.entrar('admin')
  const numero = await page.evaluate(async () => {
    const headers = { 'x-token': localStorage.getItem('idToken') ?? '' }
    const { items } = await (await fetch('/api/ordenes?limite=1', { headers })).json()
    return items[0].numero as string
  })
  await abrir(page, numero)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/ordenes/detalle/*')
  await page.getByRole('heading', { name: `Orden ${numero}` }).waitFor()
  // As one says it: the letters, and the number without what stands before it.
  await abrir(page, `or ${Number(numero.slice(-6))}`)
  await page.getByRole('option', { name: numero }).first().waitFor()
  await page.keyboard.press('Escape')
  await abrir(page, 'yorman')
  await page.getByRole('group', { name: 'Clientes' }).getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/clientes/detalle/*')
  await abrir(page, 'caja lima usd')
  await page.getByRole('group', { name: 'Cuentas' }).getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/cuentas/detalle/*')
  expect(casa.errores).toEqual([])
})

test('Enter right after one digit more opens what is typed, not what stood there for the digits before', async () => {
  const page = await casa.dentro('admin')
  const { numero } = await casa.app.db
    .selectFrom('ordenes')
    .select('numero')
    .where('numero', 'like', '%00001_')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await page.goto('/ayuda')
  await abrir(page, numero.slice(0, -1))
  await page.getByRole('group', { name: 'Órdenes' }).getByRole('option').first().waitFor()
  await page.keyboard.type(numero.slice(-1))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: `Orden ${numero}` }).waitFor()
})

test('an order is asked for with a verb: what can be done with it comes first, and begins on its page (R-316)', async () => {
  const page = await casa.entrar('pagador')
  const ordenes = await page.evaluate(async () => {
    const headers = { 'x-token': localStorage.getItem('idToken') ?? '' }
    const of = async (estado: string) =>
      (await (await fetch(`/api/ordenes?limite=50&estado=${estado}`, { headers })).json()).items
    return { pagadas: await of('pagada'), tomadas: await of('en_proceso') }
  })
  const libre = ordenes.pagadas.find((o: { observada: string | null }) => o.observada === null)
  const numero = libre.numero as string
  await abrir(page, `tomar la orden ${Number(numero.slice(-6))}`)
  await page.getByRole('option', { name: `Tomar ${numero}` }).waitFor()
  // A number that others contain is first itself, not the newest that has it.
  await page.getByRole('combobox').fill('1')
  await expect
    .poll(async () => (await opciones(page).allInnerTexts()).find((one) => one.startsWith('OR-')))
    .toMatch(/-000001\b/)
  // Whoever wants to pay takes it first.
  await page.getByRole('combobox').fill(`pagar ${numero}`)
  await page.getByRole('option', { name: `Tomar ${numero}` }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/ordenes\/detalle\/\d+$/)
  // An address does nothing by itself: Enter does.
  const tomar = page.locator('[data-accion=tomar]')
  await expect.poll(() => tomar.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await page.locator('[data-accion=pagar]').waitFor()
  await abrir(page, `pagar ${numero}`)
  await page.getByRole('option', { name: `Pagar ${numero}` }).waitFor()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: new RegExp(`${numero}`) })
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  // What this person may not do is not offered; the order itself is.
  await abrir(page, `anular ${numero}`)
  await page.getByRole('option', { name: new RegExp(`^${numero}`) }).waitFor()
  expect(await page.getByRole('option', { name: /^Anular/ }).count()).toBe(0)
  expect(casa.errores).toEqual([])
})

test('it offers what the person may see and do, and nothing else; signing out forgets', async () => {
  const page = await casa.entrar('pagador')
  await abrir(page, 'usuarios')
  await page.getByText('Nada coincide.').waitFor()
  await page.getByRole('combobox').fill('')
  const texts = await opciones(page).allInnerTexts()
  expect(texts).toContain('Pagar órdenes')
  for (const closed of ['Publicar precios', 'Nueva compra', 'Nueva orden'])
    expect(texts).not.toContain(closed)
  await page.getByRole('combobox').fill('pagar')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/ordenes?**')
  expect(await page.evaluate(() => localStorage.getItem('recientes'))).toMatch(/Pagar/)
  await page.getByRole('button', { name: 'Salir', exact: true }).click()
  await page.getByLabel('Usuario o correo').waitFor()
  expect(await page.evaluate(() => localStorage.getItem('recientes'))).toBeNull()
  // Nobody is signed in: the keys do nothing.
  await page.keyboard.press('Control+k')
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('F2, F4 and F6 begin an operation from any page, for who may; a form with something typed is asked about (R-317)', async () => {
  const page = await casa.dentro('cajera')
  await page.goto('/dashboard')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  for (const [key, tipo] of [
    ['F4', 'Venta'],
    ['F6', 'Canje'],
  ] as const) {
    await page.keyboard.press(key)
    await page.waitForURL('**/compras-ventas/nueva?**')
    await expect
      .poll(() => page.getByRole('radio', { name: new RegExp(`^${tipo}`) }).isChecked())
      .toBe(true)
    await page.goto('/clientes')
    await page.getByRole('heading', { name: 'Clientes' }).waitFor()
  }
  await page.goto('/clientes/nuevo')
  await page.getByLabel('Nombres').fill('Rosa a medias')
  await page.keyboard.press('F2')
  await page.getByRole('dialog', { name: '¿Salir sin guardar?' }).waitFor()
  await page.keyboard.press('F4')
  expect(new URL(page.url()).pathname).toBe('/clientes/nuevo')
  const pagador = await casa.entrar('pagador')
  await pagador.keyboard.press('F2')
  await dibujado(pagador)
  expect(new URL(pagador.url()).pathname).not.toContain('compras-ventas')
  expect(casa.errores).toEqual([])
})

test('what is typed right after F2, or after an action of the palette, is in the amount; the page that is left gets none (R-370)', async () => {
  const page = await casa.dentro('cajera')
  const monto = page.getByLabel('Recibimos US$')
  const buscar = page.getByLabel(/^Buscar por/)
  for (const [empezar, keys, value] of [
    [() => page.keyboard.press('F2'), ['1', '2', '3', '9', 'Backspace', '4'], '1234'],
    // What follows a key that is no text was meant for another field.
    [() => page.keyboard.press('F2'), ['7', '5', 'F8', '4', '1'], '75'],
    [() => page.keyboard.press('F2'), ['7', 'Enter', '4'], '7'],
    [
      async () => {
        await abrir(page, 'nueva compra')
        await page
          .getByRole('option', { name: /^Nueva compra/ })
          .first()
          .waitFor()
        await page.keyboard.press('Enter')
      },
      ['6', '0'],
      '60',
    ],
  ] as const) {
    await page.goto('/compras-ventas')
    await buscar.fill('')
    await buscar.focus()
    let open = () => {}
    const held = new Promise<void>((done) => {
      open = done
    })
    await page.route('**/api/compras-ventas/opciones*', async (route) => {
      await held
      await route.continue()
    })
    await empezar()
    for (const key of keys) await page.keyboard.press(key)
    expect(await monto.count()).toBe(0)
    open()
    await monto.waitFor()
    await expect.poll(() => monto.inputValue()).toBe(value)
    await page.keyboard.press('0')
    expect(await monto.inputValue()).toBe(`${value}0`)
    await page.unrouteAll({ behavior: 'wait' })
    // The list that was left was searched for nothing.
    await page.goto('/compras-ventas')
    expect(await buscar.inputValue()).toBe('')
    await page.evaluate(() => sessionStorage.clear())
  }
  expect(casa.errores).toEqual([])
})

test('F2 in the instant of the sign-in, and what is typed after it, are not lost; a refused sign-in keeps none (R-370)', async () => {
  const page = await casa.visita()
  const held: (() => void)[] = []
  await page.route('**/api/auth/login', async (route) => {
    await new Promise<void>((done) => held.push(done))
    await route.continue()
  })
  const entrar = async (password: string) => {
    await page.getByLabel('Contraseña', { exact: true }).fill(password)
    // The browser says with the next frame that the field was selected; nobody presses Enter before it.
    await dibujado(page)
    await page.keyboard.press('Enter')
    await expect.poll(() => held.length).toBe(1)
    for (const key of ['F2', '1', '2', '5']) await page.keyboard.press(key)
    held.pop()?.()
  }
  await page.goto('/')
  await page.getByLabel('Usuario o correo').fill('cajera')
  const refused = page.waitForResponse('**/api/auth/login')
  await entrar('no es esta')
  await (await refused).finished()
  await dibujado(page)
  // It is selected: what is typed takes its place.
  const field = page.getByLabel('Contraseña', { exact: true })
  await page.keyboard.type('x')
  expect(await field.inputValue()).toBe('x')
  await entrar('Cambista-2026')
  const monto = page.getByLabel('Recibimos US$')
  await monto.waitFor()
  await expect.poll(() => monto.inputValue()).toBe('125')
  expect(casa.errores).toEqual([])
})

test('a form with something typed asks before the palette leaves it; over a dialog it does not open', async () => {
  const page = await casa.dentro('cajera')
  await page.goto('/clientes/nuevo')
  await page.getByLabel('Nombres').fill('Rosa a medias')
  await abrir(page, 'ordenes')
  await opciones(page).first().waitFor()
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: '¿Salir sin guardar?' })
  await question.waitFor()
  await page.keyboard.press('Control+k')
  expect(await page.getByRole('combobox', { name: /^Buscar páginas/ }).count()).toBe(0)
  // While it closes it is still drawn, and no longer in the way.
  await page.evaluate(`(() => {
    const press = (key, ctrlKey) => document.activeElement
      .dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true }))
    press('Escape', false)
    setTimeout(() => press('k', true), 90)
  })()`)
  const box = page.getByRole('combobox', { name: /^Buscar páginas/ })
  await box.waitFor()
  await question.waitFor({ state: 'detached' })
  await expect.poll(() => box.evaluate((e) => e === document.activeElement)).toBe(true)
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'detached' })
  expect(await page.getByLabel('Nombres').inputValue()).toBe('Rosa a medias')
})

test('what is typed while the palette’s code is on its way is in its box, and Enter takes its first line (R-370)', async () => {
  const page = await casa.visita()
  await page.goto('/')
  await page.getByLabel('Usuario o correo').fill('cajera')
  await page.getByLabel('Contraseña', { exact: true }).fill('Cambista-2026')
  let open = () => {}
  const held = new Promise<void>((done) => {
    open = done
  })
  let asked = 0
  await page.route('**/assets/flotante-*.js', async (route) => {
    asked += 1
    await held
    await route.continue()
  })
  await page.keyboard.press('Enter')
  await page.getByRole('navigation', { name: 'Principal' }).waitFor()
  const box = page.getByRole('combobox', { name: /^Buscar páginas/ })
  // Taken back before it came.
  for (const key of ['Control+k', 'x', 'Escape', 'Control+k', 'z', 'Control+k'])
    await page.keyboard.press(key)
  for (const key of [
    'Control+k',
    'c',
    'l',
    'i',
    'x',
    'Backspace',
    'e',
    'n',
    't',
    'e',
    's',
    'Enter',
  ])
    await page.keyboard.press(key)
  await expect.poll(() => asked).toBe(1)
  expect(await box.count()).toBe(0)
  open()
  await page.waitForURL('**/clientes')
  expect(casa.errores).toEqual([])
})

test('a document of every kind is found by its number, with the word for its kind before it or not', async () => {
  const page = await casa.entrar('admin')
  const numeros = await page.evaluate(async () => {
    const headers = { 'x-token': localStorage.getItem('idToken') ?? '' }
    return Promise.all(
      ['cuentas/ajustar-saldo', 'cierres/turnos', 'gastos'].map(async (path) => {
        const { items } = await (await fetch(`/api/${path}?limite=1`, { headers })).json()
        return items[0].numero as string
      }),
    )
  })
  const lines = page.getByRole('listbox', { name: 'Resultados' }).getByRole('option')
  for (const [at, word] of ['ajuste', 'turno', 'gasto'].entries()) {
    const numero = numeros[at] ?? ''
    for (const typed of [numero, `${word} ${Number(numero.slice(-6))}`]) {
      await abrir(page, typed)
      await lines.filter({ hasText: numero }).first().waitFor()
      await page.keyboard.press('Escape')
    }
  }
})

test('lists whose rows are told by their numbers alone are asked for nothing without a digit', async () => {
  const page = await casa.entrar('admin')
  const asked: string[][] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/paleta/hallar')) return
    const { terminos } = request.postDataJSON() as { terminos: Record<string, string> }
    asked.push(Object.keys(terminos))
  })
  const numbered = ['liquidaciones', 'lotes', 'turnos']
  for (const [typed, hoped] of [
    ['zegarra', []],
    ['48', numbered],
  ] as const) {
    const answer = page.waitForResponse('**/api/paleta/hallar')
    await abrir(page, typed)
    await answer
    await page.keyboard.press('Escape')
    const all = new Set(asked.splice(0).flat())
    expect(all.has('clientes')).toBe(true)
    expect(numbered.filter((lista) => all.has(lista))).toEqual(hoped)
  }
})

test('where the server does not answer the palette does not say that nothing is there', async () => {
  const page = await casa.entrar('cajera')
  await page.route('**/api/paleta/hallar', (route) => route.abort())
  await abrir(page, 'zegarra')
  await page
    .getByText('El servidor no respondió: solo se buscó entre páginas y acciones.')
    .waitFor()
  expect(await page.getByText('Nada coincide.').count()).toBe(0)
  await page.unroute('**/api/paleta/hallar')
  await page.keyboard.type(' ')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await page
    .getByRole('option', { name: /Zegarra/ })
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
})

test('? says how rows and days are marked where there are some', async () => {
  const page = await casa.entrar('admin')
  const shown = async () => {
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Teclas de esta página' })
    await dialog.waitFor()
    return (await dialog.innerText()).replaceAll(/\s+/g, ' ')
  }
  await page.goto('/ordenes?vista=tabla')
  await page.getByRole('checkbox', { name: 'Marcar todas las filas de la página' }).waitFor()
  const filas = await shown()
  for (const pair of [
    /↑ ↓ Pasar de fila en fila/,
    /Inicio Fin Primera y última/,
    /Enter Abrir la fila/,
    /Espacio Marcar la fila/,
    /Shift ↑ ↓ Marcar varias filas/,
    /Shift Inicio Fin Marcar hasta/,
    /Esc Quitar las marcas/,
  ])
    expect(filas).toMatch(pair)
  await page.goto('/dashboard')
  await page.getByRole('slider').first().waitFor()
  expect(await shown()).toMatch(/Shift ← → Marcar días/)
})

/** Every page that listens to keys of its own, with what it must be asked as. */
const CON_TECLAS = [
  '/compras-ventas/nueva',
  '/ordenes/nueva',
  '/transferencias/nueva',
  '/compras-ventas/detalle/1',
  '/ordenes/detalle/1',
  '/clientes',
  '/cuentas/movimientos',
  '/ordenes?vista=tabla',
  '/ordenes',
]

test('? shows every key that the page listens to, each with what it does (R-325)', async () => {
  const page = await casa.dentro('admin')
  const dialog = page.getByRole('dialog', { name: 'Teclas de esta página' })
  for (const path of CON_TECLAS) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.locator('#contenido kbd, #contenido tbody tr[data-abre]').first().waitFor()
    await dibujado(page)
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await page.keyboard.press('?')
    await dialog.waitFor()
    const pairs = await dialog
      .locator('dl > div')
      .evaluateAll((all) =>
        all.map((one) => [
          one.querySelector('dt')?.textContent ?? '',
          one.querySelector('dd')?.textContent ?? '',
        ]),
      )
    expect([path, pairs.filter(([, words]) => !words)]).toEqual([path, []])
    const said = new Set(pairs.map(([key]) => key))
    // What the page draws or marks with a key is bound to it.
    const drawn = await page.evaluate(() => [
      ...[...document.querySelectorAll('#contenido kbd')].map((kbd) => kbd.textContent ?? ''),
      ...[...document.querySelectorAll<HTMLElement>('#contenido [data-tecla]')].map(
        ({ dataset }) => dataset.tecla?.toUpperCase() ?? '',
      ),
    ])
    expect([path, [...new Set(drawn)].filter((key) => !said.has(key))]).toEqual([path, []])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
  // The whole of the board's own, also those that no card offers now.
  await page.goto('/ordenes')
  await page.locator('[data-carta]').first().waitFor()
  await page.keyboard.press('?')
  const board = (await dialog.innerText()).replaceAll(/\s+/g, ' ')
  for (const pair of [/V Verificar/, /T Tomar/, /P Pagar/, /S Soltar/, /R Recotizar/, /A Anular/])
    expect(board).toMatch(pair)
  expect(board.match(/\b[VTPSORA](?= [A-Z])/g)?.join('')).toBe('VTPSORA')
  // Whoever may not pay reads no key of a payer, though the board has cards that somebody pays.
  const cajera = await casa.dentro('cajera')
  await cajera.goto('/ordenes')
  await cajera.locator('[data-carta]').first().waitFor()
  await cajera.keyboard.press('?')
  const hers = cajera.getByRole('dialog', { name: 'Teclas de esta página' })
  await hers.waitFor()
  const keys = await hers.locator('dt').allInnerTexts()
  expect(keys.filter((key) => /^[A-Z]$/.test(key.trim())).join('')).toBe('XVORA')
  expect(board).toMatch(/O Resolver u observar/)
  expect(board).toMatch(/X Marcar/)
  expect(casa.errores).toEqual([])
})

test('? is no figure: from the box of an amount it opens the panel, and nothing is typed (R-326)', async () => {
  const page = await casa.dentro('cajera')
  await page.goto('/compras-ventas/nueva')
  const amount = page.getByLabel('Recibimos US$')
  await amount.fill('100')
  await amount.press('?')
  const dialog = page.getByRole('dialog', { name: 'Teclas de esta página' })
  await dialog.waitFor()
  expect(await amount.inputValue()).toBe('100.00')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => amount.evaluate((box) => document.activeElement === box)).toBe(true)
  expect(casa.errores).toEqual([])
})

test('? shows the keys of the page, and is a letter where one writes', async () => {
  const page = await casa.dentro('cajera')
  await page.goto('/compras-ventas/nueva')
  await page.getByLabel('Recibimos US$').waitFor()
  await page.getByLabel('Observación').first().press('?')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.getByRole('button', { name: /F9/ }).focus()
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Teclas de esta página' })
  await dialog.waitFor()
  const said = (await dialog.innerText()).replaceAll(/\s+/g, ' ')
  for (const pair of [/F2 Compra/, /F4 Venta/, /F8 Cliente/, /F9 Guardar/i, /Ctrl K Ir a/])
    expect(said).toMatch(pair)
  expect(said).toMatch(/Ctrl Z Deshacer/)
  expect(said).not.toMatch(/Shift/)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(casa.errores).toEqual([])
})
