-- Whoever registered a movement does not mark it as reconciled while somebody else can (R-250): who made a movement up
-- would find it in the statement as well. The mark says who set it and when.
CREATE OR REPLACE FUNCTION movimientos_conciliar_ajenos()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_otros text[];
BEGIN
  IF NEW.conciliado_por = ANY (personas_de(ARRAY(SELECT a.usuario_id FROM apuntes p
      JOIN asientos a ON a.id = p.asiento_id WHERE p.id = NEW.id AND a.usuario_id IS NOT NULL))) THEN
    v_otros := otros_con('cuentas:conciliar', ARRAY[NEW.conciliado_por]);
    IF v_otros <> '{}' THEN
      PERFORM rechazar('CONCILIA_OTRO', jsonb_build_object('quienes', array_to_string(v_otros, ', ')));
    END IF;
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER movimientos_conciliar_ajenos BEFORE INSERT OR UPDATE ON movimientos_notas FOR EACH ROW
  WHEN (NEW.conciliado_por IS NOT NULL) EXECUTE FUNCTION movimientos_conciliar_ajenos();
