/*
 * Every section of the manual, by chapter and anchor, that no task of `tareas-*.e2e.ts` has for its name.
 * `src/areas/ayuda/tareas.test.ts` holds the three lists against the manual.
 */

/** Sections that are done elsewhere without a mouse: a card's by the tasks that it is made of, the first day by its own test. */
export const EN: Readonly<Record<string, readonly string[]>> = {
  'administracion#poner-en-marcha': ['test/e2e/estreno/primer-ticket.e2e.ts'],
  'tarjeta-administrador#una-persona-nueva': ['administracion#personas'],
  'tarjeta-administrador#cada-semana': ['administracion#auditoría'],
  'tarjeta-cajero#al-empezar': ['primeros-pasos#ingresar', 'caja#abrir-la-caja'],
  'tarjeta-cajero#en-el-mostrador': [
    'mostrador#comprar-o-vender',
    'mostrador#varias-divisas-en-un-ticket',
    'mostrador#el-cliente',
    'mostrador#la-tasa',
    'mostrador#prometer-un-precio',
  ],
  'tarjeta-cajero#una-orden': ['ordenes#crear-una-orden'],
  'tarjeta-cajero#al-terminar': ['caja#contar-y-cerrar'],
  'tarjeta-contador#exportar': ['primeros-pasos#listas'],
  'tarjeta-cumplimiento#observar-y-bloquear': ['clientes#observado-y-bloqueado'],
  'tarjeta-cumplimiento#registro-de-operaciones': ['reportes#registro-de-operaciones'],
  'tarjeta-gerente#al-abrir': ['tasas#publicar-precios', 'aprobaciones#aprobar-o-rechazar'],
  'tarjeta-gerente#durante-el-día': ['aprobaciones#aprobar-o-rechazar', 'tasas#deshacer'],
  'tarjeta-gerente#al-cerrar': ['caja#aprobar-el-cierre-de-una-caja', 'caja#cerrar-el-día'],
  'tarjeta-gerente#cada-semana': ['caja#faltantes-y-sobrantes'],
  'tarjeta-pagador#si-algo-no-cuadra': ['ordenes#observar', 'ordenes#un-pago-que-rebota'],
  'problemas#el-ticket-no-salió': ['mostrador#reimprimir'],
  'problemas#el-saldo-no-alcanza': ['cuentas#transferencias'],
}

/** Sections that ask nothing of anybody: they say what something is, or what the program does by itself. */
export const EXPLICAN: readonly string[] = [
  'primeros-pasos#el-inicio',
  'primeros-pasos#cuando-una-página-no-se-abre',
  'mostrador#lectores',
  'clientes#la-página-del-cliente',
  'clientes#niveles-y-límites',
  'cuentas#posiciones',
  'cuentas#costo-promedio',
  'cuentas#ganancia-realizada-y-no-realizada',
  'tasas#tramos-y-edad-de-una-tasa',
  'administracion#tarifa-y-costo-de-una-forma-de-pago',
  'aprobaciones#por-qué-dos-personas',
  'aprobaciones#si-no-hay-nadie-más',
  'reportes#margen-y-ganancia',
  'reportes#excepciones',
  'problemas#no-hay-conexión',
  'problemas#no-sabemos-si-se-registró',
  'problemas#la-tasa-cambió',
  'problemas#la-operación-ya-existe',
  'problemas#el-día-está-cerrado',
  'problemas#pide-una-persona-más',
  'problemas#solo-lectura',
  'glosario#palabras-de-la-casa',
  'tarjeta-administrador#nunca',
  'tarjeta-cajero#antes-de-entregar-dinero',
  'tarjeta-cajero#si-algo-no-sale',
  'tarjeta-contador#dónde-está-cada-cosa',
  'tarjeta-contador#qué-recordar',
  'tarjeta-cumplimiento#documentos',
  'tarjeta-pagador#antes-de-pagar',
]
