import type { Regla } from '../aportes.ts'

/** Rules that recompute the ledger from itself and hold it against documents and audit (ADR 0057). */
export const RECALCULO: readonly Regla[] = [
  [
    'Cada apunte es de un asiento, en la moneda de su cuenta',
    `SELECT format('apunte %s del asiento %s, cuenta %s: moneda %s y la cuenta es de %s', p.id, p.asiento_id,
              coalesce(k.nombre, 'que no existe'), p.moneda_id, k.moneda_id) AS detalle
     FROM apuntes p LEFT JOIN asientos a ON a.id = p.asiento_id LEFT JOIN cuentas_contables k ON k.id = p.cuenta_id
     WHERE :nuevas(asientos, p.asiento_id) AND (a.id IS NULL OR k.moneda_id IS DISTINCT FROM p.moneda_id) ORDER BY p.id`,
  ],
  [
    'En la moneda funcional el valor de cada apunte es su importe',
    `SELECT format('apunte %s: importe %s y valor %s', p.id, trim_scale(p.importe), trim_scale(p.valor)) AS detalle
     FROM apuntes p WHERE :nuevas(asientos, p.asiento_id) AND p.valor <> p.importe AND p.moneda_id = (SELECT moneda_funcional()) ORDER BY p.id`,
  ],
  [
    'Cada anulación es su asiento al revés, del mismo documento, y una sola vez',
    `SELECT format('asiento %s, que anula al %s', r.id, r.anula_a) AS detalle
     FROM asientos r LEFT JOIN asientos a ON a.id = r.anula_a
     WHERE :nuevas(asientos, r.id) AND r.anula_a IS NOT NULL AND (a.id IS NULL OR a.anula_a IS NOT NULL OR a.fecha > r.fecha + interval '1 second'
       OR (a.origen, a.origen_id) <> (r.origen, r.origen_id) AND a.origen <> 'ajustes-saldo'
       OR NOT asientos_al_reves(r.id, a.id)) ORDER BY r.id`,
  ],
  [
    'Cada divisa que sale lleva su costo promedio',
    `SELECT format('asiento %s, %s: salieron %s de %s que costaban %s; su costo es %s y los libros dicen %s', t.asiento_id, m.iso,
              trim_scale(t.sale), trim_scale(t.q), trim_scale(t.k), trim_scale(t.debe), trim_scale(t.dice)) AS detalle
     FROM (SELECT p.asiento_id, s.moneda_id, p.importe AS sale, p.importe - p.saldo_despues AS q, k.antes AS k, k.dice,
             CASE WHEN p.saldo_despues = 0 THEN k.antes
                  ELSE round(p.importe * k.antes / nullif(p.importe - p.saldo_despues, 0), 2) END AS debe
           FROM posiciones s JOIN apuntes p ON p.cuenta_id = s.posicion_id AND p.importe > 0
           JOIN asientos a ON a.id = p.asiento_id AND (a.anula_a IS NULL OR EXISTS (
             SELECT FROM apuntes d WHERE d.asiento_id = a.id AND d.cuenta_id = anulaciones_cuenta()))
           CROSS JOIN LATERAL (SELECT min(c.saldo_despues - c.importe) AS antes, -min(c.importe) AS dice, count(*) AS n
             FROM apuntes c WHERE c.asiento_id = p.asiento_id AND c.cuenta_id = s.contravalor_id) k
           WHERE :nuevas(asientos, p.asiento_id) AND k.n = 1) t JOIN monedas m ON m.id = t.moneda_id
     WHERE t.debe IS DISTINCT FROM t.dice ORDER BY t.asiento_id`,
  ],
  [
    'Cada asiento de un documento es de uno que existe',
    `SELECT format('asiento %s: %s %s', a.id, a.origen, a.origen_id) AS detalle FROM asientos a
     WHERE :nuevas(asientos, a.id) AND a.origen IN (SELECT DISTINCT origen FROM documentos)
       AND NOT EXISTS (SELECT FROM documentos d WHERE d.origen = a.origen AND d.origen_id = a.origen_id) ORDER BY a.id`,
  ],
  [
    'Cada documento está en la auditoría con su número, y cada número de la auditoría es de un documento',
    `WITH o AS (SELECT DISTINCT origen FROM documentos),
     a AS (SELECT DISTINCT entidad AS origen, entidad_id AS id, despues->>'numero' AS numero FROM auditoria
           WHERE despues ? 'numero' AND entidad IN (SELECT origen FROM o) AND entidad_id IS NOT NULL)
     SELECT format('%s %s: el documento dice %s y la auditoría %s', coalesce(d.origen, a.origen), coalesce(d.origen_id::text, a.id),
              coalesce(d.numero, 'nada'), coalesce(a.numero, 'nada')) AS detalle
     FROM documentos d FULL JOIN a ON a.origen = d.origen AND a.id = d.origen_id::text AND a.numero = d.numero
     WHERE d.origen_id IS NULL OR a.id IS NULL ORDER BY 1`,
  ],
  [
    'Cada comprobante es el que se subió, y el de un documento o de nadie',
    `SELECT format('comprobante %s (%s)', coalesce(j.id::text, a.entidad_id), j.nombre) AS detalle
     FROM adjuntos j FULL JOIN (SELECT * FROM auditoria WHERE entidad = 'adjuntos' AND accion = 'subir') a ON a.entidad_id = j.id::text
     LEFT JOIN adjuntos_usos u ON u.adjunto_id = coalesce(j.id, a.entidad_id::bigint)
     WHERE j.id IS NOT NULL AND (a.id IS NULL OR encode(j.sha256, 'hex') <> a.despues->>'sha256' OR j.sha256 <> sha256(j.contenido)
         OR j.usuario_id IS DISTINCT FROM a.usuario_id OR j.nombre <> a.despues->>'nombre')
       OR j.id IS NULL AND u.adjunto_id IS NOT NULL
       OR u.origen IN (SELECT DISTINCT origen FROM documentos) AND NOT EXISTS (
         SELECT FROM documentos d WHERE d.origen = u.origen AND d.origen_id = u.origen_id) ORDER BY 1`,
  ],
]
