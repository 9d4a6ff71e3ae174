import { DomainError } from '../../../core/errors.ts'
import { citado } from '../../../core/texto/citado.ts'
import { actuar, exigirControl, palabrasDe } from '../../../server/acceso/control.ts'
import { type Area, area, type Context } from '../../../server/area.ts'
import { note } from '../../../server/catalog.ts'
import { validarDireccion } from '../../../server/saliente/direccion.ts'
import { contratoFuentes } from '../contract/fuentes.ts'
import { type Arriba, NO_EXISTE, ofRow, publishAll, said } from '../publicar.ts'
import { lock } from '../queries.ts'
import { alcanceDe } from './descarga.ts'
import { lockSource, readSoon, resolveProposal, saveSource, sources } from './queries.ts'

async function guardar(context: Context<typeof contratoFuentes.guardar>) {
  const { db, params, body, afuera } = context
  const { version, ...escrita } = body
  validarDireccion(escrita.url, alcanceDe(afuera.fuentesLocales === true))
  const par = (await lock(db, [params.id], 'leer')).get(params.id)
  if (!par) throw NO_EXISTE()
  const antes = await lockSource(db, par.id)
  if (antes && version !== antes.version)
    throw new DomainError('VERSION', { version: antes.version })
  await actuar(context)
  if (!antes && escrita.modo === 'publica') {
    const dice = await palabrasDe(db, 'pares_fuentes', escrita)
    const titulo = `que la fuente ${citado(escrita.nombre)} publique sola ${par.base_iso}/${par.cotizacion_iso}, ${dice}`
    const comun = { origen: 'pares-divisas', origen_id: par.id, que: escrita }
    await exigirControl(context, { clave: 'control', ...comun, titulo })
  }
  await saveSource(db, par.id, escrita)
  await note(context, 'pares-divisas', 'fuente', par.id, antes && elegido(antes), escrita)
  return { id: par.id, message: `Fuente de ${par.base_iso}/${par.cotizacion_iso} guardada.` }
}

/** The settings of a source, without its readings. */
function elegido(fuente: Parameters<typeof saveSource>[2]) {
  const { nombre, url, ruta_compra, ruta_venta, factor_compra, factor_venta } = fuente
  const { minutos, salto_pct, modo, activa } = fuente
  const from = { nombre, url, ruta_compra, ruta_venta, factor_compra, factor_venta }
  return { ...from, minutos, salto_pct, modo, activa }
}

/** The routes of sources and proposals, with a contract of their own beside the pairs'. */
export function servidorFuentes(arriba: Arriba): Area {
  return area(contratoFuentes, {
    listar: ({ db }) => sources(db),
    guardar,
    leer: async (context) => {
      const { db, params } = context
      await readSoon(db, params.id)
      await note(context, 'pares-divisas', 'leer-fuente', params.id, null, null)
      return { id: params.id, message: 'Se leerá en unos segundos.' }
    },
    aceptar: async (context) => {
      const { db, params, body, quien } = context
      const open = await resolveProposal(db, params.id, 'aceptada', quien.usuario_id)
      const { par_id: id, fuente, compra, venta } = open
      const cambios = [{ id, compra, venta, confirmar: body.confirmar }]
      const motivo = `Fuente ${fuente}, propuesta aceptada`
      const publicacion = { cambios, motivo, revision: undefined, prefix: ofRow }
      const recalculados = await publishAll(context, publicacion, arriba)
      return { id: params.id, message: said(1, recalculados), recalculados }
    },
    descartar: async (context) => {
      const { db, params, quien } = context
      const { par_id, ...open } = await resolveProposal(
        db,
        params.id,
        'descartada',
        quien.usuario_id,
      )
      await note(context, 'pares-divisas', 'descartar-propuesta', par_id, open, null)
      return { id: params.id, message: 'Propuesta descartada.' }
    },
  })
}
