import { sql } from 'kysely'
import type { Db } from '../../server/db.ts'
import type { PosicionFila } from './contract.ts'

/** Price of a unit in the functional currency: our own pair at home, else through the dollar's two pairs. */
const precio = sql`
  SELECT coalesce(propio.compra, casa.compra / nullif(fuera.venta, 0)) AS precio,
         CASE WHEN propio.compra IS NOT NULL THEN 'par' WHEN casa.compra / nullif(fuera.venta, 0) IS NOT NULL THEN 'cruce' END AS origen
  FROM monedas f JOIN monedas usd ON usd.iso = 'USD'
  LEFT JOIN paises hogar ON hogar.moneda_id = f.id
  LEFT JOIN pares_divisas propio ON propio.pais = hogar.id AND propio.base_id = m.id
    AND propio.cotizacion_id = f.id AND propio.estatus
  LEFT JOIN pares_divisas casa ON casa.pais = hogar.id AND casa.base_id = usd.id
    AND casa.cotizacion_id = f.id AND casa.estatus
  LEFT JOIN pares_divisas fuera ON fuera.pais = 'usd' AND fuera.base_id = usd.id
    AND fuera.cotizacion_id = m.id AND fuera.estatus
  WHERE f.funcional ORDER BY hogar.id LIMIT 1`

/**
 * Every currency that is held, was held or has an account. One statement: one moment of the books. Cost and profit
 * only with `ganancia`.
 */
export async function list(db: Db, ganancia: boolean): Promise<PosicionFila[]> {
  const money = sql`,
    round(k.saldo, 2)::text AS costo,
    round(k.saldo / nullif(-q.saldo, 0), 6)::text AS promedio,
    (round(-q.saldo * x.precio, 2) - round(k.saldo, 2))::text AS no_realizada,
    round(-g.saldo, 2)::text AS ganancia_total,
    (SELECT round(coalesce(-sum(p.importe), 0), 2)::text FROM asientos a JOIN apuntes p ON p.asiento_id = a.id
     WHERE a.fecha_negocio = fecha_negocio(ahora()) AND p.cuenta_id = g.id) AS ganancia_hoy`
  const { rows } = await sql<PosicionFila>`
    SELECT jsonb_build_object('id', m.id, 'iso', m.iso, 'nombre', m.nombre, 'simbolo', m.simbolo,
                              'decimales', m.decimales, 'imagen', m.imagen) AS moneda,
           round(-q.saldo, m.decimales)::text AS cantidad,
           trim_scale(round(x.precio, 8))::text AS precio, x.origen AS precio_origen,
           round(-q.saldo * x.precio, 2)::text AS valor
           ${ganancia ? money : sql``}
    FROM posiciones s JOIN monedas m ON m.id = s.moneda_id
    JOIN cuentas_contables q ON q.id = s.posicion_id
    JOIN cuentas_contables k ON k.id = s.contravalor_id
    JOIN cuentas_contables g ON g.id = s.ganancia_id
    LEFT JOIN LATERAL (${precio}) x ON true
    WHERE q.saldo <> 0 OR k.saldo <> 0 OR g.saldo <> 0
       OR EXISTS (SELECT FROM cuentas c WHERE c.moneda_id = m.id AND c.estatus)
    ORDER BY m.id`.execute(db)
  return rows
}
