(SELECT 'asientos', NULL, id, fecha FROM asientos ORDER BY id DESC LIMIT 1)
