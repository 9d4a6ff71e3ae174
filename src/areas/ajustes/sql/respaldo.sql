-- The last instant at which a daily backup was due: its hour of today in the house's zone, or of yesterday before it.
CREATE OR REPLACE FUNCTION respaldo_debido() RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT max(d) FROM (SELECT (fecha_negocio(ahora()) - dia + make_time(ajuste('respaldo_hora')::int, 0, 0))
    AT TIME ZONE zona_horaria() AS d FROM generate_series(0, 1) dia) x WHERE d <= ahora();
$$;

-- Whether the program may make one now: they are wanted, and none failed within the hour. Here and below a row of later
-- than now counts for nothing: it was dated by a clock that was put right since, and would have no backup be made, and
-- nobody miss one, until that hour comes.
CREATE OR REPLACE FUNCTION respaldo_puede() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT ajuste('respaldo_diario')::boolean
    AND NOT EXISTS (SELECT FROM respaldos WHERE bytes IS NULL AND fin > ahora() - interval '1 hour' AND fin <= ahora());
$$;

-- Whether the daily one is to be made now: none that is good was begun since it was due.
CREATE OR REPLACE FUNCTION respaldo_toca() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT respaldo_puede()
    AND NOT EXISTS (SELECT FROM respaldos WHERE bytes IS NOT NULL AND inicio >= respaldo_debido() AND fin <= ahora());
$$;

-- Whether one is asked for by the archived log, which at `p_visto` followed none (null: it follows one). A good one
-- that ended since is what was asked for, whichever process made it; the next turn of the archive says if it serves.
CREATE OR REPLACE FUNCTION respaldo_pedido(p_visto timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT p_visto IS NOT NULL AND respaldo_puede()
    AND NOT EXISTS (SELECT FROM respaldos WHERE bytes IS NOT NULL AND fin > p_visto AND fin <= ahora());
$$;

-- Whether a house that works has no backup at all: nobody ever tried one. Of a PostgreSQL of the house's own, whose
-- backups nobody noted, that is said as long as it wants any: they may be made by somebody who does not say so.
CREATE OR REPLACE FUNCTION respaldo_nunca() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT NOT EXISTS (SELECT FROM respaldos) AND casa_trabaja()
    AND (NOT base_ajena() OR ajuste('respaldo_diario')::boolean);
$$;

-- Whether the log of the house has not been archived for a while: any instant since then is at risk.
CREATE OR REPLACE FUNCTION registro_falla() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM trabajos WHERE trabajo = 'registro' AND fallas > 0
    AND desde < ahora() - interval '10 minutes');
$$;

-- Whether somebody should look: a daily backup is wanted, one was tried, and the last good one is older than a day and
-- the two hours that a large one may take.
CREATE OR REPLACE FUNCTION respaldo_falta() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT ajuste('respaldo_diario')::boolean AND EXISTS (SELECT FROM respaldos)
    AND NOT EXISTS (SELECT FROM respaldos
      WHERE bytes IS NOT NULL AND fin > ahora() - interval '26 hours' AND fin <= ahora());
$$;

-- Why the last backup that was tried is not good; null: it is, or none was tried.
CREATE OR REPLACE FUNCTION respaldo_falla() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT falla FROM respaldos ORDER BY id DESC LIMIT 1;
$$;

-- Writes down that somebody has the phrase of the backups. That it is another one now is an exception: whoever has only
-- the old one brings nothing back that is made from now on.
CREATE OR REPLACE FUNCTION respaldo_frase_anotar(p_hecho text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO respaldos_frases (fecha, hecho) VALUES (ahora(), p_hecho);
  PERFORM auditar('{}', 'frase-' || p_hecho, 'respaldo', NULL, NULL, CASE WHEN p_hecho = 'cambiada' THEN
    '{"excepcion": {"clase": "control", "frase": "Se cambió la frase de los respaldos, en la máquina del programa"}}'
    ::jsonb END);
END $$;

-- Since when nobody has shown that he has the phrase: the last time that somebody did, or the first good backup; null
-- without any.
CREATE OR REPLACE FUNCTION respaldo_frase_desde() RETURNS timestamptz LANGUAGE sql STABLE
  RETURN coalesce((SELECT max(fecha) FROM respaldos_frases), (SELECT min(fin) FROM respaldos WHERE bytes IS NOT NULL));

-- Whether somebody should prove that he has it, after as many days as the house says (0: never). Backups of a
-- PostgreSQL of the house's own, which lacks the role that copies, have no phrase.
CREATE OR REPLACE FUNCTION respaldo_frase_falta() RETURNS boolean LANGUAGE sql STABLE
  RETURN (SELECT dias > 0 AND EXISTS (SELECT FROM respaldos WHERE bytes IS NOT NULL)
      AND EXISTS (SELECT FROM pg_roles WHERE rolname = 'cambista_respaldo')
      AND respaldo_frase_desde() < ahora() - make_interval(days => dias)
    FROM (SELECT ajuste('respaldo_frase_dias')::int AS dias) x);

CREATE OR REPLACE TRIGGER respaldos_frases_fijas BEFORE UPDATE OR DELETE ON respaldos_frases FOR EACH ROW
  EXECUTE FUNCTION prohibir_cambio();
