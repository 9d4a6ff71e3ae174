import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { contrato, tiposPagos } from './contract.ts'

const app = await startTestApp()
const adm = await app.signedIn('adm')

test.each(['comision_pct', 'comision_fija', 'inmediato'])(
  'a way to pay has no %s, which nothing read',
  async (campo) => {
    expect(Object.keys(tiposPagos.campos)).not.toContain(campo)
    const body = { codigo: 'X', nombre: 'X', sentido: 'ambos', [campo]: '1' }
    expect((await adm.call(contrato.crear, { body: body as never })).status).toBe(400)
    const columns = await app.db.introspection.getTables()
    const table = columns.find(({ name }) => name === 'tipos_pagos')
    expect(table?.columns.map(({ name }) => name)).not.toContain(campo)
  },
)
