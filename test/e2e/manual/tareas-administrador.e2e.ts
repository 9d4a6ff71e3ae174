import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { PASSWORD_DEMO } from '../../../src/server/proceso/demo.ts'
import { abrirCasa } from '../casa.ts'
import { type Teclas, tareasDe } from './teclas.ts'

const casa = await abrirCasa()
const { tarea } = tareasDe(casa)

const boton = (t: Teclas, name: string | RegExp) => t.page.getByRole('button', { name })
const enlace = (t: Teclas, name: string | RegExp) => t.page.getByRole('link', { name })

/** Says who one is, where the page asks for it before what was done is there: it does not, a while after it did. */
async function soy(t: Teclas, hecho: Locator): Promise<void> {
  const dialog = t.page.getByRole('dialog', { name: /Confirme que es usted/ })
  await dialog.or(hecho).first().waitFor()
  if (await hecho.isVisible()) return
  await t.poner(dialog.getByLabel('Su contraseña'), PASSWORD_DEMO)
  await t.tecla('Enter')
  await hecho.waitFor()
}

/** Saves what is a control, which the house takes or asks about. */
async function guardar(t: Teclas): Promise<void> {
  const answer = t.page.waitForResponse((each) => /PUT|POST/.test(each.request().method()))
  await t.pulsar(boton(t, 'Guardar'))
  expect((await answer).status()).toBeLessThan(500)
}

tarea('administracion#personas', 'admin', async (t) => {
  await t.ir('usuarios', 'Usuarios', 'Usuarios')
  await t.pulsar(enlace(t, 'Nuevo usuario'))
  await t.titulo('Nuevo usuario')
  const { page } = t
  await t.poner(page.getByLabel('Nombres'), 'Rosa Elena')
  await t.poner(page.getByLabel('Apellidos'), 'Núñez Paz')
  await t.poner(page.getByLabel('Número de documento'), '45678901')
  await t.buscar(page.getByRole('combobox', { name: 'Rol' }), 'Caj', /Cajero/)
  await t.poner(page.getByRole('textbox', { name: 'Usuario' }), 'rosa')
  await t.poner(page.getByLabel('Correo'), 'rosa@andino.example')
  await t.buscar(page.getByRole('combobox', { name: 'Sucursal' }), 'Lima', /Lima Centro/)
  await t.poner(page.getByLabel('Límite por operación'), '5000')
  await t.marcar(page.getByRole('checkbox', { name: 'Caja Lima 2 PEN' }))
  await t.poner(page.getByLabel('Su contraseña'), PASSWORD_DEMO)
  await t.pulsar(boton(t, 'Crear usuario'))
  const dialog = await t.dialogo('Contraseña temporal')
  await t.pulsar(dialog.getByRole('button', { name: 'Ya la anoté' }))
  await t.titulo('Rosa Núñez')
})

tarea('tarjeta-administrador#alguien-se-va', 'admin', async (t) => {
  await t.pulsar(boton(t, 'Desactivar'))
  const dialog = await t.dialogo()
  const password = dialog.getByLabel('Su contraseña')
  if ((await password.count()) > 0) await t.poner(password, PASSWORD_DEMO)
  await t.pulsar(dialog.getByRole('button', { name: 'Desactivar' }))
  await dialog.waitFor({ state: 'detached' })
  await t.page.getByRole('button', { name: 'Activar', exact: true }).waitFor()
})

tarea('administracion#reglas-de-servicio', 'admin', async (t) => {
  await t.ir('compra', 'Compra - Venta', 'Compra - Venta')
  await t.pulsar(enlace(t, 'Reglas de servicio'))
  await t.titulo('Reglas de servicio')
  await t.pulsar(enlace(t, 'Nueva regla de servicio'))
  await t.titulo('Nueva regla de servicio')
  await t.poner(t.page.getByLabel('Nombre'), 'Al público')
  await t.poner(t.page.getByLabel('Servicio fijo'), '2')
  await guardar(t)
})

tarea('administracion#roles', 'admin', async (t) => {
  await t.ir('roles', 'Roles y permisos')
  await t.pulsar(boton(t, 'Nuevo rol'))
  const dialog = await t.dialogo('Nuevo rol')
  await t.hasta(dialog.getByLabel('Empezar desde'))
  await t.poner(dialog.getByLabel('Nombre'), 'Cajera de noche')
  await t.poner(dialog.getByLabel('Su contraseña'), PASSWORD_DEMO)
  await t.pulsar(dialog.getByRole('button', { name: 'Crear rol' }))
  await dialog.waitFor({ state: 'detached' })
  await t.marcar(t.page.getByRole('checkbox', { name: 'Ver usuarios y sus sesiones' }))
  await t.pulsar(boton(t, 'Revisar y guardar'))
  const diff = await t.dialogo(/^Cambios en/)
  await t.poner(diff.getByLabel('Su contraseña'), PASSWORD_DEMO)
  await t.pulsar(diff.getByRole('button', { name: 'Guardar' }))
  await diff.waitFor({ state: 'detached' })
})

tarea('administracion#sucursales', 'admin', async (t) => {
  await t.ir('sucursales', 'Sucursales', 'Sucursales')
  await t.pulsar(enlace(t, 'Nueva sucursal'))
  await t.titulo('Nueva sucursal')
  await t.poner(t.page.getByLabel('Nombre'), 'Cusco')
  await t.poner(t.page.getByLabel('Código'), 'CUS')
  await t.pulsar(boton(t, 'Guardar'))
  await t.dice('Sucursal creada.')
})

tarea('administracion#ajustes', 'admin', async (t) => {
  await t.ir('ajustes', 'Ajustes', 'Ajustes(?! de)')
  await t.poner(t.page.getByLabel('Dirección', { exact: true }), 'Jr. Ocoña 120, Lima')
  await t.pulsar(boton(t, 'Guardar'))
  await t.dice('Ajustes guardados.')
  const dialog = t.page.getByRole('dialog')
  const guardar = dialog.getByRole('button', { name: 'Guardar' })
  await t.pulsar(boton(t, 'Prefijo de Liquidaciones de comisiones'))
  await t.poner(dialog.getByRole('textbox', { name: 'Prefijo' }), 'LC')
  await t.pulsar(guardar)
  await t.dice('Los documentos por venir llevan LC.')
  await t.pulsar(boton(t, 'Primer número de Liquidaciones de comisiones'))
  await t.poner(dialog.getByRole('textbox', { name: 'Primer número' }), '300')
  await t.pulsar(guardar)
  await t.dice(/empieza en 300/)
})

tarea('administracion#telegram', 'admin', async (t) => {
  const bar = t.page.getByRole('navigation', { name: 'Principal' })
  await t.hasta(bar.getByRole('switch', { name: 'Telegram' }))
  await t.ir('telegram', 'Telegram')
  await t.poner(t.page.getByLabel('Token del bot'), `123456789:${'A'.repeat(35)}`)
  await t.pulsar(boton(t, 'Guardar token'))
  await soy(t, boton(t, 'Cambiar token'))
})

tarea('administracion#webhooks', 'admin', async (t) => {
  await t.ir('webhooks', 'Webhooks')
  await t.pulsar(boton(t, 'Agregar webhook'))
  await t.poner(t.page.getByLabel('Nombre'), 'Contabilidad')
  await t.poner(t.page.getByLabel('Dirección'), 'https://contabilidad.example/eventos')
  await t.marcar(t.page.getByRole('checkbox', { name: 'Orden nueva' }))
  await t.pulsar(boton(t, 'Guardar'))
  await soy(t, boton(t, 'Ya lo guardé'))
  await t.pulsar(boton(t, 'Ya lo guardé'))
  await t.pulsar(boton(t, 'Probar Contabilidad'))
  await t.dice('Evento de prueba en camino.')
})

tarea('administracion#auditoría', 'admin', async (t) => {
  await t.ir('auditoria', 'Auditoría')
  await t.pulsar(t.page.locator('tbody tr[data-abre]'))
  await t.page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'Auditoría' }).waitFor()
})

tarea('administracion#importar', 'admin', async (t) => {
  await t.ir('importar', 'Importar')
  const asked = t.page.waitForEvent('filechooser')
  await t.pulsar(boton(t, /^Elegir archivo/))
  const rows =
    'Persona;Tipo doc;DNI;Nombres;Apellidos;Celular;Segmento\nNatural;DNI;46990001;Lucía;Soto;987654321;Público'
  await (await asked).setFiles({
    name: 'clientes.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rows),
  })
  await t.dice('Se creará 1 fila.')
  await t.pulsar(boton(t, /^Importar/))
  await t.dice('1 cliente creado.')
})

tarea('clientes#segmento', 'admin', async (t) => {
  await t.ir('yorman', /Yorman/, 'Yorman')
  await t.hasta(t.page.getByRole('tab', { name: 'Datos' }))
  await t.tecla('Enter')
  const segmento = t.page.getByRole('combobox', { name: 'Segmento' })
  await t.abrir(segmento, 'Mayorista')
  await expect.poll(() => segmento.inputValue()).toBe('Mayorista')
  await guardar(t)
})

tarea('reportes#la-competencia', 'admin', async (t) => {
  await t.ir('competencia', 'Competencia', 'Competencia')
  await t.pulsar(enlace(t, /^Anotar tasa/))
  await t.titulo('Anotar tasa de la competencia')
  await t.buscar(t.page.getByRole('combobox', { name: 'Competidor' }), '', /./)
  await t.buscar(t.page.getByRole('combobox', { name: 'Par' }), 'USD/PEN', /USD\/PEN/)
  await t.poner(t.page.getByLabel('Compra'), '3.51')
  await t.poner(t.page.getByLabel('Venta'), '3.57')
  await t.pulsar(boton(t, 'Anotar'))
  await t.titulo('Competencia')
})

tarea('reportes#comisiones', 'admin', async (t) => {
  await t.ir('nueva regla', 'Nueva regla de comisión')
  const { page } = t
  await t.buscar(page.getByRole('combobox', { name: 'Usuario' }), 'Ramos', /Ramos/)
  await t.poner(page.getByLabel('Porcentaje o importe'), '5')
  await t.pulsar(boton(t, 'Crear regla'))
  await soy(t, page.getByRole('row', { name: /Ada Ramos/ }).first())
})

tarea('reportes#qué-reporte-responde-qué', 'admin', async (t) => {
  await t.ir('reporte ganancia', /[Gg]anancia/)
  await t.pulsar(t.page.locator('tbody tr[data-abre]'))
  await t.titulo(/[Mm]ovimientos/)
})

tarea('reportes#registro-de-operaciones', 'admin', async (t) => {
  await t.ir('registro de operaciones', 'Registro de Operaciones')
  await t.hasta(t.page.getByRole('radio', { name: 'Semana' }))
  await t.page.waitForURL(/periodo=semana/)
})

tarea('reportes#el-libro', 'contadora', async (t) => {
  await t.ir('libro', 'Balance de comprobación', 'Libro')
  await t.pulsar(t.page.locator('tbody tr[data-abre]'))
  await t.titulo(/./)
})

tarea('mostrador#la-impresora-del-puesto', 'cajera', async (t) => {
  await t.ir('impresora', 'Impresora de este puesto')
  await t.hasta(boton(t, 'Elegir impresora serie'))
})

// The last one: the house asks for another person's yes, and the form stays as it was typed.
tarea('administracion#catálogos', 'admin', async (t) => {
  await t.ir('pagos', 'Tipos de pago', '(T. Pagos|Tipos de pago)')
  await t.pulsar(t.page.getByRole('row', { name: /Plin/ }))
  await t.titulo(/Plin/)
  await t.poner(t.page.getByLabel('Tarifa fija'), '1')
  await guardar(t)
})
