import { expect, test } from 'vitest'
import { DE_CLAVE } from '../../core/acceso/de-clave.ts'
import { PERMISOS } from '../../core/permisos.ts'
import { areas } from '../../main.app.ts'

test('no key may who may what, approve, correct the books or set anything, nor make a call that is a person’s', () => {
  const nunca = PERMISOS.filter((permiso) =>
    /^(usuarios|roles|claves-api|ajustes|vistos|aprobaciones|importar|telegram):|aprobar|anular|autorizar|ajustar|publicar/.test(
      permiso,
    ),
  )
  expect(DE_CLAVE.filter((permiso) => (nunca as string[]).includes(permiso))).toEqual([])
  const integran = areas
    .flatMap(({ contrato: each }) => Object.values(each))
    .filter(({ integra }) => integra)
  expect(integran.length).toBeGreaterThan(100)
  const personales =
    /^\/(auth|perfil|vistos|vistas|telefono|telegram|notificaciones|aprobaciones|claves-api)|autoriz/
  expect(integran.filter(({ path }) => personales.test(path))).toEqual([])
})
