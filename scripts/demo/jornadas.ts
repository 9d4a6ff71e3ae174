import { sql } from 'kysely'
import { contrato as cierres } from '../../src/areas/cierres/contract.ts'
import { contrato as clientes } from '../../src/areas/clientes/contract.ts'
import { contrato as cuentas } from '../../src/areas/cuentas/contract.ts'
import { contrato as categorias } from '../../src/areas/gastos-categorias/contract.ts'
import type { Segmento } from '../../src/core/dinero/tramos.ts'
import type { App } from '../../src/main.app.ts'
import { ajustarDia } from './casa/ajustes.ts'
import { JUSTOS } from './casa/justos.ts'
import { abrirCajas, cerrarDia, cerrarPendiente, fechaDe, quienes } from './documentos/cierres.ts'
import { deMadrugada } from './documentos/excepciones.ts'
import { type Gastos, gastarDia, pagarPropuestos } from './documentos/gastos.ts'
import { ordenarDia } from './documentos/ordenes.ts'
import { anularVencidas, confirmarPendientes } from './documentos/pendientes.ts'
import { transferirDia } from './documentos/transferencias.ts'
import {
  agenda,
  diasDeTrabajo,
  type Horario,
  medianoche,
  restoDeHoy,
  ultimaRemesa,
} from './horario.ts'
import { type Paso, pasosDeAntes, pasosDeHoy, pasosDelResto } from './hoy.ts'
import { entrar } from './llamada.ts'
import { operarGrandes } from './mostrador/grandes.ts'
import { operarDia } from './mostrador/operaciones.ts'
import { confirmarPrecios, publicarPrecios } from './precios.ts'

const DAY = 86_400_000
const MINUTE = 60_000

type Cliente = { id: number; nombre: string; segmento: Segmento }

/** A working day with the data that its steps need. */
export interface Jornada extends Horario {
  app: App
  reloj: (instant: number) => void
  /** Who comes of his own; `justos` come for one day of a month. */
  clientes: readonly Cliente[]
  justos: readonly Cliente[]
  /** Ids of accounts by name and of categories by code. */
  libros: Gastos
  semilla: number
  /** Whether the second counter of Lima and Arequipa work too. */
  plena: boolean
  /** Days since the first day of the demo; `trabajados` are the working days before this one. */
  n: number
  trabajados: number
  /** Working days from this one to the last one; `estreno` is true on the first one of a new demo. */
  faltan: number
  estreno: boolean
}

/**
 * Runs every working day from a midnight until now, after closing what earlier days left open. Returns the number of
 * operations at the counter.
 */
export async function trabajar(
  app: App,
  desde: number,
  now: number,
  reloj: (instant: number) => void,
): Promise<number> {
  const known = await conocer(app)
  const primero = known.primero ?? desde
  let made = 0
  let { trabajados } = known
  const dias = diasDeTrabajo(desde, now)
  for (const [i, horario] of dias.entries()) {
    const { dia, precios } = horario
    reloj(precios)
    if (known.abiertos.length > 0) {
      await confirmarPendientes(app, fechaDe(dia - DAY))
      await cerrarPendiente(app, known.plena, known.abiertos.splice(0))
    }
    // What expired on the day before is still on the board when the next one begins.
    await anularVencidas(app, fechaDe(dia - 2 * DAY))
    const n = (dia - primero) / DAY
    const lugar = { faltan: dias.length - 1 - i, estreno: known.primero === null && i === 0 }
    const jornada = {
      ...known,
      ...horario,
      app,
      reloj,
      semilla: dia / DAY,
      n,
      trabajados,
      ...lugar,
    }
    made += await trabajarDia(jornada)
    trabajados += 1
  }
  return made
}

/**
 * Works on through a day that is under way, from what was written last until now. Whoever closed the till keeps his day
 * as he left it.
 */
export async function proseguir(
  app: App,
  escrito: number,
  now: number,
  reloj: (instant: number) => void,
): Promise<void> {
  const resto = restoDeHoy(escrito, now)
  if (!resto) return
  reloj(resto.precios)
  const known = await conocer(app)
  const [cajera] = await quienes(app)
  const { turno } = await cajera(cierres.miCaja, {})
  if (turno?.estado !== 'abierto') return
  // Other clients and amounts than those of the morning.
  const semilla = Math.floor(resto.precios / MINUTE)
  const j = { ...known, ...resto, app, reloj, semilla, n: semilla % 89, faltan: 0, estreno: false }
  await confirmarPrecios(app)
  await seguirDia(j, await pasosDelResto(j))
}

/** Minutes before now at which the whole demo goes on with the orders of today. */
const AVANCES = [58, 42, 27, 13]

/** Reads the clients, accounts and categories of the house, and which business days are still open. */
async function conocer(app: App) {
  const admin = await entrar(app, 'admin')
  const { items } = await admin(clientes.listar, {
    query: { estado: 'activo', limite: '200' } as never,
  })
  const { rows } = await sql<{
    primero: string | null
    abiertos: string[]
    trabajados: number
    plena: boolean
  }>`
    SELECT (SELECT min(fecha)::text FROM cierres) AS primero, (SELECT count(*)::int FROM cierres) AS trabajados,
           EXISTS (SELECT FROM usuarios WHERE usuario = 'arequipa') AS plena,
           ARRAY(SELECT DISTINCT fecha_negocio::text FROM asientos
                 WHERE fecha_negocio > coalesce((SELECT max(fecha) FROM cierres), 'infinity') ORDER BY 1) AS abiertos`.execute(
    app.db,
  )
  const row = rows[0] as (typeof rows)[number]
  const all = items
    .map(({ id, nombre, segmento, num_doc }) => ({ id, nombre, segmento, num_doc }))
    .toSorted((a, b) => a.id - b.id)
  const justo = ({ num_doc }: (typeof all)[number]) => row.plena && JUSTOS.has(num_doc)
  return {
    clientes: all.filter((cliente) => !justo(cliente)),
    justos: all.filter(justo),
    libros: {
      cuentas: new Map((await admin(cuentas.listar, {})).map(({ nombre, id }) => [nombre, id])),
      codigos: new Map((await admin(categorias.listar, {})).map(({ codigo, id }) => [codigo, id])),
    },
    primero: row.primero === null ? null : medianoche(Date.parse(`${row.primero}T12:00:00-05:00`)),
    abiertos: row.abiertos,
    trabajados: row.trabajados,
    plena: row.plena,
  }
}

async function trabajarDia(j: Jornada): Promise<number> {
  const { app, hoy, reloj } = j
  if (hoy) {
    reloj(Math.max(j.dia + MINUTE, Math.min(j.dia + 240 * MINUTE, j.precios - MINUTE)))
    await deMadrugada(app)
    reloj(j.precios)
  }
  const [, supervisora] = await quienes(app)
  await publicarPrecios(app, j.dia)
  await abrirCajas(j)
  const made = await seguirDia(j, hoy ? await pasosDeHoy(j) : pasosDeAntes(j))
  await operarGrandes(j)
  reloj(j.hasta + (hoy ? 0 : 30 * MINUTE))
  if (!hoy) {
    await transferirDia(j)
    await confirmarPendientes(app, fechaDe(j.dia))
  }
  const quienesPagan = { supervisora, admin: await entrar(app, 'admin') }
  await pagarPropuestos(app, quienesPagan, fechaDe(j.dia))
  await gastarDia(quienesPagan, { fecha: fechaDe(j.dia), n: j.trabajados, ...j.libros })
  await ajustarDia(supervisora, j.trabajados, j.libros.cuentas, quienesPagan.admin)
  await cerrarDia(j)
  return made
}

/** The counters serve and the orders go on until the end of the day, with these steps between them. */
async function seguirDia(j: Jornada, pasos: readonly Paso[]): Promise<number> {
  const { reloj } = j
  const remesas = await ordenarDia(j)
  // Late on today no client comes to the counter, and what was begun is finished.
  const avances = j.hoy && j.plena ? AVANCES : []
  const dar = agenda(j, reloj, [
    ...pasos,
    ...avances.map((minutes) => [minutes, () => remesas(false)] as const),
  ])
  const alPaso = async (instant: number) => {
    await dar(instant)
    reloj(instant)
    await remesas(avances.length === 0 || instant < ultimaRemesa(j))
  }
  const made = await operarDia({ ...j, alPaso })
  await dar(j.hasta)
  return made
}
