-- When the books are found wrong nothing more is written into them (PG-16): better stopped than further wrong.
CREATE TABLE solo_lectura (
  -- At most one row: what is wrong now.
  uno boolean PRIMARY KEY DEFAULT true CHECK (uno),
  desde timestamptz NOT NULL DEFAULT clock_timestamp(),
  regla text NOT NULL,
  detalle text NOT NULL
);

-- What a check found: something wrong stops the books, nothing wrong lets them go on. Every change is in the audit
-- and told to the open browsers; the same finding again is neither.
CREATE FUNCTION solo_lectura_poner(p_regla text, p_detalle text)
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  previa solo_lectura;
BEGIN
  SELECT * INTO previa FROM solo_lectura FOR UPDATE;
  IF previa.regla IS NOT DISTINCT FROM p_regla AND previa.detalle IS NOT DISTINCT FROM p_detalle THEN RETURN; END IF;
  IF p_regla IS NULL THEN
    DELETE FROM solo_lectura;
  ELSE
    INSERT INTO solo_lectura (regla, detalle) VALUES (p_regla, p_detalle)
      ON CONFLICT (uno) DO UPDATE SET regla = excluded.regla, detalle = excluded.detalle;
  END IF;
  PERFORM auditar('{}', CASE WHEN p_regla IS NULL THEN 'reanudar' ELSE 'detener' END, 'solo-lectura', NULL,
                  to_jsonb(previa) - 'uno', jsonb_build_object('regla', p_regla, 'detalle', p_detalle));
  PERFORM avisar('solo-lectura');
END $$;

CREATE FUNCTION solo_lectura_exigir() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  v_regla text;
BEGIN
  SELECT regla INTO v_regla FROM solo_lectura;
  IF FOUND THEN PERFORM rechazar('SOLO_LECTURA', jsonb_build_object('regla', v_regla)); END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER asientos_solo_lectura BEFORE INSERT ON asientos
  FOR EACH STATEMENT EXECUTE FUNCTION solo_lectura_exigir();
CREATE TRIGGER pares_historico_solo_lectura BEFORE INSERT ON pares_divisas_historico
  FOR EACH STATEMENT EXECUTE FUNCTION solo_lectura_exigir();
CREATE TRIGGER tipos_historico_solo_lectura BEFORE INSERT ON tipos_cambios_historico
  FOR EACH STATEMENT EXECUTE FUNCTION solo_lectura_exigir();
