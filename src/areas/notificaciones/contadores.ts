import type { Permiso } from '../../core/permisos.ts'

/** What waits for somebody, as a query that counts it. */
interface Contador {
  clave: string
  /** Who can do something about it. */
  permiso: Permiso
  uno: string
  varios: string
  /** Answers one number; no parameters. */
  consulta: string
  pantalla: string
  filtro?: Record<string, string>
}

/**
 * Everything that the bell can ring for, the most urgent first. A new one is an entry here: nothing else knows
 * of it.
 */
export const CONTADORES: readonly Contador[] = [
  {
    clave: 'pagos',
    permiso: 'compras-ventas:verificar',
    uno: 'operación con pagos por verificar',
    varios: 'operaciones con pagos por verificar',
    consulta: "SELECT count(*) FROM compras_ventas WHERE estado = 'pendiente'",
    pantalla: 'compras-ventas',
    filtro: { estado: 'pendiente' },
  },
  {
    clave: 'tasas',
    permiso: 'tipos-cambios:publicar',
    uno: 'tasa sin confirmar',
    varios: 'tasas sin confirmar',
    consulta: `SELECT count(*) FROM tipos_cambios
      WHERE estatus AND tipos_cambios_edad(id) > ajuste('tasa_rancia_horas')::numeric`,
    pantalla: 'tipos-cambios',
    filtro: { aviso: 'rancia' },
  },
  {
    clave: 'propuestas',
    permiso: 'pares-divisas:publicar',
    uno: 'precio propuesto por una fuente',
    varios: 'precios propuestos por fuentes',
    consulta: "SELECT count(*) FROM pares_propuestas WHERE estado = 'pendiente'",
    pantalla: 'fuentes',
  },
  {
    clave: 'fuentes',
    permiso: 'pares-divisas:publicar',
    uno: 'fuente de precios que no responde',
    varios: 'fuentes de precios que no responden',
    consulta: 'SELECT count(*) FROM pares_fuentes WHERE activa AND fallos > 0',
    pantalla: 'fuentes',
  },
  {
    clave: 'saldos',
    permiso: 'cuentas:ver',
    uno: 'cuenta con saldo bajo',
    varios: 'cuentas con saldo bajo',
    consulta: `SELECT count(*) FROM cuentas c JOIN cuentas_contables k ON k.id = c.id
      WHERE c.estatus AND k.saldo < c.saldo_min`,
    pantalla: 'cuentas',
  },
  {
    clave: 'documentos',
    permiso: 'clientes:editar',
    uno: 'cliente con documento vencido',
    varios: 'clientes con documento vencido',
    consulta:
      "SELECT count(*) FROM clientes WHERE estado = 'activo' AND vence_doc < fecha_negocio(ahora())",
    pantalla: 'clientes',
    filtro: { revisar: 'vencido', estado: 'activo' },
  },
  {
    clave: 'telegram',
    permiso: 'telegram:editar',
    uno: 'mensaje de Telegram que no salió',
    varios: 'mensajes de Telegram que no salieron',
    consulta: "SELECT count(*) FROM telegram_salida WHERE estado = 'error'",
    pantalla: 'telegram-envios',
    filtro: { estado: 'error' },
  },
]
