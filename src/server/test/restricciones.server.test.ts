import { expect, test } from 'vitest'
import { type Row, restricciones } from '../../../test/support/servidor/restricciones.ts'

/* Tests every CHECK and UNIQUE of these tables, one at a time: a row with a single violation is refused by that rule.
 * Foreign keys and triggers are off, so that nothing else can refuse it. */

const JPEG = "'\\xffd8ff'::bytea"

/** A valid row of each table. */
const RIGHT: Readonly<Record<string, Row>> = {
  adjuntos: { contenido: JPEG },
  ajustes_reglas: { tipo: "'texto'" },
  clientes: {
    tipo_persona: "'natural'",
    tipo_doc: "'DNI'",
    nombres: "'Ana'",
    apellidos: "'Sol'",
  },
  compras_ventas: {
    tipo: "'compra'",
    divisa_id: '998',
    metodo_calculo: "'m'",
    estado: "'completada'",
    precision: '2',
    fecha: 'now()',
  },
  compras_ventas_pagos: { lado: "'recibimos'", estado: "'verificado'" },
  cuentas: { tipo: "'caja'" },
  monedas: { decimales: '2', iso: "'ZZZ'" },
  noticias: { datos: "'[]'" },
  pares_fuentes: { url: "'https://x/'", minutos: '5', modo: "'propone'" },
  pizarra: { unica: 'true' },
  pizarra_corredores: { orden: '1' },
  pizarra_pares: { orden: '1' },
  roles: { slug: "'nuevo'" },
  telegram: { id: 'true' },
  telegram_chats: { chat_id: "'5'" },
  telegram_salida: { estado: "'omitido'" },
  tipos_pagos: { codigo: "'AA'", sentido: "'ambos'", moneda_id: '1' },
  tipos_cambios: {
    metodo_calculo: "'m'",
    precision: '2',
    tasa_manual: 'true',
    cotizacion_id: '998',
  },
  tipos_cambios_deshechos_filas: { historico_id: '1', restaurado_id: '2' },
  webhooks: { url: "'https://x/'" },
}
const { probar, reglas } = await restricciones(RIGHT, ['pizarra', 'telegram'])

const LARGO = "repeat('a', 600)"
const CHECKS: readonly (readonly [tabla: string, regla: string, change: Row])[] = [
  [
    'adjuntos',
    'adjuntos_contenido_check',
    { contenido: `${JPEG} || convert_to(repeat('a', 2097150), 'UTF8')` },
  ],
  ['adjuntos', 'adjuntos_nombre_check', { nombre: "''" }],
  ['adjuntos', 'adjuntos_nombre_check', { nombre: LARGO }],
  ['ajustes_reglas', 'ajustes_reglas_clave_check', { clave: "'A b'" }],
  ['ajustes_reglas', 'ajustes_reglas_decimales_check', { decimales: '9' }],
  ['ajustes_reglas', 'ajustes_reglas_tipo_check', { tipo: "'otro'" }],
  ...(
    [
      ['codigo_check', { codigo: "'a'" }],
      ['sentido_check', { sentido: "'otro'" }],
      ['campos', { campos: `'[{}]'` }],
      ['cuentas_check', { cuentas: `'[{"cuenta_id": 0}]'` }],
      ['cuentas_check', { cuentas: "'{}'" }],
      ...['costo_pago_pct', 'tarifa_pct', 'costo_pct'].flatMap((columna) => [
        [`${columna}_check`, { [columna]: '-1' }] as const,
        [`${columna}_check`, { [columna]: '20.001' }] as const,
      ]),
      ...['tope_op', 'tope_dia', 'tope_mes', 'costo_pago_fijo', 'costo_fijo'].map(
        (columna) => [`${columna}_check`, { [columna]: '-1' }] as const,
      ),
      ['costo_pago_fijo_check', { costo_pago_fijo: '1e29' }],
      ['tarifa_fija_check', { tarifa_fija: '0' }],
      ['tarifa_min_check', { tarifa_min: '0', tarifa_pct: '1' }],
      ['tarifa_max_check', { tarifa_max: '1e29', tarifa_pct: '1' }],
      ['tarifa_rango', { tarifa_min: '2', tarifa_max: '1', tarifa_pct: '1' }],
      ['tarifa_pct_rango', { tarifa_min: '2', tarifa_fija: '1' }],
      ['tarifa_efectivo', { efectivo: 'true', tarifa_pct: '1' }],
      ['tarifa_moneda', { moneda_id: 'NULL', tarifa_fija: '1' }],
      ['costo_pago_efectivo', { efectivo: 'true', costo_pago_pct: '0' }],
      ['costo_pago_sale', { sentido: "'entra'", costo_pago_pct: '0' }],
      ['costo_pago_moneda', { moneda_id: 'NULL', costo_pago_fijo: '0' }],
    ] as const
  ).map(([regla, change]) => ['tipos_pagos', `tipos_pagos_${regla}`, change] as const),
  ['auditoria_cadena', 'auditoria_cadena_hash_check', { hash: "'x'" }],
  ['auditoria_cadena', 'auditoria_cadena_pos_check', { pos: '0' }],
  ['clientes', 'clientes_agente_otro', { id: '7', agente_id: '7' }],
  ['clientes', 'clientes_etiquetas', { etiquetas: "'{a,a}'" }],
  ['clientes', 'clientes_etiquetas', { etiquetas: '\'{" a"}\'' }],
  ['clientes', 'clientes_etiquetas', { etiquetas: "'{a,b,c,d,e,f,g,h,i,j,k}'" }],
  ['clientes', 'clientes_riesgo_check', { riesgo: "'otro'" }],
  ['clientes', 'clientes_sin_beneficiario', { sin_beneficiario_final: 'true' }],
  [
    'clientes',
    'clientes_beneficiarios_o_ninguno',
    { beneficiarios_finales: `'[{"nombre": "A", "documento": "1", "porcentaje": 30}]'` },
  ],
  ...[
    '[{"nombre": "A", "documento": "1", "porcentaje": 25}]',
    '[{"nombre": " ", "documento": "1", "porcentaje": 30}]',
    '[{"nombre": "A", "documento": "", "porcentaje": 30}]',
    '[{"nombre": "A", "documento": "1", "porcentaje": 60}, {"nombre": "B", "documento": "2", "porcentaje": 41}]',
  ].map(
    (list) =>
      [
        'clientes',
        'clientes_beneficiarios',
        {
          tipo_persona: "'juridica'",
          tipo_doc: "'RUC'",
          razon_social: "'A SAC'",
          beneficiarios_finales: `'${list}'`,
        },
      ] as const,
  ),
  ['compras_ventas', 'compras_ventas_declaracion_check', { declaracion: `'{"origen": "x"}'` }],
  [
    'compras_ventas_pagos',
    'compras_ventas_pagos_check',
    { denominaciones: `'[{"clase": "billete", "valor": "2", "cantidad": 1}]'` },
  ],
  [
    'compras_ventas_pagos',
    'compras_ventas_pagos_check',
    {
      denominaciones: `'[{"clase": "billete", "valor": "2", "cantidad": 1}, {"clase": "billete", "valor": "1", "cantidad": -1}]'`,
    },
  ],
  ['compras_ventas_pagos', 'compras_ventas_pagos_check', { denominaciones: "'[]'" }],
  ['compras_ventas_pagos', 'compras_ventas_pagos_recibido_check', { recibido: '1' }],
  ['compras_ventas_pagos', 'compras_ventas_pagos_recibido_check', { recibido: '2', tarifa: '1' }],
  [
    'compras_ventas_pagos',
    'compras_ventas_pagos_recibido_check',
    { recibido: '2', lado: "'entregamos'" },
  ],
  ['cuentas', 'cuentas_comision_salida_fija_check', { comision_salida_fija: '-1' }],
  ['cuentas', 'cuentas_comision_salida_pct_check', { comision_salida_pct: '20.001' }],
  ['cuentas', 'cuentas_sobregiro_check', { sobregiro: '-1' }],
  ['monedas', 'monedas_check', { billetes: "'10 10.0'" }],
  ['monedas', 'monedas_check', { billetes: "'10 0'" }],
  ['monedas', 'monedas_check', { billetes: "'10,5'" }],
  ['monedas', 'monedas_check1', { metalicas: "'0.001'" }],
  ['pares_fuentes', 'pares_fuentes_check', { fallos: '1' }],
  ['pares_fuentes', 'pares_fuentes_compra_check', { compra: '0' }],
  ['pares_fuentes', 'pares_fuentes_venta_check', { venta: '1e9' }],
  ['pares_fuentes', 'pares_fuentes_factor_compra_check', { factor_compra: '0' }],
  ['pares_fuentes', 'pares_fuentes_factor_venta_check', { factor_venta: '-1' }],
  ['pares_fuentes', 'pares_fuentes_fallos_check', { fallos: '-1', error: "'x'" }],
  ['pares_fuentes', 'pares_fuentes_minutos_check', { minutos: '0' }],
  ['pares_fuentes', 'pares_fuentes_modo_check', { modo: "'otro'" }],
  ['pares_fuentes', 'pares_fuentes_nombre_check', { nombre: "'a'" }],
  ['pares_fuentes', 'pares_fuentes_respuesta_check', { respuesta: LARGO }],
  ['pares_fuentes', 'pares_fuentes_ruta_compra_check', { ruta_compra: "''" }],
  ['pares_fuentes', 'pares_fuentes_ruta_venta_check', { ruta_venta: LARGO }],
  ['pares_fuentes', 'pares_fuentes_salto_pct_check', { salto_pct: '50.001' }],
  ['pares_fuentes', 'pares_fuentes_url_check', { url: "'file:///etc/passwd'" }],
  ['pares_propuestas', 'pares_propuestas_check', { compra: '2', venta: '1' }],
  ['pares_propuestas', 'pares_propuestas_check1', { resuelta_en: 'now()' }],
  ['pares_propuestas', 'pares_propuestas_check2', { estado: "'aceptada'", resuelta_en: 'now()' }],
  ['pares_propuestas', 'pares_propuestas_compra_check', { compra: '0' }],
  ['pares_propuestas', 'pares_propuestas_venta_check', { venta: '1e9' }],
  [
    'pares_propuestas',
    'pares_propuestas_estado_check',
    { estado: "'otra'", resuelta_en: 'now()', resuelta_por: '1' },
  ],
  ['pizarra', 'pizarra_mensaje_check', { mensaje: LARGO }],
  ['pizarra', 'pizarra_tema_check', { tema: "'otro'" }],
  ['pizarra', 'pizarra_unica_check', { unica: 'false' }],
  ['pizarra_corredores', 'pizarra_corredores_orden_check', { orden: '13' }],
  ['pizarra_pares', 'pizarra_pares_orden_check', { orden: '0' }],
  ['pizarra_enlaces', 'pizarra_enlaces_check', { revocado_en: 'now()' }],
  ['pizarra_enlaces', 'pizarra_enlaces_nombre_check', { nombre: "'ab'" }],
  ['pizarra_enlaces', 'pizarra_enlaces_token_hash_check', { token_hash: "'x'" }],
  ['roles', 'roles_check', { slug: "'adm'", estatus: 'false' }],
  ['roles_permisos', 'roles_permisos_sin_adm', { rol_slug: "'adm'" }],
  ['roles_permisos', 'roles_permisos_sin_claves', { rol_slug: "'claveapi'" }],
  ['solo_lectura', 'solo_lectura_uno_check', { uno: 'false' }],
  ['telegram', 'telegram_id_check', { id: 'false' }],
  ['telegram_chats', 'telegram_chats_chat_id_check', { chat_id: "'../x'" }],
  ['telegram_chats', 'telegram_chats_personal', { vinculado_en: 'now()' }],
  ['telegram_destinos', 'telegram_reservado_a_gerencia', { reservado: 'true' }],
  ['telegram_eventos', 'telegram_eventos_evento_check', { evento: "'A'" }],
  ['telegram_salida', 'telegram_salida_check', { estado: "'pendiente'" }],
  ['telegram_salida', 'telegram_salida_check1', { estado: "'enviado'" }],
  ['telegram_salida', 'telegram_salida_estado_check', { estado: "'otro'" }],
  ['noticias', 'noticias_datos_check', { datos: "'{}'" }],
  ['webhooks', 'webhooks_url', { url: "'ftp://x/'" }],
  ['webhooks', 'webhooks_url', { url: `'https://' || ${LARGO}` }],
  ['webhooks', 'webhooks_anterior', { anterior_hasta: 'now()' }],
  ['webhooks', 'webhooks_apagado', { apagado_por: "'x'" }],
  ['webhooks_intentos', 'webhooks_intentos_codigo', { codigo: '99' }],
  ['webhooks_intentos', 'webhooks_intentos_respuesta', { respuesta: "repeat('a', 1001)" }],
  ['webhooks_salida', 'webhooks_salida_estado', { estado: "'otro'" }],
  ['webhooks_salida', 'webhooks_salida_enviado', { estado: "'enviado'" }],
  ['webhooks_salida', 'webhooks_salida_motivo', { estado: "'error'" }],
  ['tipos_cambios', 'tipos_cambios_desde', { segmento: "'mayorista'" }],
  ['tipos_cambios', 'tipos_cambios_segmento', { segmento: "'otro'", monto_min: '1' }],
  ['tipos_cambios_deshechos', 'tipos_cambios_deshechos_motivo_check', { motivo: "'abcd'" }],
  ['tipos_cambios_deshechos', 'tipos_cambios_deshechos_check', { par_historico_id: '1' }],
  [
    'tipos_cambios_deshechos',
    'tipos_cambios_deshechos_check1',
    { par_historico_id: '1', par_restaurado_id: '1' },
  ],
  [
    'tipos_cambios_deshechos_filas',
    'tipos_cambios_deshechos_filas_check',
    { historico_id: '2', restaurado_id: '2' },
  ],
  ['usuarios', 'usuarios_celular_check', { celular: "'812345678'" }],
  ['usuarios', 'usuarios_celular_check', { celular: "'+51912345678'" }],
  ['usuarios', 'usuarios_documento_check', { num_doc: "'1'" }],
  ['usuarios', 'usuarios_limite_usd_check', { limite_usd: '-1' }],
  ['usuarios', 'usuarios_tipo_doc_check', { tipo_doc: "'XXX'", num_doc: "'1'" }],
  ['usuarios_codigos', 'usuarios_codigos_hash_check', { hash: "'x'" }],
]

test.each([...new Set(CHECKS.map(([tabla]) => tabla))])('a valid row of %s passes', async (t) => {
  expect(await probar(t, {})).toBe('taken')
})

test.each(CHECKS)('%s: %s, %j', async (tabla, regla, change) => {
  expect(await probar(tabla, change)).toBe(regla)
})

test.each<[tabla: string, regla: string, change?: Row]>([
  ['adjuntos_usos', 'adjuntos_usos_pkey'],
  ['auditoria_cadena', 'auditoria_cadena_pkey'],
  ['pares_propuestas', 'pares_propuestas_pendiente'],
  ['pizarra', 'pizarra_pkey'],
  ['pizarra_enlaces', 'pizarra_enlaces_token_hash_key'],
  ['solo_lectura', 'solo_lectura_pkey'],
  ['telegram_salida', 'telegram_salida_evento_clave_chat_id_key'],
  ['tipos_cambios', 'tipos_cambios_corredor', { estatus: 'false' }],
  ['tipos_cambios_deshechos_filas', 'tipos_cambios_deshechos_filas_pkey'],
  ['usuarios_codigos', 'usuarios_codigos_pkey'],
  ['noticias', 'noticias_evento_clave_key'],
  ['webhooks', 'webhooks_nombre_key'],
  ['webhooks_eventos', 'webhooks_eventos_pkey'],
  ['webhooks_intentos', 'webhooks_intentos_pkey'],
  ['webhooks_salida', 'webhooks_salida_una'],
])('%s refuses a duplicate: %s', async (tabla, regla, change = {}) => {
  expect(await probar(tabla, change, 2)).toBe(regla)
})

test('every CHECK of the tables since the first release has a case', async () => {
  const names = await reglas(
    [...new Set(CHECKS.map(([tabla]) => tabla))].filter(
      (t) => !/^(clientes|compras_ventas.*|cuentas|monedas|roles|tipos_cambios|usuarios)$/.test(t),
    ),
  )
  const known = new Set(CHECKS.map(([, regla]) => regla))
  expect(names.filter((nombre) => !known.has(nombre))).toEqual([])
})
