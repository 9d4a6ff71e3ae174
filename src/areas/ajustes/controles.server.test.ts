import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/support/servidor/app.ts'

/*
 * whatever a rule reads of what people may edit is a control, or stands here with the reason why it holds nobody
 * back. A new setting, table or column turns this red until somebody decides.
 */

const app = await startTestApp()

/** Tables that hold no column by which somebody is held back: what happened, what is derived, or what nobody edits. */
const SIN_CONTROLES: Record<string, readonly string[]> = {
  'documentos: sus funciones deciden cada cambio': [
    ...['compras_ventas', 'compras_ventas_pagos', 'autorizaciones_tasa', 'ordenes'],
    ...['ordenes_cobros', 'ordenes_pagos', 'ordenes_pasos', 'turnos', 'turnos_cuentas', 'conteos'],
    ...['ajustes_saldo', 'gastos', 'transferencias', 'comisiones', 'comisiones_arrastres'],
    ...['comisiones_liquidaciones', 'cuentas_aperturas', 'pares_propuestas', 'vistos'],
    ...['vistos_filas'],
    ...['tipos_cambios_cotizaciones', 'cierres', 'cierres_versiones', 'reloj_confirmaciones'],
    ...['tipos_cambios_deshechos', 'tipos_cambios_deshechos_filas', 'clientes_distintos'],
    ...['clientes_documentos', 'cierres_sucursales', 'compras_ventas_tickets'],
    ...['ordenes_saldos', 'ordenes_devoluciones'],
  ],
  'historia, que no se reescribe': [
    ...['respaldos', 'respaldos_frases', 'restauraciones'],
    ...['pares_divisas_historico', 'tipos_cambios_historico', 'clientes_fichas', 'auditoria'],
    ...['auditoria_cadena', 'auditoria_por_sellar', 'asientos', 'apuntes', 'sellos'],
    ...['sellos_por_hacer', 'sellos_tablas', 'adjuntos', 'adjuntos_usos', 'referencias_usadas'],
    ...['referencias_nucleos', 'accesos_repetidos'],
  ],
  'se deriva de lo demás': [
    ...['cuentas_contables', 'posiciones', 'dias_resumen', 'dias_salidas', 'reportes_dias'],
    ...[
      'reportes_resumen',
      'reportes_diario',
      'reportes_posicion',
      'telegram_salida',
      'telegram_vigilados',
      ...['noticias', 'webhooks_salida', 'webhooks_intentos'],
    ],
    ...[
      'compras_ventas_dias',
      'libro_dias',
      'libro_dias_cuentas',
      'libro_dias_textos',
      'series',
      'idempotencia',
      'solo_lectura',
      'migraciones',
      'trabajos',
      'reloj_dudas',
      'reloj_arranques',
      'disco_muestras',
      'certificados',
    ],
  ],
  'la puerta: sesiones, intentos y factores tienen sus propias pruebas': [
    ...['telegram_enlaces', 'telegram_lectura'],
    ...['sesiones', 'sesiones_tokens', 'intentos_ingreso', 'usuarios_totp', 'usuarios_codigos'],
  ],
  'nadie la cambia desde el programa': [
    ...['ajustes_reglas', 'ajustes_saldo_motivos', 'controles', 'ordenes_transiciones'],
    ...['telegram_causas'],
  ],
  'clave por clave, en los ajustes': ['ajustes'],
  'permisos: roles_controlar pregunta por cada uno que se da o se quita': ['roles_permisos'],
  'un archivo para el banco: quién lo hace, lo cambia y lo responde tiene sus pruebas (R-239 a R-241)':
    [...['ordenes_lotes', 'ordenes_lotes_lineas']],
  'un archivo espera ahí unos minutos; lo que se haga con él tiene sus pruebas (R-290)': [
    'telefono_enlaces',
  ],
  'un archivo que espera: lo que aflojan sus filas tiene sus pruebas (R-276)': [
    'importaciones',
    'importaciones_filas',
  ],
  'cómo mira alguien una lista o lee un archivo: filtros y columnas, ningún dato (R-231, R-274)': [
    'vistas',
    'vistas_inicio',
    'importar_mapas',
  ],
  'lo que publican otros: ningún precio lo lee (R-284)': ['competidores', 'competencia_tasas'],
  'solo se muestra': [
    ...['paises', 'pizarra', 'pizarra_pares', 'pizarra_corredores', 'pizarra_enlaces', 'logos'],
  ],
  'dice algo de un movimiento y no decide nada (R-249, R-250)': ['movimientos_notas'],
  'propone un gasto; al pagarlo se miden sus límites': ['gastos_recurrentes'],
  'una clave no cambia; a una nueva otra persona dice que sí (R-407)': ['claves_api'],
  'su función pregunta por cada prefijo y cada primer número (R-347)': ['series_prefijos'],
}

/** Of the tables that hold controls, the columns that are none. */
const SIN_CONTROL: Record<string, Record<string, string>> = {
  'lo identifica o lo describe': {
    usuarios: 'id nombres apellidos usuario tipo_doc num_doc celular creado_en integracion',
    roles: 'slug nombre',
    cuentas: 'id nombre pais titular titular_doc',
    sucursales: 'id nombre direccion telefono codigo',
    tipos_pagos: 'id codigo nombre pais',
    telegram: 'id',
    telegram_chats: 'id nombre usuario_id vinculado_en',
    telegram_eventos: 'evento nombre agrupa orden reservado personal',
    telegram_destinos: 'reservado gerencia',
    webhooks: 'id nombre',
    pares_divisas: 'id pais base_id cotizacion_id precision fuente',
    pares_fuentes: 'par_id nombre minutos',
    tipos_cambios: 'id pais base_id cotizacion_id precision metodo_calculo segmento',
    monedas: 'id nombre iso simbolo imagen funcional',
    gastos_categorias: 'id nombre codigo',
    entidades_financieras: 'id nombre alias pais tipo horario servicio',
    comisiones_reglas: 'id serie_id edicion beneficiario vigencia',
    beneficiarios: 'id cliente_id alias nombre tipo_doc num_doc pais parentesco creado_en busqueda',
  },
  'la versión de la fila': {
    usuarios: 'version',
    roles: 'version',
    cuentas: 'version',
    tipos_pagos: 'version',
    telegram: 'version',
    telegram_chats: 'version',
    webhooks: 'version',
    pares_divisas: 'version',
    pares_fuentes: 'version',
    tipos_cambios: 'version',
    monedas: 'version',
    gastos_categorias: 'version',
    entidades_financieras: 'version',
    sucursales: 'version',
    servicio_reglas: 'id nombre version',
    comisiones_reglas: 'version',
    beneficiarios: 'version',
    clientes: 'version',
  },
  'su función o su disparador lo vigila con más que un sentido': {
    usuarios: 'rol_slug correo password_hash password_temporal_hasta',
    clientes: 'estado agente_id pep riesgo aprobado_en aprobado_por aprobado_nota',
    beneficiarios: 'cuenta_por verificado_por verificado_en',
  },
  'lo escribe el programa, no una persona': {
    usuarios: 'ultimo_ingreso cambios_vistos_en excepciones_vistas_en',
    pares_divisas: 'actualizado_en actualizado_por persona_compra persona_venta persona_en',
    pares_fuentes: 'proxima_en leida_en respuesta compra venta error fallos',
    tipos_cambios: 'actualizado_en',
    webhooks: 'fallando_desde apagado_por',
    clientes: 'id creado_en busqueda nombre reforzado motivo_estado',
    beneficiarios: 'huella',
  },
  'un precio: lo vigilan la alerta y el historial': {
    pares_divisas: 'compra venta',
    tipos_cambios: 'margen tasa_manual par_origen_id par_destino_id',
  },
  'quién es el cliente: cada documento guarda quién era, y lo que falta lo pide su nivel': {
    clientes:
      'tipo_persona tipo_doc num_doc nombres apellidos razon_social fecha_nac nacionalidad residencia direccion distrito celular correo ocupacion centro_trabajo origen_fondos objeto_social representante representante_doc pep_cargo pep_entidad pep_hasta cuenta_propia vence_doc notas etiquetas beneficiarios_finales sin_beneficiario_final',
  },
  'no cambia cuando ya hubo movimientos': {
    cuentas: 'moneda_id',
    monedas: 'decimales',
  },
  'apagarlo detiene; encenderlo no levanta ningún límite': {
    roles: 'estatus',
    cuentas: 'estatus',
    pares_divisas: 'estatus',
    tipos_cambios: 'estatus',
    monedas: 'estatus',
    gastos_categorias: 'estatus',
    entidades_financieras: 'estatus',
    sucursales: 'estatus',
    beneficiarios: 'estatus',
  },
  'avisa, no detiene': {
    cuentas: 'saldo_min',
    gastos_categorias: 'presupuesto',
  },
  'con qué se usa una entidad: no da a nadie más de lo que puede': {
    entidades_financieras: 'formas monedas paises',
  },
  'solo se muestra': {
    entidades_financieras: 'logo',
  },
  'la forma de un número de cuenta': {
    entidades_financieras: 'codigo patron algoritmo',
    beneficiarios: 'moneda_id tipo_pago_id entidad_id campos',
  },
  'otro secreto pide la contraseña (R-411)': {
    webhooks: 'secreto_cifrado anterior_cifrado anterior_hasta',
  },
  'cuándo rige: nunca hacia atrás, y terminar antes no da más': {
    comisiones_reglas: 'desde hasta retirada',
  },
}

const controles = await app.db.selectFrom('controles').select(['tabla', 'columna']).execute()

test('every setting says which way it loosens', async () => {
  const { rows } = await sql<{ clave: string }>`
    SELECT clave FROM ajustes_reglas EXCEPT SELECT columna FROM controles WHERE tabla = 'ajustes'`.execute(
    app.db,
  )
  expect(rows).toEqual([])
  const known = await app.db.selectFrom('ajustes_reglas').select('clave').execute()
  const stray = controles.filter(
    ({ tabla, columna }) => tabla === 'ajustes' && !known.some(({ clave }) => clave === columna),
  )
  expect(stray).toEqual([])
})

test('every column that people edit is a control, or stands here with its reason', async () => {
  const { rows } = await sql<{ tabla: string; columna: string }>`
    SELECT c.relname AS tabla, a.attname AS columna FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND a.attnum > 0 AND NOT a.attisdropped ORDER BY 1, 2`.execute(app.db)
  const whole = Object.values(SIN_CONTROLES).flat()
  const listed = Object.values(SIN_CONTROL).flatMap((tables) =>
    Object.entries(tables).flatMap(([tabla, names]) =>
      names.split(' ').map((c) => `${tabla}.${c}`),
    ),
  )
  const guarded = controles
    .filter(({ tabla }) => tabla !== 'ajustes')
    .map(({ tabla, columna }) => `${tabla}.${columna}`)
  const real = rows
    .filter(({ tabla }) => !whole.includes(tabla))
    .map((r) => `${r.tabla}.${r.columna}`)
  expect(real.filter((name) => !listed.includes(name) && !guarded.includes(name))).toEqual([])
  // Nothing is named that is not there, nor twice.
  expect([...listed, ...guarded].filter((name) => !real.includes(name))).toEqual([])
  expect(listed.filter((name, i) => guarded.includes(name) || listed.indexOf(name) !== i)).toEqual(
    [],
  )
  const tables = new Set(rows.map(({ tabla }) => tabla))
  expect(whole.filter((name, i) => !tables.has(name) || whole.indexOf(name) !== i)).toEqual([])
})

test('every table of controls has its trigger', async () => {
  const { rows } = await sql<{ tabla: string }>`
    SELECT DISTINCT c.tabla FROM controles c WHERE c.tabla <> 'ajustes' AND NOT EXISTS (
      SELECT FROM pg_trigger t JOIN pg_proc f ON f.oid = t.tgfoid
      WHERE t.tgrelid = c.tabla::regclass AND f.prosrc ~ 'control_aflojado')`.execute(app.db)
  expect(rows).toEqual([])
})
