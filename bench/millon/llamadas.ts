const dia = (dias: number) =>
  new Date(Date.now() - dias * 86_400_000 - 5 * 3_600_000).toISOString().slice(0, 10)

/** What is asked of a large house, each with its name in the table; with a body it is a POST. */
export function llamadas(
  cuenta: number,
  operacion: { id: number; cliente_id: number; cuerpo: unknown },
): [que: string, path: string, body?: unknown][] {
  const movimientos = '/cuentas/movimientos'
  const mes = `desde=${dia(240)}&hasta=${dia(211)}`
  const ayer = `desde=${dia(1)}&hasta=${dia(1)}`
  const reporte = `desde=${dia(60)}&hasta=${dia(1)}`
  const anio = `desde=${dia(365)}&hasta=${dia(1)}`
  const exporta = { formato: 'hledger', desde: dia(60), hasta: dia(31) }
  return [
    ['posting', '/compras-ventas', operacion.cuerpo],
    ['one operation', `/compras-ventas/${operacion.id}`],
    ['operations of a client', `/compras-ventas?limite=50&cliente_id=${operacion.cliente_id}`],
    ['operations by a surname', '/compras-ventas?limite=50&buscar=garcia'],
    ['operations by a name that nobody has', '/compras-ventas?limite=50&buscar=zzyzx'],
    ['operations’ totals, a year', `/compras-ventas/totales?${anio}`],
    ['clients by a surname', '/clientes?limite=50&buscar=garcia'],
    ['dashboard, 10 clients', '/dashboard'],
    ['operations, newest first', '/compras-ventas?limite=50'],
    ['operations of a month eight months ago', `/compras-ventas?limite=50&${mes}`],
    ['accounts', '/cuentas'],
    ['totals of the accounts', '/cuentas/totales'],
    ['positions', '/posiciones'],
    ['movements, newest first', `${movimientos}?limite=50`],
    ['movements of a month eight months ago', `${movimientos}?limite=50&${mes}`],
    ['movements of yesterday, oldest first', `${movimientos}?limite=50&orden=fecha&${ayer}`],
    ['movements of an account, that month', `${movimientos}?limite=50&cuenta_id=${cuenta}&${mes}`],
    ['movements by a word that all have', `${movimientos}?limite=50&buscar=compra`],
    ['movements by a word that none has', `${movimientos}?limite=50&buscar=zzyzx`],
    ['movements by a number', `${movimientos}?limite=50&buscar=CV-2026-000100`],
    ['movements’ totals, all', `${movimientos}/resumen`],
    ['movements’ totals of a month eight months ago', `${movimientos}/resumen?${mes}`],
    ['movements’ totals of an account', `${movimientos}/resumen?cuenta_id=${cuenta}`],
    ['the same, that month', `${movimientos}/resumen?cuenta_id=${cuenta}&${mes}`],
    ['the same, by a word', `${movimientos}/resumen?cuenta_id=${cuenta}&buscar=compra`],
    ['movements’ totals by a word', `${movimientos}/resumen?buscar=zzyzx`],
    ['journal, newest first', '/libro/diario?limite=50'],
    ['journal of a month eight months ago', `/libro/diario?limite=50&${mes}`],
    ['journal by a word that none has', '/libro/diario?limite=50&buscar=zzyzx'],
    ['ledger of an account, that month', `/libro/mayor?cuenta_id=${cuenta}&${mes}`],
    ['trial balance of that month', `/libro/balance?${mes}`],
    ['trial balance of all', '/libro/balance'],
    ['profit of 60 days', `/reportes/ganancia?${reporte}`],
    ['volume of 60 days', `/reportes/volumen?${reporte}`],
    ['position of 60 days', `/reportes/posicion?${reporte}`],
    ['profit of a year', `/reportes/ganancia?${anio}`],
    ['profit of a year by hour', `/reportes/ganancia?${anio}&por=hora`],
    ['profit of a year, its legs', `/reportes/ganancia/movimientos?limite=50&${anio}`],
    ['volume of a year', `/reportes/volumen?${anio}`],
    ['volume of a year, its operations', `/reportes/volumen/documentos?limite=50&${anio}`],
    ['position of a year', `/reportes/posicion?${anio}`],
    ['exceptions of a year', `/reportes/excepciones?${anio}`],
    ['commissions, newest first', '/reportes/comisiones?limite=50'],
    ['export of a month’s journal, its beginning', '/libro/exportar', exporta],
    [
      'export of a month’s journal, a thousand entries',
      `/libro/asientos?formato=hledger&desde=${dia(60)}&hasta=${dia(31)}&despues=0&ultimo=999999999`,
    ],
    ['days closed', '/cierres?limite=50'],
    ['register of operations, a month', `/reportes/ro?limite=50&desde=${dia(30)}&hasta=${dia(1)}`],
    ['audit, newest first', '/auditoria?limite=50'],
    ['what waits', '/notificaciones'],
  ]
}
