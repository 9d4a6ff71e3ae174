import { expect, test } from 'vitest'
import { codigoDeCasa } from '../../../src/areas/usuarios/primero/codigo.ts'
import { comoDueno } from '../../support/servidor/dueno.ts'
import { abrirCasa } from '../casa.ts'
import { persona } from './persona.ts'

/* A real new house: a till takes nothing without an open turn, and whoever administers has a second factor. */

const rosa = persona()
const { responder, pulsar, tecla, leer, codear, hechos } = rosa
const casa = await abrirCasa({ vacia: true, comoNace: true, reloj: rosa.reloj })
const PASSWORD = 'tinta verde 19 lluvia'

test('from an empty house to its first ticket: by the screen alone, in at most sixty answers and ten minutes', async () => {
  const page = await casa.visita()
  const boton = (name: string | RegExp) => pulsar(page.getByRole('button', { name }))
  const enlace = (name: string) => pulsar(page.getByRole('link', { name }))
  const titulo = (name: string | RegExp) => leer(page.getByRole('heading', { name }))
  /** The password, and the code of the phone, where they are asked for before `hecho` is there. */
  async function confirmar(hecho: ReturnType<typeof page.getByText>): Promise<void> {
    const asked = page.getByLabel('Su contraseña')
    await asked.or(hecho).first().waitFor()
    if (!(await asked.isVisible())) return hecho.waitFor()
    await responder(asked, PASSWORD)
    const code = page.getByLabel(/^Código de (verificación|su aplicación)/)
    if (await code.isVisible()) await codear(code)
    await tecla(page, 'Enter')
    await hecho.waitFor()
  }

  // The owner. The program wrote the link with its code; the page was open already, and takes it from there too.
  await page.goto('/')
  await titulo('Bienvenido a Cambista')
  await page.goto(`/primer-uso#${codigoDeCasa(casa.clave)}`)
  await expect
    .poll(() => page.getByLabel('Código de la casa').inputValue())
    .toBe(codigoDeCasa(casa.clave))
  await responder(page.getByLabel('Nombres'), 'Rosa')
  await responder(page.getByLabel('Apellidos'), 'Alva Ruiz')
  await responder(page.getByLabel(/^Usuario/), 'rosa')
  await responder(page.getByLabel('Correo'), 'rosa@casa.pe')
  await responder(page.getByLabel(/^Contraseña/), PASSWORD)
  await responder(page.getByLabel('Repita la contraseña'), PASSWORD)
  await boton('Crear mi cuenta')

  // The second factor, which the house asks of whoever administers it.
  await titulo('Active su segundo factor')
  await boton('Activar')
  await responder(page.getByLabel('Su contraseña'), PASSWORD)
  await boton('Continuar')
  await leer(page.getByRole('img', { name: /Código QR/ }))
  rosa.escanear(
    (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? 'no secret is shown',
  )
  await codear(page.getByLabel('Código que muestra la aplicación'))
  await boton('Confirmar')
  await titulo('Códigos de recuperación')
  await boton('Ya los guardé')

  // The way begins with the house itself, and says at each step what comes next.
  await titulo('Puesta en marcha')
  await responder(page.getByLabel(/^Razón social/), 'Cambios Rosa S.A.C.')
  await responder(page.getByLabel(/^RUC/), '20100000025')
  await boton('Guardar')
  await confirmar(page.getByText('Ajustes guardados.').first())
  await enlace('Siguiente: Bancos y formas de pago')
  await leer(page.getByRole('button', { name: /^Crear \d+ registros$/ }))
  await boton(/^Crear \d+ registros$/)
  await confirmar(page.getByText(/^Se crearon \d+ registros\.$/))
  await enlace('Siguiente: Primeros precios')
  const dolar = page.getByRole('group', { name: 'Dólar en soles' })
  await leer(dolar)
  await responder(dolar.getByLabel('Compra'), '3.52')
  await responder(dolar.getByLabel('Venta'), '3.56')
  await boton('Publicar estos precios')
  await confirmar(page.getByText('Se crearon 3 registros.'))

  // Two tills, hers: soles with what was counted, and dollars without any.
  await enlace('Siguiente: Cajas y bancos')
  const soles = page.getByRole('form', { name: 'Caja en Sol' })
  await leer(soles)
  const lleva = page.getByLabel(/^Responsable/)
  expect(await lleva.locator('option:checked').textContent()).toBe('Rosa Alva Ruiz')
  await responder(soles.getByLabel(/^Contado/), '5000')
  await pulsar(soles.getByRole('button', { name: 'Abrir caja' }))
  await confirmar(page.getByRole('link', { name: 'Caja PEN' }))
  const dolares = page.getByRole('form', { name: 'Caja en Dólar' })
  expect(await dolares.getByLabel(/^Costo/).inputValue()).toBe('3.520')
  await pulsar(dolares.getByRole('button', { name: 'Abrir caja' }))
  await confirmar(page.getByRole('link', { name: 'Caja USD' }))

  // Its roles; people may come later.
  await enlace('Siguiente: Roles y personas')
  await leer(page.getByRole('button', { name: 'Crear 5 roles' }))
  // She has a second factor already.
  await page.getByRole('button', { name: 'Agregar una persona' }).waitFor()
  expect(await page.getByRole('link', { name: 'segundo factor' }).count()).toBe(0)
  await boton('Crear 5 roles')
  await confirmar(page.getByText('Se crearon 5 roles.').first())
  await enlace('Siguiente: Primera operación')
  await page.getByText('Todavía falta: Roles y personas').waitFor()

  // Her turn opens with what she counted, and nothing is counted twice or marked as empty by hand.
  await titulo('Abrir la caja')
  const sabe = page.getByText(/^Es lo que usted contó al crear sus cajas\./)
  expect((await sabe.innerText()).replaceAll(/\s/g, ' ')).toContain('S/ 5,000.00 · US$ 0.00')
  expect(await page.getByRole('link', { name: 'Registrar la primera operación' }).count()).toBe(0)
  await boton('Abrir con lo contado')
  await page.getByText('Su caja está abierta').waitFor()

  // The first operation and its ticket.
  await enlace('Registrar la primera operación')
  await leer(page.getByLabel('Recibimos US$'))
  await responder(page.getByLabel('Recibimos US$'), '50')
  await tecla(page, 'F9')
  await page.getByRole('heading', { name: /Compra CV-/ }).waitFor()
  await expect
    .poll(() => page.evaluate(() => (window as { impresiones?: number }).impresiones ?? 0))
    .toBeGreaterThan(0)
  // The opening is the document that it was: numbered, and applied.
  expect(
    await comoDueno(
      casa.datos,
      "SELECT a.estado, a.numero ~ '^AJ-' AS numerado, t.apertura FROM ajustes_saldo a, turnos t",
    ),
  ).toEqual([{ estado: 'aplicado', numerado: true, apertura: 'saldo_inicial' }])
  // The page of the operation congratulates her, and the dashboard too until it is closed.
  const bien = page.getByRole('region', { name: 'La casa ya opera' })
  await bien.getByRole('link', { name: 'lo que sigue' }).waitFor()
  // The dashboard says once that the house is on its way.
  await page.goto('/dashboard')
  await page.getByRole('heading', { name: '¡Felicitaciones! Su casa ya opera' }).waitFor()
  await page.getByText('Crear los usuarios').waitFor()
  console.info(`first ticket after ${JSON.stringify(hechos)}: ${rosa.segundos()} s of a person`)
  expect(hechos.respuestas).toBeLessThanOrEqual(60)
  // What was answered, typed, pressed and read, in the seconds that a person takes for it: no clock ran.
  expect(rosa.segundos()).toBeLessThanOrEqual(600)
  expect(casa.errores).toEqual([])
})
