import { expect } from 'vitest'
import { PASSWORD_DEMO } from '../../../src/server/proceso/demo.ts'
import { abrirCasa } from '../casa.ts'
import { foto } from '../foto.ts'
import { type Teclas, tareasDe } from './teclas.ts'

const casa = await abrirCasa()
const { tarea } = tareasDe(casa)

const boton = (t: Teclas, name: string | RegExp) => t.page.getByRole('button', { name })
const enlace = (t: Teclas, name: string | RegExp) => t.page.getByRole('link', { name })

/** Hands a file to the button that asks for one: the window of files is the system's. */
async function archivo(
  t: Teclas,
  name: string | RegExp,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  const asked = t.page.waitForEvent('filechooser')
  await t.pulsar(boton(t, name))
  await (await asked).setFiles(file)
}

tarea('primeros-pasos#ingresar', 'contadora', async (t) => {
  await t.pulsar(boton(t, 'Salir').or(enlace(t, 'Salir')))
  await t.page.getByLabel('Usuario o correo').waitFor()
  await t.poner(t.page.getByLabel('Usuario o correo'), 'contadora')
  await t.tecla('Tab')
  await t.escribir(PASSWORD_DEMO)
  await t.tecla('Enter')
  await t.page.waitForURL('**/dashboard')
})

tarea('primeros-pasos#todo-con-el-teclado', 'contadora', async (t) => {
  await t.titulo(/^Hola/)
  await t.tecla('?')
  const keys = await t.dialogo('Teclas de esta página')
  await t.tecla('Escape')
  await keys.waitFor({ state: 'detached' })
})

tarea('primeros-pasos#buscar-con-ctrl-k', 'admin', async (t) => {
  await t.ir('posiciones', 'Posiciones')
  await t.ir('usd pen 3.745', 'USD/PEN')
  await t.ir('yorman', /Yorman/, 'Yorman')
})

tarea('primeros-pasos#los-avisos-y-la-campana', 'admin', async (t) => {
  await t.pulsar(boton(t, /^Notificaciones/))
  const bar = t.page.getByRole('navigation', { name: 'Principal' })
  await t.pulsar(bar.getByRole('link', { name: /por verificar/ }))
  await t.page.getByRole('row').first().waitFor()
})

tarea('primeros-pasos#listas', 'contadora', async (t) => {
  await t.ir('movimientos', 'Movimientos', 'Movimientos')
  await t.escoger(t.page.getByRole('combobox', { name: 'Moneda' }), 'PEN')
  await t.page.waitForURL(/moneda_id=/)
  await t.pulsar(boton(t, 'Exportar'))
  const file = t.page.waitForEvent('download')
  await t.tecla('ArrowDown')
  await t.pulsar(t.page.getByRole('menuitem', { name: /CSV/ }).or(boton(t, /CSV/)))
  await file
})

tarea('primeros-pasos#vistas-columnas-y-marcas', 'admin', async (t) => {
  await t.ir('gastos', 'Gastos', 'Gastos')
  await t.pulsar(boton(t, 'Columnas'))
  await t.hasta(t.page.getByRole('button', { name: /^Subir / }).last())
  await t.tecla('Enter', 'Escape')
  await t.pulsar(boton(t, 'Elegir días'))
  await t.tecla('Escape')
  const row = t.page.locator('tbody tr[tabindex]').first()
  await t.hasta(row)
  await t.tecla('Space')
  await expect.poll(() => row.getByRole('checkbox').isChecked()).toBe(true)
})

tarea('primeros-pasos#su-perfil', 'pagador', async (t) => {
  await t.ir('perfil', 'Mi perfil')
  await t.poner(t.page.getByLabel('Correo'), 'pagador.nuevo@andino.example')
  await t.poner(t.page.getByLabel('Su contraseña'), PASSWORD_DEMO)
  await t.pulsar(boton(t, 'Guardar'))
  await t.dice('Datos guardados.')
  await t.hasta(t.page.getByRole('tab', { name: 'Sesiones' }))
  await t.tecla('Enter')
  await t.dice('Esta sesión')
})

tarea('tasas#pares-de-divisas', 'admin', async (t) => {
  await t.ir('nuevo par', 'Nuevo par de divisas')
  const { page } = t
  await t.buscar(page.getByRole('combobox', { name: 'Mercado' }), 'Perú', /Perú/)
  await t.buscar(page.getByRole('combobox', { name: 'Divisa base' }), 'BRL', /BRL/)
  await t.buscar(page.getByRole('combobox', { name: 'Divisa cotización' }), 'PEN', /PEN/)
  await t.poner(page.getByLabel('Compra'), '0.60')
  await t.poner(page.getByLabel('Venta'), '0.66')
  await t.pulsar(boton(t, 'Crear par'))
  await t.titulo('BRL/PEN')
})

tarea('tasas#publicar-precios', 'admin', async (t) => {
  await t.ir('publicar precios', 'Pares de divisas')
  await t.pulsar(boton(t, 'Editar precios'))
  await t.poner(t.page.getByLabel('Compra de USD/PEN, Perú'), '3.530')
  await t.tecla('ArrowDown', 'ArrowUp')
  await t.poner(t.page.getByLabel('Venta de USD/PEN, Perú'), '3.570')
  await t.pulsar(boton(t, /^Revisar impacto/))
  const review = await t.dialogo('Revisar impacto')
  await t.pulsar(review.getByRole('button', { name: 'Publicar' }))
  await t.page.getByRole('region', { name: 'Resultado de la publicación' }).waitFor()
})

tarea('tasas#tipos-de-cambio', 'admin', async (t) => {
  await t.ir('pen clp', 'PEN → CLP')
  await t.pulsar(boton(t, 'Escribir tasa'))
  const dialog = await t.dialogo(/Tasa manual de/)
  await t.poner(dialog.getByLabel('Tasa'), '245.00')
  await t.poner(dialog.getByLabel('Motivo'), 'Promoción de la semana')
  await t.pulsar(dialog.getByRole('button', { name: 'Fijar tasa' }))
  await dialog.waitFor({ state: 'detached' })
  await t.dice('245.00')
})

tarea('tasas#deshacer', 'admin', async (t) => {
  await t.pulsar(enlace(t, 'Deshacer'))
  await t.titulo('Deshacer tasa')
  await t.pulsar(boton(t, 'Deshacer'))
  const dialog = await t.dialogo()
  await t.poner(dialog.getByLabel('Motivo'), 'Se digitó mal')
  await t.pulsar(dialog.getByRole('button', { name: 'Deshacer' }))
  await t.titulo('Tasa deshecha')
})

tarea('tasas#la-pizarra', 'admin', async (t) => {
  await t.ir('administrar la pizarra', 'Administrar la pizarra')
  await t.poner(t.page.getByLabel('Mensaje'), 'Atendemos de 9 a 19 h')
  await t.pulsar(boton(t, 'Bajar Dólar (USD/PEN)'))
  await t.pulsar(boton(t, 'Guardar'))
  await t.pulsar(boton(t, 'Nuevo enlace'))
  const enlace = await t.dialogo('Nuevo enlace')
  await t.tecla('Escape')
  await enlace.waitFor({ state: 'detached' })
  await t.ir('tasas del día', 'Tasas del día')
  const file = t.page.waitForEvent('download')
  await t.pulsar(boton(t, 'Descargar imagen'))
  await file
})

tarea('clientes#crear-un-cliente', 'cajera', async (t) => {
  await t.ir('nuevo cliente', 'Nuevo cliente')
  const { page } = t
  await t.poner(page.getByLabel('Número de documento'), '45551234')
  await t.poner(page.getByLabel('Nombres'), 'Rosa Elena')
  await t.poner(page.getByLabel('Apellidos'), 'Núñez Paz')
  await t.poner(page.getByLabel('Fecha de nacimiento'), '17/05/1990')
  await t.poner(page.getByLabel('Celular'), '987654300')
  await t.pulsar(boton(t, /^(Guardar|Crear)/))
  await t.titulo(/Rosa Elena Núñez/)
})

tarea('clientes#buscar-a-un-cliente', 'cajera', async (t) => {
  await t.ir('clientes', 'Clientes', 'Clientes')
  await t.poner(t.page.getByRole('searchbox').first(), 'nunez rosa')
  const row = t.page.getByRole('row', { name: /Abrir Rosa Elena Núñez/ })
  await t.pulsar(row)
  await t.titulo(/Rosa Elena Núñez/)
})

tarea('clientes#documentos', 'cajera', async (t) => {
  await t.hasta(t.page.getByRole('tab', { name: 'Documentos' }))
  await t.tecla('Enter')
  await t.pulsar(boton(t, 'Subir: Documento de identidad, anverso'))
  const dialog = await t.dialogo()
  const file = { name: 'dni.png', mimeType: 'image/png', buffer: await foto(t.page) }
  await archivo(t, 'Adjuntar imagen o PDF', file)
  await dialog.getByText('dni.jpg').waitFor()
  await t.poner(dialog.getByLabel('Vence'), '01/02/2030')
  await t.pulsar(dialog.getByRole('button', { name: 'Guardar' }))
  await dialog.waitFor({ state: 'detached' })
})

tarea('clientes#beneficiarios', 'cajera', async (t) => {
  await t.hasta(t.page.getByRole('tab', { name: 'Beneficiarios' }))
  await t.tecla('Enter')
  await t.pulsar(boton(t, 'Nuevo beneficiario'))
  const nuevo = await t.dialogo('Nuevo beneficiario')
  await t.hasta(nuevo.getByLabel('Pegar datos'))
  await t.page.keyboard.insertText(
    'Pago móvil Banesco 0134 V-11.222.333 0414-5556677 María Montilla',
  )
  await nuevo.getByText(/Se reconoció: Pago Móvil/).waitFor()
  await t.hasta(nuevo.getByLabel('Nombre del titular'))
  await t.tecla('Enter')
  await nuevo.waitFor({ state: 'detached' })
})

tarea('clientes#observado-y-bloqueado', 'cumplimiento', async (t) => {
  await t.ir('yorman', /Yorman/, 'Yorman')
  await t.pulsar(boton(t, 'Cambiar estado'))
  const dialog = await t.dialogo()
  await t.escoger(dialog.getByRole('combobox', { name: 'Nuevo estado' }), 'Bloqueado')
  await t.escoger(dialog.getByRole('combobox', { name: 'Nuevo estado' }), 'Observado')
  await t.poner(dialog.getByLabel('Motivo'), 'Su documento no se lee')
  await t.pulsar(dialog.getByRole('button', { name: 'Cambiar estado' }))
  await dialog.waitFor({ state: 'detached' })
})

tarea('tarjeta-cumplimiento#cada-día', 'cumplimiento', async (t) => {
  await casa.app.db
    .updateTable('clientes')
    .set({ riesgo: 'alto' })
    .where('num_doc', '=', '41000009')
    .execute()
  // The page read its bell before.
  await t.page.reload()
  const bar = t.page.getByRole('navigation', { name: 'Principal' })
  await t.ir('clientes', 'Clientes', 'Clientes')
  await t.pulsar(boton(t, /^Notificaciones/))
  await t.pulsar(bar.getByRole('link', { name: '1 cliente por aprobar' }))
  await t.pulsar(t.page.getByRole('row').filter({ hasText: 'por aprobar' }))
  await t.pulsar(boton(t, 'Aprobar'))
  const dialog = await t.dialogo()
  await t.poner(dialog.getByRole('textbox'), 'Se revisó el origen de sus fondos.')
  await t.pulsar(dialog.getByRole('button', { name: 'Aprobar' }))
  await boton(t, 'Renovar aprobación').waitFor()
})

tarea('tasas#fuentes', 'admin', async (t) => {
  await t.ir('usd pen', 'USD/PEN')
  await t.hasta(t.page.getByRole('tab', { name: 'Fuente' }))
  await t.tecla('Enter')
  await t.poner(t.page.getByLabel('Nombre'), 'Mercado')
  await t.poner(t.page.getByLabel('Dirección'), 'https://precios.example/usd.json')
  await t.poner(t.page.getByLabel('Ruta de la compra'), 'compra')
  await t.poner(t.page.getByLabel('Ruta de la venta'), 'venta')
  await t.pulsar(boton(t, 'Nombrar fuente'))
  await boton(t, 'Guardar fuente').waitFor()
})
