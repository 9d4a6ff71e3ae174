import { sql } from 'kysely'
import type { Aportes } from '../../server/aportes.ts'
import { escapar, libre, negrita, one, type Plantilla } from '../../server/noticia.ts'

/** A till under count tells nobody how far it is from its minimum: its cashier counts blind. */
const BAJAS = `cuentas c JOIN cuentas_contables k ON k.id = c.id
        WHERE c.estatus AND k.saldo < c.saldo_min AND k.bloqueo IS DISTINCT FROM 'conteo'`

const saldoBajo: Plantilla = async (db, { noticias: [noticia = {}] }) => {
  const row = await one(
    db,
    sql<{ nombre: string; saldo: string; minimo: string }>`
    SELECT c.nombre, importe_texto(${String(noticia.saldo ?? 0)}::numeric, m.simbolo, m.decimales) AS saldo,
           importe_texto(${String(noticia.minimo ?? 0)}::numeric, m.simbolo, m.decimales) AS minimo
    FROM cuentas c JOIN monedas m ON m.id = c.moneda_id WHERE c.id = ${Number(noticia.id)}`,
  )
  if (!row) return []
  return [
    negrita('Saldo bajo'),
    `${libre(row.nombre)} tiene ${escapar(row.saldo)}; su mínimo es ${escapar(row.minimo)}.`,
  ]
}

/** What this area contributes to the registries that main gathers. */
export const aportes: Aportes = {
  filas: {
    '/cuentas': { tabla: 'cuentas_contables', que: 'esa cuenta' },
    '/cuentas/movimientos': { tabla: 'movimientos', si: 'NOT oculto', que: 'ese movimiento' },
  },
  contadores: [
    {
      clave: 'saldos',
      lugar: 220,
      permiso: 'cuentas:ver',
      uno: 'cuenta con saldo bajo',
      varios: 'cuentas con saldo bajo',
      consulta: `SELECT count(*) FROM ${BAJAS}`,
      riesgo: `SELECT sum(valor_actual(c.moneda_id, c.saldo_min - k.saldo)) FROM ${BAJAS}`,
      pantalla: 'cuentas',
    },
  ],
  avisos: {
    saldo_bajo: saldoBajo,
  },
}
