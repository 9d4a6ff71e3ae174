import { expect } from 'vitest'
import { saldos } from '../areas/casa.ts'
import type { Answer, TestApp } from './app.ts'
import { comoDueno } from './dueno.ts'

/** Expects calls to be refused with a code and a message, and to write nothing. */
export function rechazos(app: TestApp) {
  const left = async () => ({
    saldos: await saldos(app),
    filas: await comoDueno(
      app.url,
      `SELECT (SELECT count(*) FROM ordenes) AS o, (SELECT count(*) FROM ordenes_cobros) AS c,
              (SELECT count(*) FROM ordenes_pagos) AS g, (SELECT count(*) FROM ordenes_pasos) AS p`,
    ),
  })
  return async (
    call: () => Promise<Answer>,
    codigo: string,
    words?: RegExp,
  ): Promise<Answer['error']> => {
    const before = await left()
    const { status, error } = await call()
    expect(error.codigo, error.message).toBe(codigo)
    expect(status).toBeGreaterThanOrEqual(400)
    const said = [error.message, ...(error.errors ?? []).map(({ msg }) => msg)].join(' ')
    if (words) expect(said).toMatch(words)
    expect(await left()).toEqual(before)
    return error
  }
}
