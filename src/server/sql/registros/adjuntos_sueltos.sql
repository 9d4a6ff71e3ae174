-- Documents, or lines of them, that were annulled or refused: what was handed in for them may prove something else.
-- `detalle_id` null: all lines.
SELECT NULL::text AS origen, NULL::bigint AS origen_id, NULL::bigint AS detalle_id WHERE false
