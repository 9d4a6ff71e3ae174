import { sql } from 'kysely'
import { expect } from 'vitest'
import { AHORA, abrirCasa } from '../casa.ts'
import { efectivo } from './efectivo.ts'
import { type Teclas, tareasDe } from './teclas.ts'

const casa = await abrirCasa()
const { tarea } = tareasDe(casa)
const HOY = AHORA.slice(0, 10).split('-').reverse().join('/')

/** One's own till, from the bar. */
async function mia(t: Teclas): Promise<void> {
  await t.pulsar(t.page.getByRole('link', { name: /^Mi caja: / }))
  await t.titulo(/^Mi caja/)
}

/** Types a count as one does: a number, Enter, the next number; then ends it. */
async function contar(t: Teclas, cuantos: readonly string[]): Promise<void> {
  const campos = t.page.getByRole('main').getByRole('textbox')
  await t.hasta(campos)
  for (const [at, n] of cuantos.entries()) {
    await t.escribir(n)
    if (at < cuantos.length - 1) await t.tecla('Enter')
  }
  await t.tecla('Control+Enter')
}

/** Writes the password where it is asked for before what was done is there. */
async function soy(t: Teclas): Promise<void> {
  const dialog = await t.dialogo(/Confirme que es usted/)
  await t.poner(dialog.getByLabel('Su contraseña'), 'Cambista-2026')
  await t.tecla('Enter')
  await dialog.waitFor({ state: 'detached' })
}

tarea('cuentas#cuentas', 'admin', async (t) => {
  await t.ir('cuentas', 'Cuentas', 'Cuentas')
  await t.pulsar(t.page.getByRole('link', { name: 'Nueva cuenta' }))
  await t.titulo('Nueva cuenta')
  await t.poner(t.page.getByLabel('Nombre'), 'Bóveda chica')
  await t.poner(t.page.getByRole('textbox', { name: 'Titular', exact: true }), 'Cambios Andino')
  await t.pulsar(t.page.getByRole('button', { name: 'Crear cuenta' }))
  await soy(t)
  await t.titulo('Bóveda chica')
})

tarea('cuentas#movimientos', 'contadora', async (t) => {
  await t.ir('movimientos', 'Movimientos', 'Movimientos')
  const tabla = t.page.getByRole('region', { name: 'Movimientos de las cuentas' })
  const row = tabla.locator('tbody tr[tabindex]').first()
  await t.hasta(row)
  await t.tecla('Space')
  await expect.poll(() => row.getByRole('checkbox').isChecked()).toBe(true)
  await t.pulsar(row.getByRole('button', { name: /^Anotar/ }))
  const dialog = await t.dialogo()
  await t.poner(dialog.getByLabel('Nota'), 'Está en el extracto del 20')
  await t.pulsar(dialog.getByRole('button', { name: 'Guardar' }))
  await row.getByRole('button', { name: 'Está en el extracto del 20' }).waitFor()
})

tarea('cuentas#transferencias', 'admin', async (t) => {
  await t.ir('nueva transferencia', 'Nueva transferencia')
  const { page } = t
  await page.getByRole('form', { name: 'Transferencia' }).waitFor()
  await t.tecla('F6', 'F4')
  await t.escoger(page.getByLabel('Desde', { exact: true }), 'Binance USDT')
  await t.escoger(page.getByLabel('Hacia', { exact: true }), 'Banesco VES')
  await t.poner(page.getByLabel('Sale ₮'), '100')
  await t.poner(page.getByLabel(/^Tasa/), '206')
  await t.poner(page.getByLabel('Referencia'), 'CONV-1')
  await t.tecla('F9')
  await page.waitForURL('**/transferencias/detalle/*')
})

tarea('cuentas#recibir-un-envío', 'admin', async (t, de) => {
  const cajera = await de('cajera')
  await cajera.ir('nueva transferencia', 'Nueva transferencia')
  const { page } = cajera
  await page.getByRole('form', { name: 'Transferencia' }).waitFor()
  await cajera.escoger(page.getByLabel('Desde', { exact: true }), 'Caja Lima 1 PEN')
  await cajera.escoger(page.getByLabel('Hacia', { exact: true }), 'Bóveda Lima PEN')
  await cajera.poner(page.getByLabel('Sale S/'), '500')
  await cajera.tecla('F9')
  await page.waitForURL('**/transferencias/detalle/*')
  await t.ir('transferencias', 'Transferencias', 'Transferencias')
  await t.pulsar(t.page.getByRole('row', { name: /^Abrir TR-/ }))
  await t.page.getByRole('button', { name: /^Recibir/ }).waitFor()
  await t.tecla('F9')
  const dialog = await t.dialogo()
  await t.poner(dialog.getByLabel('Monto contado'), '500')
  await t.tecla('Enter')
  await dialog.waitFor({ state: 'detached' })
  await t.dice('Recibida')
})

tarea('cuentas#gastos', 'admin', async (t) => {
  await t.ir('nuevo gasto', 'Nuevo gasto')
  const { page } = t
  await t.buscar(page.locator('#campo-categoria_id'), 'Útiles', /Útiles/)
  await t.poner(page.getByLabel('Descripción'), 'Papel y tinta')
  await t.buscar(page.locator('#campo-cuenta_id'), 'BCP Soles', /BCP Soles/)
  await t.poner(page.getByLabel('Monto'), '57.50')
  await t.marcar(page.getByRole('switch', { name: 'Se repite cada mes' }))
  await t.pulsar(page.getByRole('button', { name: 'Registrar' }))
  await t.titulo(/^Gasto GA-/)
})

tarea('cuentas#ajustes-de-saldo', 'admin', async (t) => {
  await t.ir('ajustar saldo', 'Ajustar saldo')
  const { page } = t
  await t.buscar(
    page.getByRole('combobox', { name: 'Cuenta' }),
    'Bóveda Lima PEN',
    /Bóveda Lima PEN/,
  )
  await t.buscar(page.getByRole('combobox', { name: 'Motivo' }), 'Sobr', /Sobrante/)
  await t.poner(page.getByRole('textbox', { name: 'Monto' }), '10')
  await t.poner(page.getByLabel('Observación'), 'Sobró al contar dos veces')
  await t.pulsar(page.getByRole('button', { name: 'Ajustar', exact: true }))
  await t.titulo(/^Ajuste AJ-/)
})

tarea('aprobaciones#pedir', 'supervisora', async (t) => {
  await t.ir('nuevo gasto', 'Nuevo gasto')
  const { page } = t
  await t.buscar(page.locator('#campo-categoria_id'), 'Útiles', /Útiles/)
  await t.poner(page.getByLabel('Descripción'), 'Escritorio')
  await t.buscar(page.locator('#campo-cuenta_id'), 'BCP Soles', /BCP Soles/)
  await t.poner(page.getByLabel('Monto'), '4000')
  await t.poner(page.getByLabel('Proveedor'), 'Muebles Lima')
  await t.dice(/aprobación|apruebe|aprueba/)
  await t.pulsar(page.getByRole('button', { name: 'Registrar' }))
  await t.titulo(/^Gasto GA-/)
})

tarea('aprobaciones#aprobar-o-rechazar', 'admin', async (t) => {
  await t.pulsar(t.page.getByRole('button', { name: /^Notificaciones/ }))
  await t.pulsar(
    t.page
      .getByRole('navigation', { name: 'Principal' })
      .getByRole('link', { name: /aproba|apruebe/ }),
  )
  await t.titulo('Aprobaciones')
  const rechazar = t.page.getByRole('button', { name: /^Rechazar/ }).first()
  await t.pulsar(rechazar)
  const dialog = await t.dialogo()
  await t.poner(dialog.getByLabel('Motivo'), 'Ya tenemos uno')
  await t.pulsar(dialog.getByRole('button', { name: 'Rechazar' }))
  await dialog.waitFor({ state: 'detached' })
})

tarea('caja#contar-y-cerrar', 'cajera', async (t) => {
  await mia(t)
  await t.pulsar(t.page.getByRole('button', { name: 'Contar y cerrar la caja' }))
  await contar(t, await efectivo(casa, { USD: '20' }))
  const observacion = t.page.getByLabel('Observación')
  await observacion.waitFor()
  await t.poner(observacion, 'Lo conté dos veces')
  await t.tecla('Control+Enter')
  await t.page.getByRole('link', { name: 'Mi caja: cerrada' }).waitFor()
})

tarea('caja#aprobar-el-cierre-de-una-caja', 'supervisora', async (t) => {
  await t.ir('cajas', 'Caja y cierres')
  await t.pulsar(t.page.getByRole('link', { name: 'Cajas', exact: true }))
  const row = t.page
    .getByRole('row', { name: /^Abrir TC-/ })
    .filter({ hasText: /Por aprobar|Cerrado/ })
  await t.pulsar(row)
  await t.pulsar(t.page.getByRole('button', { name: 'Aprobar' }))
  const dialog = await t.dialogo()
  await t.marcar(dialog.getByRole('radio', { name: 'La asume la casa' }))
  await t.poner(dialog.getByLabel('Nota'), 'Se revisó la cinta de la cámara')
  await t.pulsar(dialog.getByRole('button', { name: 'Aprobar' }))
  await dialog.waitFor({ state: 'detached' })
})

tarea('caja#faltantes-y-sobrantes', 'supervisora', async (t) => {
  await t.ir('faltantes', /./)
  await t.pulsar(t.page.getByRole('row', { name: /^Abrir TC-/ }))
  await t.titulo(/^Caja de/)
})

tarea('caja#arqueos', 'supervisora', async (t) => {
  await t.ir('nuevo arqueo', 'Nuevo arqueo')
  await t.escoger(t.page.getByLabel('Cuenta que se cuenta'), 'Bóveda Lima PEN')
  await t.page.getByRole('group', { name: 'Bóveda Lima PEN' }).waitFor()
  await contar(t, ['225'])
  await t.page.getByRole('button', { name: 'Otro arqueo' }).waitFor()
})

tarea('caja#cerrar-el-día', 'admin', async (t) => {
  await t.ir('cierres', 'Caja y cierres')
  await t.pulsar(t.page.getByRole('link', { name: 'Días', exact: true }))
  await t.pulsar(t.page.getByRole('row', { name: `Abrir ${HOY}` }))
  await t.pulsar(t.page.getByRole('button', { name: 'Cerrar el día' }))
  const cerrar = await t.dialogo()
  await t.pulsar(cerrar.getByRole('button', { name: 'Cerrar el día' }))
  await t.dice('Versión 1 del cierre, tal como quedó.')
  await t.pulsar(t.page.getByRole('button', { name: 'Reabrir' }))
  const abrir = await t.dialogo()
  await t.poner(abrir.getByLabel('Motivo'), 'Se cerró por error')
  await t.pulsar(abrir.getByRole('button', { name: 'Reabrir' }))
  await abrir.waitFor({ state: 'detached' })
})

tarea('caja#abrir-la-caja', 'cajera', async (t) => {
  await mia(t)
  await t.pulsar(t.page.getByRole('button', { name: /^Abrir/ }))
  await t.page.getByRole('link', { name: 'Mi caja: abierta' }).waitFor()
  const { rows } = await sql`SELECT FROM turnos WHERE estado = 'abierto'`.execute(casa.app.db)
  expect(rows.length).toBeGreaterThan(0)
})
