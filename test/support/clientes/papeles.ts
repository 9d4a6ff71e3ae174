import { sql } from 'kysely'
import { contratoDocumentos, type Papel } from '../../../src/areas/clientes/contract/documentos.ts'
import { contrato } from '../../../src/areas/clientes/contract.ts'
import { foto, subirFoto } from '../foto.ts'
import type { Client, TestApp } from '../servidor/app.ts'
import { comoDueno } from '../servidor/dueno.ts'

interface Mas {
  titulo?: string
  vence?: string
  reemplaza_id?: number
  motivo?: string
  adjunto_id?: number
}

/** Clients and their papers; `adm` registers the clients, and `cum` reads what there is. */
export function montarPapeles({ db, url }: TestApp, { adm, cum }: { adm: Client; cum: Client }) {
  let n = 0
  const subir = (quien: Client, bytes = foto()) =>
    subirFoto(quien, contratoDocumentos.subirAdjunto, bytes)
  const ver = async (id: number, quien = cum) =>
    (await quien.call(contratoDocumentos.listar, { params: { id } })).body
  return {
    /** A new client. */
    async nuevo(nombres = 'Luis'): Promise<number> {
      n += 1
      const body = {
        ...{ tipo_persona: 'natural', tipo_doc: 'DNI', num_doc: String(70_000_000 + n), nombres },
        ...{ apellidos: 'Rojas', fecha_nac: '1980-01-31', segmento: 'publico' },
        celular: String(921_000_000 + n),
      } as const
      return (await adm.call(contrato.crear, { body })).body.id
    },
    /** Uploads a picture that nobody has yet. */
    subir,
    async guardar(quien: Client, id: number, tipo: Papel, mas: Mas = {}) {
      const adjunto_id = mas.adjunto_id ?? (await subir(quien))
      const body = { tipo, ...mas, adjunto_id }
      return quien.call(contratoDocumentos.guardar, { params: { id }, body })
    },
    ver,
    /** His newest paper. */
    async uno(id: number, quien = cum) {
      const [found] = await ver(id, quien)
      if (!found) throw new Error('no paper')
      return found
    },
    bajar: (quien: Client, adjunto: number) =>
      quien.raw('GET', `/api/clientes/documentos/adjuntos/${adjunto}`),
    /** Who looked at a paper, by the audit. */
    async miradas(documento: number) {
      const { rows } = await sql<{ usuario_id: number }>`
        SELECT usuario_id FROM auditoria WHERE entidad = 'clientes-documentos' AND accion = 'ver-documento'
          AND entidad_id = ${String(documento)} ORDER BY id`.execute(db)
      return rows.map(({ usuario_id }) => usuario_id)
    },
    /** Papers that were refused, each with a file of its own. */
    llenar: (quien: Client, id: number, cuantos: number) =>
      comoDueno(
        url,
        `WITH a AS (INSERT INTO adjuntos (nombre, contenido, usuario_id, creado_en)
           SELECT 'x', '\\x89504e470d0a1a0a'::bytea || convert_to(random()::text || n, 'UTF8'), $1,
             ahora() - interval '4 days' FROM generate_series(1, $3) n RETURNING id)
         INSERT INTO clientes_documentos (cliente_id, tipo, adjunto_id, estado, subido_por, cambiado_por, cambiado_en, motivo)
         SELECT $2, 'domicilio', id, 'rechazado', $1, $1, ahora(), 'No se lee' FROM a`,
        [quien.usuario_id, id, cuantos],
      ),
  }
}
