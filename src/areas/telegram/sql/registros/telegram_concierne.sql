-- Whom an audited act concerns, one row a person: an act on the object `id` that the audit keeps as `entidad` and
-- `accion`, and, where `marca` is set, only when its new values have that key.
SELECT NULL::text AS entidad, NULL::text AS accion, NULL::bigint AS id, NULL::text AS evento,
  NULL::integer AS usuario_id, NULL::text AS marca WHERE false
