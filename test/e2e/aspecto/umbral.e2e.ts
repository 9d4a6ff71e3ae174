import type { Page } from 'playwright-core'
import { entrar } from '../../../scripts/demo/llamada.ts'
import { contrato as ventas } from '../../../src/areas/compras-ventas/contract.ts'
import { contrato as ordenes } from '../../../src/areas/ordenes/contract.ts'
import { contrato as usuarios } from '../../../src/areas/usuarios/contract.ts'
import { contratoTelefono } from '../../../src/core/documento/telefono.ts'
import { PASSWORD_DEMO } from '../../../src/server/proceso/demo.ts'
import { comoDueno } from '../../support/servidor/dueno.ts'
import { AHORA, abrirCasa } from '../casa.ts'
import { TELEFONO } from './formas.ts'
import { abrir, probarGrupos } from './probar.ts'
import type { Vista } from './visita.ts'

/*
 * The pages at the threshold of a house, as those meet them who stand there: its first administrator, who still owes a
 * password or a second factor, a client with a paper or an order of his, a phone that sends a photo; and the till of who
 * has one.
 */

const casa = await abrirCasa({ reloj: () => AHORA })
const nueva = await abrirCasa({ vacia: true, comoNace: true })

const admin = await entrar(casa.app, 'admin')
const cajera = await entrar(casa.app, 'cajera')

async function papelDe(estado: string): Promise<string> {
  const query = { estado, limite: '1' } as never
  const [found] = (await admin(ordenes.listar, { query })).items
  const { numero, codigo } = await admin(ordenes.obtener, { params: { id: found?.id ?? 0 } })
  return `${numero}.${codigo}`
}

const { id: gerente } = await casa.app.db
  .selectFrom('usuarios')
  .select('id')
  .where('usuario', '=', 'gerente')
  .executeTakeFirstOrThrow()
const { password_temporal: temporal } = await admin(usuarios.restablecer, {
  params: { id: gerente },
  body: { password: PASSWORD_DEMO },
})
const venta = await admin(ventas.obtener, { params: { id: 1 } })
const LUGARES: Record<string, string> = {
  completada: await papelDe('completada'),
  espera: await papelDe('pendiente'),
  papel: `${venta.numero}.${venta.codigo}`,
  llave: `llave=${(await cajera(contratoTelefono.abrir, {})).llave}`,
}
const exigir = (valor: boolean) =>
  comoDueno(
    casa.datos,
    `UPDATE ajustes SET valor = '${valor}' WHERE clave = 'exigir_segundo_factor'`,
  )

const options = { reducedMotion: 'reduce', viewport: TELEFONO } as const
const PERSONAS: Record<string, () => Promise<Page>> = {
  '/primer-uso#$nueva': () => nueva.visita(options),
  '/completar-ingreso': () => casa.dentro('gerente', options, temporal),
  '/completar-ingreso?volver=/ordenes': async () => {
    await exigir(true)
    return casa.dentro('admin', options)
  },
  '/cierres/mi-caja#$cajera': async () => {
    await exigir(false)
    return casa.dentro('cajera', options)
  },
}

const abiertas = new Map<string, Promise<Vista>>()
probarGrupos(
  [casa, nueva],
  ['umbral'],
  (route) => route.replace(/\$(\w+)/, (_, name: string) => LUGARES[name] ?? ''),
  (route) => {
    const who = PERSONAS[route] ? route : 'fuera'
    const open = PERSONAS[route] ?? (() => casa.visita(options))
    const vista = abiertas.get(who) ?? open().then((page) => abrir(page, null))
    abiertas.set(who, vista)
    return vista
  },
)
