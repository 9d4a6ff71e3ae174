import { expect } from 'vitest'
import { abrirCasa } from '../casa.ts'
import { foto } from '../foto.ts'
import { type Teclas, tareasDe } from './teclas.ts'

const casa = await abrirCasa()
const { tarea } = tareasDe(casa)

/** The counter, with the focus in its amount. */
async function mostrador(t: Teclas): Promise<void> {
  await t.ir('nueva compra', /Nueva compra/)
  await t.page.getByLabel('Recibimos US$').waitFor()
}

const entregamos = ({ page }: Teclas) => page.getByRole('group', { name: /^Entregamos/ })

tarea('mostrador#comprar-o-vender', 'cajera', async (t) => {
  await mostrador(t)
  await t.tecla('F4', 'F2')
  await t.escribir('1200+350')
  await t.dice(/El cliente entrega US\$\s1,550\.00/)
  await t.poner(t.page.getByLabel('Recibimos US$'), '100')
  await t.dice(/El cliente entrega US\$\s100\.00 y recibe S\/\s352\.00/)
  await t.tecla('F9')
  await t.titulo(/^Compra CV-/)
})

tarea('mostrador#el-servicio', 'cajera', async (t) => {
  await mostrador(t)
  await t.escribir('37')
  await t.poner(t.page.getByRole('textbox', { name: /^Servicio/ }), '2')
  await t.dice(/El cliente entrega US\$\s37\.00 y recibe S\/\s128\.30/)
  await t.tecla('F9')
  await t.titulo(/^Compra CV-/)
})

tarea('mostrador#qué-divisa', 'cajera', async (t) => {
  await mostrador(t)
  await t.hasta(t.page.getByRole('radio', { name: /EUR|Euro/ }))
  await t.poner(t.page.getByLabel('Recibimos €'), '20')
  await t.dice(/El cliente entrega €\s20\.00/)
  await t.tecla('F9')
  await t.titulo(/^Compra CV-/)
})

tarea('mostrador#varias-divisas-en-un-ticket', 'cajera', async (t) => {
  await mostrador(t)
  const ticket = t.page.getByRole('region', { name: 'En este ticket' })
  await t.escribir('31')
  await t.tecla('F3')
  await ticket.getByText('Compra US$ 31.00').waitFor()
  await t.escribir('32')
  await t.tecla('F3')
  await ticket.getByText('Compra US$ 32.00').waitFor()
  await t.pulsar(ticket.getByRole('button', { name: 'Quitar la línea 1' }))
  await ticket.getByText('Compra US$ 31.00').waitFor({ state: 'detached' })
  await t.pulsar(ticket.getByRole('button', { name: 'Cambiar la línea 1' }))
  await t.poner(t.page.getByLabel('Recibimos US$'), '33')
  await t.tecla('F3')
  await t.tecla('F4')
  await t.escribir('12')
  await t.dice(/En total el cliente entrega/)
  await t.tecla('F9')
  await t.titulo(/^Ticket TK-/)
})

tarea('mostrador#canje', 'cajera', async (t) => {
  await mostrador(t)
  await t.tecla('F6')
  await t.escribir('21')
  await t.dice(/El cliente entrega .*21\.00 y recibe/)
  await t.tecla('F9')
  await t.titulo(/^Canje CV-/)
})

tarea('mostrador#el-cliente', 'cajera', async (t) => {
  await mostrador(t)
  await t.escribir('250')
  await t.tecla('F8')
  await t.escribir('44556677')
  await t.dice('Nadie con ese nombre o documento.')
  await t.pulsar(t.page.getByRole('button', { name: 'Cliente nuevo' }))
  const nuevo = await t.dialogo('Cliente nuevo')
  await t.poner(nuevo.getByLabel('Nombres'), 'Óscar')
  await t.poner(nuevo.getByLabel('Apellidos'), 'Ñahui Quispe')
  await t.poner(nuevo.getByLabel('Fecha de nacimiento'), '17/05/1990')
  await t.poner(nuevo.getByLabel('Celular'), '987654321')
  await t.tecla('Enter')
  await nuevo.waitFor({ state: 'detached' })
  await t.tecla('F9')
  await t.titulo(/^Compra CV-/)
})

tarea('mostrador#formas-de-pago', 'cajera', async (t) => {
  await mostrador(t)
  await t.escribir('60')
  const lado = entregamos(t)
  await t.pulsar(lado.getByRole('button', { name: 'Otra forma de pago en entregamos' }))
  await t.poner(lado.getByLabel('Monto del pago').first(), '100')
  await t.escoger(lado.getByLabel('Tipo de pago').nth(1), 'Yape')
  await t.poner(lado.getByLabel('Referencia'), 'YP-1')
  await t.tecla('F9')
  await t.titulo(/^Compra CV-/)
})

tarea('mostrador#el-comprobante', 'cajera', async (t) => {
  await mostrador(t)
  await t.escribir('61')
  const lado = entregamos(t)
  await t.escoger(lado.getByLabel('Tipo de pago'), 'Yape')
  await t.poner(lado.getByLabel('Referencia'), 'YP-2')
  const asked = t.page.waitForEvent('filechooser')
  await t.pulsar(lado.getByRole('button', { name: /^Adjuntar/ }))
  const file = { name: 'pago.png', mimeType: 'image/png', buffer: await foto(t.page) }
  await (await asked).setFiles(file)
  await lado.getByText('Comprobante listo').waitFor()
  await t.tecla('F9')
  await t.titulo(/^Compra CV-/)
})

tarea('mostrador#la-tasa', 'cajera', async (t, de) => {
  await mostrador(t)
  await t.escribir('62')
  await t.poner(t.page.getByLabel('Tasa (×)'), '3.58')
  await t.page.getByRole('region', { name: 'Autorización de la tasa' }).waitFor()
  await t.tecla('F7')
  await t.dialogo()
  await t.escribir('Cliente de todos los meses')
  await t.tecla('Enter')
  await t.dice(/esperando respuesta/)
  const otro = await de('admin')
  await otro.ir('aprobaciones', 'Aprobaciones')
  await otro.pulsar(otro.page.getByRole('button', { name: /^Aprobar: Tasa/ }))
  await t.dice(/autorizada por .* para esta operación/)
  await t.tecla('F9')
  await t.titulo(/^Compra CV-/)
})

tarea('mostrador#prometer-un-precio', 'cajera', async (t) => {
  await mostrador(t)
  await t.escribir('63')
  await t.tecla('F8')
  await t.escribir('Juan Pérez')
  await t.tecla('F10')
  await t.page
    .getByRole('listitem')
    .filter({ hasText: /63\.00\sa\s3\.520/ })
    .waitFor()
  await t.hasta(t.page.getByLabel('Recibimos US$'))
  await t.tecla('Escape')
  const salir = await t.dialogo('¿Salir sin guardar?')
  await t.pulsar(salir.getByRole('button', { name: 'Salir sin guardar' }))
  await salir.waitFor({ state: 'detached' })
})

tarea('mostrador#la-pantalla-del-cliente', 'cajera', async (t) => {
  await mostrador(t)
  const opened = t.page.waitForEvent('popup')
  await t.pulsar(t.page.getByRole('button', { name: 'Pantalla del cliente' }))
  const window = await opened
  await window.getByRole('heading').first().waitFor({ state: 'attached' })
  await window.close()
})

tarea('mostrador#la-lista-del-día', 'cajera', async (t) => {
  await t.ir('compra - venta', 'Compra - Venta', 'Compra - Venta')
  await t.escoger(t.page.getByRole('combobox', { name: 'Tipo' }), 'Compra')
  await t.page.waitForURL(/tipo=compra/)
  await t.pulsar(t.page.getByRole('row', { name: /^Abrir CV-/ }))
  await t.titulo(/CV-/)
})

tarea('mostrador#reimprimir', 'cajera', async (t) => {
  const before = Number(await t.page.evaluate('window.impresiones ?? 0'))
  await t.tecla('F9')
  await expect.poll(() => t.page.evaluate('window.impresiones')).toBe(before + 1)
  const file = t.page.waitForEvent('download')
  await t.pulsar(t.page.getByRole('button', { name: /Descargar PDF/ }))
  await file
})

tarea('mostrador#anular', 'supervisora', async (t) => {
  await mostrador(t)
  await t.escribir('64')
  await t.tecla('F9')
  await t.titulo(/^Compra CV-/)
  await t.pulsar(t.page.getByRole('button', { name: /^Anular/ }))
  const anular = await t.dialogo()
  await t.poner(anular.getByLabel('Motivo'), 'Se equivocó de monto')
  await t.pulsar(anular.getByRole('button', { name: /^Anular/ }))
  await t.dice('Anulada')
})
