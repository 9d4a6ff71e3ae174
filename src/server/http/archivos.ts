import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Archivo, archivoBajado } from '../../core/contract.ts'
import { DomainError } from '../../core/errors.ts'

export type Bajado = z.output<typeof archivoBajado>

/**
 * Bodies of this scope are one file of the given types, as it is: no JSON, no form, no encoding.
 * @throws DomainError ARCHIVO_TIPO, ARCHIVO_GRANDE
 */
export function acceptFile(scope: FastifyInstance, { tipos, maximo }: Archivo): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    [...tipos],
    { parseAs: 'buffer', bodyLimit: maximo },
    async (request: FastifyRequest, body: Buffer) => {
      const { 'content-type': type = '', 'content-encoding': encoding } = request.headers
      if (encoding || !tipos.includes(type)) throw wrongType(tipos)
      return body
    },
  )
  scope.addContentTypeParser('*', async () => {
    throw wrongType(tipos)
  })
  scope.setErrorHandler((error: { code?: string }) => {
    // Thrown again, it goes on to where all refusals get their words.
    if (error.code !== 'FST_ERR_CTP_BODY_TOO_LARGE') throw error
    throw new DomainError('ARCHIVO_GRANDE', { maximo: `${maximo / 1024 / 1024} MB` })
  })
}

function wrongType(tipos: readonly string[]): DomainError {
  const names = tipos.map((tipo) => tipo.replace(/^.*\//, '').toUpperCase())
  return new DomainError('ARCHIVO_TIPO', { tipos: names.join(', ') })
}

/** Somebody else's bytes: saved, never shown as a page, whatever they turn out to be. */
export function sendFile(reply: FastifyReply, { tipo, nombre, contenido }: Bajado): FastifyReply {
  return reply
    .type(tipo)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('content-disposition', disposition(nombre))
    .send(contenido)
}

/** `attachment` with the name twice: plain for old readers, and whole (RFC 6266). */
export function disposition(nombre: string): string {
  const plain = nombre.normalize('NFD').replaceAll(/[^\w. -]/g, '') || 'archivo'
  const whole = encodeURIComponent(nombre).replaceAll(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`
}
