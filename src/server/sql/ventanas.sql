-- Limits of a day (R-142): what one person does without a second one adds up, his keys with him (R-407), and so does
-- what is done for one other.

-- Waits for what this person, and this counterparty, is being done for at the same moment: of two requests at once the
-- second one counts the first. Taken before the ledger's accounts.
CREATE OR REPLACE FUNCTION ventana_tomar(p_usuario integer, p_sujeto text DEFAULT NULL)
  RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(50, persona_de(p_usuario));
  IF p_sujeto IS NOT NULL THEN PERFORM pg_advisory_xact_lock(51, hashtext(p_sujeto)); END IF;
END $$;

-- Who a third party or a beneficiary is: by his document as letters and digits, otherwise by his name.
CREATE OR REPLACE FUNCTION ventana_contraparte(p_doc text, p_nombre text)
  RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coalesce(nullif(upper(regexp_replace(p_doc, '[^[:alnum:]]', '', 'g')), ''), normalizar(btrim(p_nombre)));

-- What was done today (or on `p_dia`) within a limit, the document `p_origen`/`p_salvo` left out: by one person, or for
-- one counterparty or category by everybody.
CREATE OR REPLACE FUNCTION ventana_suma(p_ventana text, p_usuario integer, p_sujeto text DEFAULT NULL,
    p_dia date DEFAULT NULL, p_origen text DEFAULT NULL, p_salvo bigint DEFAULT NULL) RETURNS numeric LANGUAGE plpgsql
  STABLE AS $$
DECLARE
  v_dia date := coalesce(p_dia, fecha_negocio(ahora()));
  v_manos integer[] := personas_de(ARRAY[p_usuario]);
  v_suma numeric;
BEGIN
  IF p_sujeto IS NULL THEN
    SELECT sum(importe) INTO v_suma FROM del_dia
      WHERE ventana = p_ventana AND usuario_id = ANY (v_manos) AND fecha = v_dia
        AND (origen, origen_id) IS DISTINCT FROM (p_origen, p_salvo);
  ELSE
    SELECT sum(importe) INTO v_suma FROM del_dia WHERE ventana = p_ventana AND sujeto = p_sujeto AND fecha = v_dia
      AND (origen, origen_id) IS DISTINCT FROM (p_origen, p_salvo);
  END IF;
  RETURN coalesce(v_suma, 0);
END $$;

-- How a refusal says it: `hoy van S/ 1,497.00 y el límite del día es S/ 1,000.00`.
CREATE OR REPLACE FUNCTION ventana_texto(p_suma numeric, p_limite numeric, p_simbolo text)
  RETURNS text LANGUAGE sql IMMUTABLE
  RETURN format('con esto van %s hoy y el límite del día es %s', importe_texto(p_suma, p_simbolo, 2),
    importe_texto(p_limite, p_simbolo, 2));
