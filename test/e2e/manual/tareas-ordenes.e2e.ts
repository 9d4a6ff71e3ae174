import { expect } from 'vitest'
import { comoDueno } from '../../support/servidor/dueno.ts'
import { AHORA, abrirCasa } from '../casa.ts'
import { foto } from '../foto.ts'
import { pagadas } from '../ordenes/pagadas.ts'
import { type Teclas, tareasDe } from './teclas.ts'

const casa = await abrirCasa()
const { tarea, de } = tareasDe(casa)

const hechas = await pagadas((await de('cajera')).page, (await de('admin')).page, 4)
const numero = (n: number) => hechas[n]?.numero ?? ''

/** The number of the first order of which `sql` says something. */
async function orden(sql: string): Promise<string> {
  const [found] = await comoDueno<{ numero: string }>(
    casa.datos,
    `SELECT o.numero FROM ordenes o WHERE ${sql} ORDER BY o.id LIMIT 1`,
  )
  return found?.numero ?? 'none'
}

/** The page of an order, by its number. */
const abrir = (t: Teclas, n: string) => t.ir(n, `Orden ${n}`)

/** The board, from the bar. */
async function tablero(t: Teclas): Promise<void> {
  const bar = t.page.getByRole('navigation', { name: 'Principal' })
  await t.pulsar(bar.getByRole('link', { name: /^Ordenes/ }))
  await t.titulo('Órdenes')
}

/** The board, with the focus on the card of that order, which its arrows find. */
async function tarjeta(t: Teclas, n: string): Promise<void> {
  await tablero(t)
  const card = t.page.getByRole('link', { name: new RegExp(`^${n},`) })
  await t.hasta(card)
}

tarea('ordenes#crear-una-orden', 'cajera', async (t) => {
  const [cliente] = await comoDueno<{ num_doc: string }>(
    casa.datos,
    `SELECT c.num_doc FROM clientes c JOIN beneficiarios b ON b.cliente_id = c.id AND b.estatus
     JOIN tipos_pagos t ON t.id = b.tipo_pago_id
     WHERE c.estado = 'activo' AND c.tipo_doc = 'DNI' AND NOT c.pep AND t.codigo = 'PAGO_MOVIL'
     GROUP BY c.id ORDER BY c.id LIMIT 1`,
  )
  await t.ir('nueva orden', 'Nueva orden')
  await t.page.getByLabel(/^Entrega S\//).waitFor()
  await t.escribir('150')
  await t.tecla('F8')
  await t.escribir(cliente?.num_doc ?? '')
  await t.tecla('Enter')
  const agenda = t.page.getByRole('group', { name: /Beneficiario/ }).getByRole('radio')
  await agenda.first().waitFor()
  await t.tecla('F4', 'ArrowDown', 'ArrowUp')
  await t.dice(/El cliente entrega .* recibe Bs/)
  await t.tecla('F6')
  await t.marcar(t.page.getByRole('radio', { name: 'Paga después' }))
  await t.tecla('F9')
  await t.titulo(/^Orden OR-/)
})

tarea('ordenes#el-tablero', 'pagador', async (t) => {
  await tarjeta(t, numero(0))
  await t.tecla('ArrowLeft', 'ArrowRight', 'Home', 'End')
  await t.tecla('Enter')
  await t.titulo(/^Orden OR-/)
})

tarea('ordenes#verificar-un-cobro', 'supervisora', async (t) => {
  await tablero(t)
  await t.hasta(t.page.locator('[data-columna=pendiente] a[data-carta]'))
  await t.tecla('v')
  const verificar = await t.dialogo(/^Verificar/)
  await t.pulsar(verificar.getByRole('button', { name: 'Llegó: verificar' }))
  await verificar.waitFor({ state: 'detached' })
})

tarea('ordenes#pagar-una-orden', 'pagador', async (t) => {
  await abrir(t, numero(0))
  await t.pulsar(t.page.getByRole('button', { name: /^Tomar/ }))
  await t.dice('En proceso')
  await t.tecla('F2')
  await t.pulsar(t.page.getByRole('button', { name: /^Pagar/ }))
  const pagar = await t.dialogo(/^Pagar/)
  await t.poner(pagar.getByLabel('Referencia de la operación'), '48151623')
  const asked = t.page.waitForEvent('filechooser')
  await t.pulsar(pagar.getByRole('button', { name: /^Adjuntar/ }))
  const file = { name: 'pago.png', mimeType: 'image/png', buffer: await foto(t.page) }
  await (await asked).setFiles(file)
  await pagar.getByText('Comprobante listo').waitFor()
  await t.pulsar(pagar.getByRole('button', { name: /^(Pagar|Registrar)/ }))
  await pagar.waitFor({ state: 'detached' })
  await t.dice('Completada')
})

tarea('ordenes#pagar-varias-con-un-archivo-del-banco', 'pagador', async (t) => {
  for (const n of [1, 2]) {
    await tarjeta(t, numero(n))
    await t.tecla('x')
  }
  const bar = t.page.getByRole('region', { name: 'Órdenes marcadas' })
  await bar.getByText('2 órdenes marcadas').waitFor()
  await t.pulsar(bar.getByRole('button', { name: 'Tomar 2 órdenes' }))
  await t.pulsar(bar.getByRole('button', { name: 'Archivo para el banco' }))
  const dialog = await t.dialogo('Archivo para el banco')
  await t.pulsar(dialog.getByRole('button', { name: /^Hacer el archivo por Bs/ }))
  await t.titulo(/^Lote LT-/)
  const file = t.page.waitForEvent('download')
  await t.pulsar(t.page.getByRole('button', { name: 'Descargar archivo' }))
  await file
  await t.hasta(t.page.getByLabel('Respuesta del banco'))
  await t.page.keyboard.insertText(`${numero(1)};70001111\n${numero(2)};70002222`)
  await t.dice('Se reconocieron 2 órdenes.')
  await t.pulsar(t.page.getByRole('button', { name: 'Registrar 2 pagos' }))
  await t.dice('Cerrado')
})

tarea('ordenes#el-mensaje-al-cliente', 'cajera', async (t) => {
  await abrir(t, numero(0))
  await t.pulsar(t.page.getByRole('button', { name: 'Copiar para WhatsApp' }))
  await t.dice(/[Cc]opiado/)
})

tarea('ordenes#observar', 'pagador', async (t) => {
  await tarjeta(t, numero(3))
  await t.tecla('o')
  const observar = await t.dialogo(/^Observar/)
  await t.poner(observar.getByLabel('Nota'), 'No responde desde las 9')
  await t.pulsar(observar.getByRole('button', { name: 'Observar' }))
  await observar.waitFor({ state: 'detached' })
  await tarjeta(t, numero(3))
  await t.tecla('o')
  const resolver = await t.dialogo(/^Resolver/)
  await t.pulsar(resolver.getByRole('button', { name: /^Resolver/ }))
  await resolver.waitFor({ state: 'detached' })
})

tarea('ordenes#un-pago-que-rebota', 'admin', async (t) => {
  await abrir(t, numero(0))
  await t.pulsar(t.page.getByRole('button', { name: 'Registrar rebote' }))
  const rebote = await t.dialogo('Pago rebotado')
  await t.poner(rebote.getByLabel('Motivo'), 'Cuenta inexistente')
  await t.pulsar(rebote.getByRole('button', { name: 'Registrar rebote' }))
  await t.dice('En proceso')
})

tarea('ordenes#el-cliente-pagó-de-más', 'cajera', async (t, de) => {
  const n = await orden(`estado = 'pendiente' AND vence_en > '${AHORA}' AND envia_moneda_id = 2
    AND NOT EXISTS (SELECT FROM ordenes_cobros g WHERE g.orden_id = o.id)`)
  await abrir(t, n)
  await t.pulsar(t.page.getByRole('button', { name: 'Registrar cobro' }))
  const cobro = await t.dialogo(/^Cobro de/)
  const monto = cobro.getByLabel(/^Monto/)
  const falta = Number((await monto.inputValue()).replaceAll(',', ''))
  await t.escoger(cobro.getByLabel('Tipo de pago'), 'Transferencia mismo')
  await t.poner(monto, (falta + 20).toFixed(2))
  await t.poner(cobro.getByLabel('Referencia'), 'SF-900144')
  await t.marcar(cobro.getByRole('checkbox', { name: /^Sobran S\/\s20\.00/ }))
  const asked = t.page.waitForEvent('filechooser')
  await t.pulsar(cobro.getByRole('button', { name: /^Adjuntar/ }))
  const file = { name: 'pago.png', mimeType: 'image/png', buffer: await foto(t.page) }
  await (await asked).setFiles(file)
  await cobro.getByText('Comprobante listo').waitFor()
  await t.pulsar(cobro.getByRole('button', { name: 'Registrar cobro' }))
  await cobro.waitFor({ state: 'detached' })
  const jefa = await de('supervisora')
  await abrir(jefa, n)
  await jefa.pulsar(jefa.page.getByRole('button', { name: 'Devolver' }))
  const dialog = await jefa.dialogo(/^Devolver a/)
  await jefa.escoger(dialog.getByLabel('Cuenta de la que sale'), 'Caja Lima 1 PEN')
  await jefa.poner(dialog.getByLabel(/^Monto/), '10')
  await jefa.pulsar(dialog.getByRole('button', { name: 'Devolver S/ 10.00' }))
  await dialog.waitFor({ state: 'detached' })
})

tarea('ordenes#anular-y-devolver', 'admin', async (t) => {
  await abrir(t, numero(3))
  await t.pulsar(t.page.getByRole('button', { name: /^Anular/ }))
  const anular = await t.dialogo(/^Anular/)
  await t.poner(anular.getByLabel('Motivo'), 'El cliente desistió')
  await t.escoger(anular.getByLabel(/^Cuenta/), 'BCP Soles')
  await t.pulsar(anular.getByRole('button', { name: /^Anular/ }))
  await anular.waitFor({ state: 'detached' })
  await t.dice('Anulada')
})

tarea('tarjeta-pagador#cada-orden', 'pagador', async (t) => {
  await tablero(t)
  const libre = t.page.locator('[data-columna=pagada] [data-orden]').filter({
    has: t.page.getByRole('button', { name: /^Tomar/ }),
  })
  await t.hasta(libre.locator('a[data-carta]'))
  const card = () =>
    t.page.evaluate(() =>
      document.activeElement?.closest('[data-orden]')?.getAttribute('data-orden'),
    )
  const id = await card()
  await t.tecla('t')
  await t.page.locator(`[data-columna=en_proceso] [data-orden="${id}"]`).waitFor()
  expect(await card()).toBe(id)
  await t.tecla('p')
  const pagar = await t.dialogo(/^Pagar/)
  await t.poner(pagar.getByLabel('Referencia de la operación'), '990013')
  await t.tecla('Enter')
  await pagar.waitFor({ state: 'detached' })
})

tarea('tarjeta-pagador#al-terminar', 'pagador', async (t) => {
  await abrir(
    t,
    await orden(`o.estado = 'en_proceso' AND o.observada IS NULL
    AND o.pagador_id = (SELECT id FROM usuarios WHERE usuario = 'pagador')`),
  )
  await t.tecla('s')
  const soltar = await t.dialogo(/^Soltar/)
  await t.pulsar(soltar.getByRole('button', { name: 'Soltar' }))
  await t.page
    .getByRole('button', { name: /^Tomar/ })
    .first()
    .waitFor()
})
