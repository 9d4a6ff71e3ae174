import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { montarAgenda } from '../../../test/support/areas/agenda.ts'
import { USD } from '../../../test/support/areas/casa.ts'
import { montarImportar, type Sent, TITULOS } from '../../../test/support/areas/importar.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { confirmarse } from '../../../test/support/vistos.ts'
import { contrato as posiciones } from '../posiciones/contract.ts'

const app = await startTestApp()
const { adm, caj } = await montarAgenda(app)
const { csv, probar, importar, dni, fila, archivo, estados, motivos } = montarImportar(adm)

const cuantos = async (tabla: string) =>
  (await sql<{ n: number }>`SELECT count(*)::int AS n FROM ${sql.table(tabla)}`.execute(app.db))
    .rows[0]?.n ?? 0
const tiene = async (id: number) =>
  (
    await sql<{
      saldo: string
    }>`SELECT round(saldo, 2)::text AS saldo FROM cuentas_contables WHERE id = ${id}`.execute(
      app.db,
    )
  ).rows[0]?.saldo
const conDoc = (doc: string) =>
  app.db.selectFrom('clientes').selectAll().where('num_doc', '=', doc).executeTakeFirst()

describe('a trial', () => {
  test('reports the outcome of each row and leaves nothing, not even in the audit', async () => {
    const [a, b] = [dni(), dni()]
    await importar('clientes', archivo(fila(a)))
    const before = [await cuantos('clientes'), await cuantos('auditoria')]
    const answer = await probar(
      'clientes',
      archivo(fila(a), fila(a, 'Otra'), fila(b), fila('123'), fila(b), fila(b, 'Rosario')),
    )
    expect(answer.status).toBe(200)
    expect(estados(answer)).toEqual([
      'igual',
      'distinta',
      'nueva',
      'rechazada',
      'igual',
      'rechazada',
    ])
    expect(motivos(answer)).toEqual([
      '',
      'nombres: Hoy es «Rosa»; no se cambia.',
      '',
      'num_doc: El DNI tiene 8 dígitos.',
      'null: Repite la fila 3.',
      'nombres: La fila 3 ya lo trae, con otro dato aquí.',
    ])
    expect(answer.body.totales).toEqual({ filas: 6, nueva: 1, igual: 2, distinta: 1, rechazada: 2 })
    expect(answer.body.filas[1]?.id).toBe((await conDoc(a))?.id)
    expect([await cuantos('clientes'), await cuantos('auditoria')]).toEqual(before)
  })

  test('refuses with the form’s message, at the column, whatever the rule', async () => {
    const cols = `${TITULOS};Fecha de nacimiento;Agente;PEP`
    const rows = [
      `${fila()};25/03/2020;;`,
      `${fila()};31/02/1990;;`,
      `${fila()};;DNI 99999999;`,
      `${fila()};;;quizás`,
      `${fila()};;;sí`,
      `${fila()};;;no;de más`,
      `Jurídica;RUC;20999000021;;;987654321;Público;;;`,
    ]
    const answer = await probar('clientes', [cols, ...rows].join('\n'))
    expect(motivos(answer)).toEqual([
      'fecha_nac: El cliente debe tener al menos 18 años.',
      'fecha_nac: Escriba una fecha válida (dd/mm/aaaa).',
      'agente_id: No hay un cliente con documento DNI 99999999. Impórtelo antes.',
      'pep: Elija sí o no.',
      'null: pep_cargo: Una persona expuesta políticamente debe indicarlo. | null: pep_entidad: Una persona expuesta políticamente debe indicarlo.',
      'null: Tiene más celdas que títulos hay.',
      'num_doc: El RUC no es válido: revise los dígitos. | null: razon_social: Este dato es obligatorio.',
    ])
  })
})

describe('an import', () => {
  test('creates each row as the form does and sends one event; a second import changes nothing', async () => {
    const [a, b] = [dni(), dni()]
    const text = archivo(fila(a, 'José Ñ', '+51 987 654 321'), fila(b))
    const first = await importar('clientes', text)
    expect([first.status, first.body.message]).toEqual([200, '2 clientes creados.'])
    expect(await conDoc(a)).toMatchObject({
      nombres: 'José Ñ',
      celular: '+51987654321',
      estado: 'activo',
    })
    const { rows } = await sql<{ accion: string; entidad: string; despues: object }>`
      SELECT accion, entidad, despues FROM auditoria ORDER BY id DESC LIMIT 3`.execute(app.db)
    expect(rows.map(({ accion, entidad }) => `${accion} ${entidad}`)).toEqual([
      'importar importar',
      'crear clientes',
      'crear clientes',
    ])
    expect(rows[0]?.despues).toMatchObject({ nombre: 'a.csv', que: 'Clientes', nueva: 2 })
    const before = await cuantos('clientes')
    const again = await importar('clientes', text)
    expect([again.body.totales.igual, await cuantos('clientes')]).toEqual([2, before])
    expect(again.body.message).toBe('No había nada nuevo que importar.')
  })

  test('is all or nothing: with one bad row in the middle no row is created', async () => {
    const [a, b, c] = [dni(), dni(), dni()]
    const text = archivo(fila(a), fila('12'), fila(c))
    const before = [await cuantos('clientes'), await cuantos('auditoria')]
    const answer = await importar('clientes', text)
    expect([answer.status, answer.error.codigo]).toEqual([409, 'IMPORTAR_RECHAZADAS'])
    expect(answer.error.message).toBe(
      'No se importó nada: hay 1 fila que no se puede crear. La fila 2: El DNI tiene 8 dígitos.',
    )
    expect([await cuantos('clientes'), await cuantos('auditoria')]).toEqual(before)
    const some = await importar('clientes', archivo(fila(b), fila('12'), fila(c)), {
      modo: 'correctas',
    })
    expect(some.body.totales).toMatchObject({ nueva: 2, rechazada: 1 })
    expect(some.body.filas.map(({ fila: n, estado }) => [n, estado])).toEqual([[2, 'rechazada']])
    expect([await conDoc(a), (await conDoc(b))?.nombre]).toEqual([undefined, 'Rosa Paredes Soto'])
  })

  test('twice at once creates each row once', async () => {
    const docs = Array.from({ length: 20 }, dni)
    const text = archivo(...docs.map((doc) => fila(doc)))
    const answers = await Promise.all([importar('clientes', text), importar('clientes', text)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers.map(({ body }) => body.totales.nueva).sort()).toEqual([0, 20])
    const { rows } = await sql<{ n: number }>`
      SELECT count(*)::int AS n FROM clientes WHERE num_doc = ANY (${docs})`.execute(app.db)
    expect(rows[0]?.n).toBe(20)
  })

  test('replays the answer for the same key, and refuses another file under it', async () => {
    const clave = randomUUID()
    const send = (text: string) =>
      adm.raw('POST', '/api/importar/clientes?modo=todo&nombre=a.csv', Buffer.from(text), {
        ...csv,
        'idempotency-key': clave,
      }) as Sent
    const text = archivo(fila())
    const [one, two] = [await send(text), await send(text)]
    expect([one.body.totales.nueva, two.body]).toEqual([1, one.body])
    expect((await send(archivo(fila()))).error.codigo).toBe('CLAVE_REUTILIZADA')
  })

  test('stays within the role’s permissions: for the page, and for each rule of the form', async () => {
    const text = archivo(fila())
    expect((await probar('clientes', text, {}, caj)).status).toBe(403)
    await sql`INSERT INTO roles_permisos VALUES ('caj', 'importar:ver'), ('caj', 'importar:crear')`.execute(
      app.db,
    )
    expect((await importar('cuentas', 'nombre\nx', {}, caj)).error.detalle).toMatchObject({
      permiso: 'cuentas:editar',
    })
    const judged = await importar(
      'clientes',
      [`${TITULOS};Riesgo`, `${fila()};Alto`].join('\n'),
      { modo: 'correctas' },
      caj,
    )
    expect(motivos(judged)).toEqual(['riesgo: El riesgo lo fija quien puede bloquear clientes.'])
    await sql`DELETE FROM roles_permisos WHERE rol_slug = 'caj' AND permiso LIKE 'importar:%'`.execute(
      app.db,
    )
  })

  test('resolves owners, labels and an agent of the same file', async () => {
    // Wholesalers among them.
    await confirmarse(adm)
    const agente = dni()
    const text = [
      'Persona,Tipo doc,Documento,Nombres,Apellidos,Razón social,Celular,Segmento,Agente,Etiquetas,Beneficiario 1: Nombre,Beneficiario 1: Documento,Beneficiario 1: Porcentaje',
      `natural,dni,${agente},Luz,Vega,,987654321,publico,,"vip | zona norte",,,`,
      `juridica,RUC,20999000020,,,Importaciones Demo,987654321,mayorista,${agente},,Ana Ruiz,12345678,"60,5"`,
    ].join('\n')
    expect(motivos(await importar('clientes', text, { modo: 'correctas' }))).toEqual([])
    expect(await conDoc('20999000020')).toMatchObject({
      agente_id: (await conDoc(agente))?.id,
      beneficiarios_finales: [{ nombre: 'Ana Ruiz', documento: '12345678', porcentaje: '60.5' }],
    })
    expect((await conDoc(agente))?.etiquetas).toEqual(['vip', 'zona norte'])
    expect((await importar('clientes', text)).body.totales).toMatchObject({ nueva: 0, igual: 2 })
  })

  test('of a long file reports progress, leaves nothing when cancelled, and has a row limit', async () => {
    const docs = Array.from({ length: 1500 }, dni)
    const text = archivo(...docs.map((doc) => fila(doc)))
    const before = await cuantos('clientes')
    const marcha = randomUUID()
    const path = `/api/importar/marcha/${marcha}`
    const stopped = probar('clientes', text, { marcha })
    for (;;) {
      const { body } = (await adm.raw('GET', path)) as {
        body: { hechas: number; total: number } | null
      }
      if (body && body.hechas > 0) {
        expect(body.total).toBe(1500)
        break
      }
      // Asked without a pause, the server did little else than answer.
      await sleep(20)
    }
    expect((await caj.raw('GET', path)).status).toBe(403)
    expect((await adm.raw('PUT', `${path}/cancelar`, {})).body).toEqual({ cancelada: true })
    expect((await stopped).error.codigo).toBe('IMPORTAR_DETENIDA')
    expect(await cuantos('clientes')).toBe(before)
    const { body } = await importar('clientes', text)
    expect(body.totales.nueva).toBe(1500)
    expect(await cuantos('clientes')).toBe(before + 1500)
    const more = archivo(...Array.from({ length: 5001 }, () => fila()))
    expect((await probar('clientes', more)).error.message).toMatch(/más de 5,000 filas/)
  })
})

describe('opening balances', () => {
  const titulos = 'Nombre;Tipo;Moneda;País;Titular;Saldo inicial;Tasa de costo'
  test('post the same entries as the form, once', async () => {
    const text = `${titulos}\nBóveda importada;Bóveda;usd;Perú;Casa;"12.500,50";3,745`
    await confirmarse(adm)
    const trial = await probar('cuentas', text)
    expect([estados(trial), motivos(trial)]).toEqual([['nueva'], ['']])
    const pos = async () =>
      (await adm.call(posiciones.listar)).body.find(({ moneda }) => moneda.id === USD)
    const before = await pos()
    const { body } = await importar('cuentas', text)
    expect(body.message).toBe('1 cuenta creada.')
    const made = await app.db
      .selectFrom('cuentas')
      .select('id')
      .where('nombre', '=', 'Bóveda importada')
      .executeTakeFirstOrThrow()
    expect(await tiene(made.id)).toBe('12500.50')
    const after = await pos()
    expect(Number(after?.cantidad) - Number(before?.cantidad ?? 0)).toBeCloseTo(12500.5)
    expect(Number(after?.costo) - Number(before?.costo ?? 0)).toBeCloseTo(46814.37)
    expect((await importar('cuentas', text)).body.totales).toMatchObject({ igual: 1, nueva: 0 })
    expect(await tiene(made.id)).toBe('12500.50')
    const other = await probar('cuentas', text.replace('12.500,50', '13.000,50'))
    expect(estados(other)).toEqual(['distinta'])
    expect(motivos(other)[0]).toMatch(/saldo_inicial: Hoy es «12500.5»; no se cambia/)
    const tasa = await probar('cuentas', text.replace('3,745', '3,746'))
    expect(motivos(tasa)[0]).toMatch(/tasa_costo/)
  })

  test('need the decimal sign when a number is ambiguous, and a cost in foreign currency', async () => {
    const row = (saldo: string, tasa = '') =>
      `${titulos}\nCaja dudosa;Caja;USD;Perú;Casa;"${saldo}";"${tasa}"`
    const doubt = await probar('cuentas', row('12,500', '3'))
    expect(motivos(doubt)[0]).toMatch(/No se sabe si «12,500» es 12.500 o 12500/)
    expect(estados(await probar('cuentas', row('12,500', '3.5'), { decimales: 'punto' }))).toEqual([
      'nueva',
    ])
    expect(motivos(await probar('cuentas', row('12500')))[0]).toMatch(
      /tasa_costo: Escriba a cuánto/,
    )
    expect(motivos(await probar('cuentas', row('=1+1', '3')))[0]).toMatch(/número válido/)
  })
})

describe('beneficiaries', () => {
  test('go to the agenda of their client, each account once', async () => {
    const doc = dni()
    await importar('clientes', archivo(fila(doc)))
    const titulos = 'Cliente,Método,País,Moneda,Banco,Titular,Tipo doc,Documento,Teléfono'
    const row = (telefono: string, cliente = `DNI ${doc}`) =>
      `${cliente},Pago Móvil,Venezuela,VES,Banesco,María Pérez,CVE,V-12.345.678,${telefono}`
    const text = [
      titulos,
      row('0414 7654321'),
      row('+58 414 7654321', doc),
      row('123'),
      row('0414', '9'),
    ].join('\n')
    const answer = await probar('beneficiarios', text)
    expect(motivos(answer)[1]).toBe('null: Repite la fila 1.')
    expect(estados(answer)).toEqual(['nueva', 'igual', 'rechazada', 'rechazada'])
    expect(motivos(answer)[2]).toMatch(/campos.telefono/)
    const { body } = await importar('beneficiarios', text, { modo: 'correctas' })
    expect(body.message).toBe('1 beneficiario creado.')
    await sql`UPDATE beneficiarios SET estatus = false WHERE cliente_id = ${(await conDoc(doc))?.id}`.execute(
      app.db,
    )
    const again = await importar('beneficiarios', text, { modo: 'correctas' })
    expect(again.body.totales).toMatchObject({ nueva: 0, igual: 2, rechazada: 2 })
  })
})
