import { expect, test } from 'vitest'
import { montarImportar } from '../../../test/support/areas/importar.ts'
import { montarOrdenes } from '../../../test/support/areas/ordenes.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../test/support/servidor/dueno.ts'
import { dicho } from '../../../test/support/servidor/respuesta.ts'
import { contrato as beneficiarios } from '../beneficiarios/contract.ts'
import { contrato as ordenes } from '../ordenes/contract.ts'
import { contrato as paises } from '../paises/contract.ts'
import { entidades } from './contract.ts'

/* an entity serves its own country and those that it names besides. */

const app = await startTestApp()
const casa = await montarOrdenes(app)
const { adm, caj } = casa

const fila = async (id: number) =>
  (await adm.call(entidades.contrato.obtener, { params: { id } })).body
async function atiende(id: number, ...otros: string[]) {
  const { id: _, estatus: __, cuentas: ___, ...body } = await fila(id)
  return adm.call(entidades.contrato.editar, {
    params: { id },
    body: { ...body, paises: otros.map((pais) => ({ pais })) } as never,
  })
}
const peruana = await casa.entidad({ nombre: 'Billetera Andina', codigo: 'ANDINA', pais: 'pe' })

test('a beneficiary is paid by an entity of another country once it serves his, and the forms are told', async () => {
  const en = () => casa.crear(casa.nuevo({ entidad_id: peruana }))
  const { error } = await en()
  expect(error.errors?.[0]).toEqual({
    campo: 'entidad_id',
    msg: 'Billetera Andina no trabaja en ese país.',
  })
  expect((await atiende(peruana, 've', 'co')).status).toBe(200)
  expect((await fila(peruana)).paises).toEqual([{ pais: 've' }, { pais: 'co' }])
  expect((await en()).status).toBe(201)
  const { entidades: offered } = (await caj.call(beneficiarios.opciones)).body
  expect(offered.find(({ id }) => id === peruana)).toMatchObject({
    pais: 'pe',
    paises: ['ve', 'co'],
  })
})

test('the owner’s own hand meets it, and an order to whom it no longer serves is refused', async () => {
  await atiende(peruana)
  await expect(
    comoDueno(
      app.url,
      `UPDATE beneficiarios SET entidad_id = ${peruana} WHERE entidad_id = ${casa.banesco}`,
    ),
  ).rejects.toThrow()
  await atiende(peruana, 've')
  const { body } = await casa.crear(casa.nuevo({ entidad_id: peruana, nombre: 'Rosa Prado' }))
  const order = () =>
    caj.call(ordenes.crear, {
      body: casa.orden({ beneficiario_id: body.id, confirmo_duplicado: true }),
    })
  await atiende(peruana)
  expect((await order()).error.errors?.[0]).toEqual({
    campo: 'beneficiario_id',
    msg: 'Billetera Andina no trabaja en Venezuela. Elija otra entidad, o agregue el país a los que atiende.',
  })
  // His agenda says so before anybody tries, and the form offers him to nobody.
  const marks = async () => {
    const params = { id: body.id }
    return (await caj.call(beneficiarios.obtener, { params })).body.reparos
  }
  expect(await marks()).toEqual([
    {
      campo: 'entidad_id',
      msg: 'Billetera Andina no trabaja en Venezuela. Elija otra entidad, o agregue el país a los que atiende.',
    },
  ])
  await atiende(peruana, 've')
  expect(await marks()).toEqual([])
  expect((await order()).status).toBe(201)
})

test.each([
  ['its own country', ['pe'], 'paises.0.pais'],
  ['a country twice', ['ve', 've'], 'paises.1.pais'],
  ['the reference market', ['usd'], 'paises.0.pais'],
  ['a country that is not there', ['ve', 'zz'], 'paises.1.pais'],
])('%s is not named', async (_, otros, where) => {
  const { status, error } = await atiende(peruana, ...otros)
  expect([status, error.errors?.[0]?.campo]).toEqual([400, where])
})

test('the database refuses what no country is, whoever writes it', async () => {
  const en = (value: string) =>
    comoDueno(app.url, `UPDATE entidades_financieras SET paises = '${value}' WHERE id = ${peruana}`)
  await expect(en('[{"pais": "usd"}]')).rejects.toThrow(/check constraint/)
  for (const value of ['[{"pais": "Perú"}]', '[{}]', '{}', '["ve"]']) {
    await expect(en(value), value).rejects.toThrow()
  }
})

test('R-253: a country that an active entity names stays on, and one that is off is not named', async () => {
  await atiende(peruana, 'cl')
  const off = () => adm.call(paises.estatus, { params: { id: 'cl' } as never })
  const refused = await off()
  expect([dicho(refused), refused.error.message]).toEqual([
    'PAIS_EN_USO',
    expect.stringContaining('entidades financieras (1)'),
  ])
  await atiende(peruana)
  expect((await off()).status).toBe(200)
  expect(dicho(await atiende(peruana, 'cl'))).toBe('PAIS_INACTIVO')
})

test('a file that names a bank means the one that serves the beneficiary’s country', async () => {
  const { probar, importar, dni, fila: cliente, archivo, estados, motivos } = montarImportar(adm)
  const doc = dni()
  await importar('clientes', archivo(cliente(doc)))
  await casa.entidad({ nombre: 'Andes', codigo: 'A1', pais: 'co' })
  const other = await casa.entidad({ nombre: 'Andes', codigo: 'A2', pais: 'pe' })
  const text = [
    'Cliente,Método,País,Moneda,Banco,Titular,Tipo doc,Documento,Teléfono',
    `DNI ${doc},PAGO_MOVIL,Venezuela,VES,Andes,María Pérez,CVE,V-12.345.678,0414 7654321`,
  ].join('\n')
  expect(motivos(await probar('beneficiarios', text))[0]).toBe(
    'entidad_id: Hay más de uno llamado «Andes». Escriba «A1» (Andes, Colombia) o «A2» (Andes, Perú).',
  )
  await atiende(other, 've')
  expect(estados(await probar('beneficiarios', text))).toEqual(['nueva'])
})

test('of two banks with one code a file means the country’s own, else the one of that name, else says what to write', async () => {
  const { probar, importar, dni, fila: cliente, archivo, motivos } = montarImportar(adm)
  const doc = dni()
  await importar('clientes', archivo(cliente(doc)))
  const un = (nombre: string, codigo: string, pais: string, alias: string | null = null) =>
    casa.entidad({ nombre, codigo, pais, alias })
  const own = await un('Del Sur', 'B7', 've')
  const served = await un('Del Mar', 'B7', 'pe', 'Costero')
  const third = await un('Costero', 'B8', 'co')
  for (const id of [served, third]) expect((await atiende(id, 've')).status).toBe(200)
  let n = 0
  /** The bank that a row’s words mean, else why none. */
  const banco = async (word: string) => {
    n += 1
    const text = [
      'Cliente,Método,País,Moneda,Banco,Titular,Tipo doc,Documento,Teléfono',
      `DNI ${doc},PAGO_MOVIL,Venezuela,VES,${word},María ${'Pérez'.repeat(n)},CVE,V-12.345.67${n},0414 765432${n}`,
    ].join('\n')
    const [why] = motivos(await probar('beneficiarios', text))
    if (why) return why
    await importar('beneficiarios', text)
    const [last] = await comoDueno<{ entidad_id: number }>(
      app.url,
      'SELECT entidad_id FROM beneficiarios ORDER BY id DESC LIMIT 1',
    )
    return last?.entidad_id
  }
  // Its own before one that serves the country besides; a name before an alias.
  expect(await banco('B7')).toBe(own)
  expect(await banco('Costero')).toBe(third)
  expect(await banco('Del Mar')).toBe(served)
  // A word that is the code of the country’s own and the name of another one means neither.
  await un('b 9', 'C1', 'pe').then((id) => atiende(id, 've'))
  await un('Noveno', 'B-9', 've')
  expect(await banco('B 9')).toBe(
    'entidad_id: Hay más de uno llamado «B 9». Escriba «C1» (b 9, Perú) o «Noveno» (Noveno, Venezuela).',
  )
  // Two of which no word tells them apart.
  await un('Gemela', 'G1', 'pe').then((id) => atiende(id, 've'))
  await un('Gemela', 'G1', 'co').then((id) => atiende(id, 've'))
  expect(await banco('Gemela')).toBe(
    'entidad_id: Hay más de uno llamado «Gemela». Cambie en su lista el nombre o el código de uno de ellos.',
  )
})

test('a file does not mean a bank that is switched off while another has its name, and says so where none has', async () => {
  const { probar, importar, dni, fila: cliente, archivo, estados, motivos } = montarImportar(adm)
  const doc = dni()
  await importar('clientes', archivo(cliente(doc)))
  const apagar = (id: number) => adm.call(entidades.contrato.estatus, { params: { id } })
  const off = await casa.entidad({ nombre: 'Banco del Río', codigo: 'R1', pais: 've' })
  await apagar(off)
  const text = [
    'Cliente,Método,País,Moneda,Banco,Titular,Tipo doc,Documento,Teléfono',
    `DNI ${doc},PAGO_MOVIL,Venezuela,VES,Banco del Río,María Pérez,CVE,V-12.345.678,0414 7654321`,
  ].join('\n')
  const cuenta =
    'Nombre;Tipo;Moneda;País;Titular;Entidad;Número\nDel Río;Banco;PEN;Perú;Casa;R1;123456'
  const said =
    'entidad_id: Banco del Río está desactivada. Actívela antes en E. Financieras, o escriba otra.'
  expect(motivos(await probar('beneficiarios', text))).toEqual([said])
  expect(motivos(await probar('cuentas', cuenta))).toEqual([said])
  const on = await casa.entidad({ nombre: 'Banco del Río', codigo: 'R2', pais: 've' })
  expect(estados(await probar('beneficiarios', text))).toEqual(['nueva'])
  // An account that is there already is that, whatever became of its bank.
  await apagar(off)
  expect((await importar('cuentas', cuenta)).body.totales).toMatchObject({ nueva: 1 })
  await apagar(off)
  expect(estados(await probar('cuentas', cuenta))).toEqual(['igual'])
  expect(estados(await probar('cuentas', cuenta.replace('Del Río', 'Otra')))).toEqual(['rechazada'])
  expect((await fila(on)).estatus).toBe(true)
})
