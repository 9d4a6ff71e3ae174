-- The orders on which somebody did something are listed on his page: found by him and what he did, not by reading all.
CREATE INDEX ordenes_pasos_persona ON ordenes_pasos (usuario_id, accion, orden_id);
